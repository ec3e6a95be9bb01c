import { editorHelp as text } from '../../../messages/editor-help';
import { messages } from '../../../messages/common';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { BLOCK_MENU_KEYS, getKeyNames, MOVE_DOWN_KEYS, MOVE_UP_KEYS, SOURCE_KEYS } from '../tools';
import classes from './editor-help.module.css';

interface HelpRow {
  /** Alternatives; keys of one are in CodeMirror's notation. */
  keys: readonly string[];
  text: string;
}

interface HelpSection {
  title: string;
  rows: readonly HelpRow[];
  note?: string;
}

const sections: readonly HelpSection[] = [
  {
    title: text.suggestions.title,
    rows: [
      { keys: ['/'], text: text.suggestions.insert },
      { keys: ['@'], text: text.suggestions.mention },
      { keys: ['[[', '#'], text: text.suggestions.page },
      { keys: [':'], text: text.suggestions.emoji },
      { keys: ['ArrowUp', 'ArrowDown', 'Enter'], text: text.suggestions.choose },
      { keys: ['Escape'], text: text.suggestions.close },
    ],
  },
  {
    title: text.blocks.title,
    rows: [
      { keys: [MOVE_UP_KEYS, MOVE_DOWN_KEYS], text: text.blocks.move },
      { keys: [BLOCK_MENU_KEYS], text: text.blocks.menu },
    ],
    note: text.blocks.handle,
  },
  {
    title: text.tables.title,
    rows: [
      { keys: ['Tab', 'Shift-Tab'], text: text.tables.next },
      { keys: ['Enter'], text: text.tables.below },
      { keys: ['Shift-Enter'], text: text.tables.lineBreak },
      { keys: ['Alt-F10'], text: text.tables.tools },
      { keys: ['Alt-ArrowUp', 'Alt-ArrowDown'], text: text.tables.moveRow },
      { keys: ['Escape'], text: text.tables.leave },
    ],
  },
  {
    title: text.modes.title,
    rows: [
      { keys: [SOURCE_KEYS], text: text.modes.source },
      { keys: ['Mod-z', 'Mod-Shift-z'], text: text.modes.redo },
      { keys: ['Escape', 'Tab'], text: text.modes.leave },
      { keys: ['F1'], text: text.modes.help },
    ],
    note: text.modes.rich,
  },
];

/** What the editor can do, beside what its toolbar shows. */
export default function EditorHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isWide title={text.title} onClose={onClose}>
      <p>{text.intro}</p>
      {sections.map(({ title, rows, note }) => (
        <section key={title} className={classes.section}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.list}>
            {rows.map((row) => (
              <div key={row.text} className={classes.row}>
                <dt className={classes.keys}>
                  {row.keys.map((keys) => (
                    <kbd key={keys} className={classes.key}>
                      {getKeyNames(keys).join(' ')}
                    </kbd>
                  ))}
                </dt>
                <dd className={classes.text}>{row.text}</dd>
              </div>
            ))}
          </dl>
          {note && <p className={classes.note}>{note}</p>}
        </section>
      ))}
      <DialogActions>
        <Button onClick={onClose}>{messages.common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
