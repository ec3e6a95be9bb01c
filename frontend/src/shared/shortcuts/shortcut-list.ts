import { markdownEditor } from '../../messages/en-markdown-editor';
import { shortcuts as text } from '../../messages/en-shortcuts';
import { documentTools } from '../markdown-editor/tools';
import { plainKeys } from './plain-keys';

export interface Shortcut {
  /** In CodeMirror's notation; several for one action, or one after the other. */
  keys: readonly string[];
  action: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

const { everywhere, thread, queue } = plainKeys;

/** All shortcuts. The demo document about them has the same, which a test compares. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: text.everywhere.title,
    shortcuts: [
      { keys: [everywhere.search, 'Mod-k'], action: text.everywhere.search },
      { keys: [everywhere.help], action: text.everywhere.help },
      { keys: ['Tab', 'Shift-Tab'], action: text.everywhere.move },
      { keys: ['Enter'], action: text.everywhere.press },
      { keys: ['Escape'], action: text.everywhere.close },
      { keys: ['Tab', 'Enter'], action: text.everywhere.skip },
    ],
  },
  {
    title: text.thread.title,
    shortcuts: [
      { keys: [thread.next], action: text.thread.next },
      { keys: [thread.previous], action: text.thread.previous },
      { keys: [thread.reply], action: text.thread.reply },
      { keys: [thread.edit], action: text.thread.edit },
    ],
  },
  {
    title: text.writing.title,
    shortcuts: [
      { keys: ['Mod-s'], action: text.writing.save },
      ...documentTools.flatMap(({ name, keys }) =>
        keys ? [{ keys: [keys], action: markdownEditor.tools[name] }] : [],
      ),
      { keys: ['Mod-z'], action: text.writing.undo },
    ],
  },
  {
    title: text.queue.title,
    shortcuts: [
      { keys: [queue.next], action: text.queue.next },
      { keys: [queue.previous], action: text.queue.previous },
      { keys: [queue.approve], action: text.queue.approve },
      { keys: [queue.reject], action: text.queue.reject },
    ],
  },
];
