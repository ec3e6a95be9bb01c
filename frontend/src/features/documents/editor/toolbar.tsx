import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconPhoto,
  IconSourceCode,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import type { Command, EditorView } from '@codemirror/view';
import { useState, type KeyboardEvent } from 'react';
import { writing } from '../../../messages/en-writing';
import {
  insertCodeBlock,
  insertLink,
  insertTable,
  toggleHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from './commands';
import classes from './editor.module.css';
import { pickImages } from './image-uploads';

const text = writing.editor;

type ToolName = keyof typeof text.tools;

interface Tool {
  name: ToolName;
  run: Command;
  /** In CodeMirror's notation; `Mod` is ⌘ on macOS and Ctrl elsewhere. */
  keys?: string;
  startsGroup?: boolean;
}

/** In the order of the toolbar. */
export const tools: readonly Tool[] = [
  { name: 'bold', run: toggleMark('**'), keys: 'Mod-b' },
  { name: 'italic', run: toggleMark('_'), keys: 'Mod-i' },
  { name: 'heading', run: toggleHeading, keys: 'Mod-Alt-h' },
  { name: 'link', run: insertLink, keys: 'Mod-k', startsGroup: true },
  { name: 'image', run: pickImages },
  { name: 'list', run: toggleList('bullet'), keys: 'Mod-Shift-8', startsGroup: true },
  { name: 'orderedList', run: toggleList('ordered'), keys: 'Mod-Shift-7' },
  { name: 'taskList', run: toggleList('task'), keys: 'Mod-Shift-9' },
  { name: 'quote', run: toggleQuote, keys: 'Mod-Shift-.', startsGroup: true },
  { name: 'code', run: toggleMark('`'), keys: 'Mod-e' },
  { name: 'codeBlock', run: insertCodeBlock, keys: 'Mod-Alt-c' },
  { name: 'table', run: insertTable },
];

const icons: Record<ToolName, Icon> = {
  bold: IconBold,
  italic: IconItalic,
  heading: IconHeading,
  link: IconLink,
  image: IconPhoto,
  list: IconList,
  orderedList: IconListNumbers,
  taskList: IconListCheck,
  quote: IconBlockquote,
  code: IconCode,
  codeBlock: IconSourceCode,
  table: IconTable,
};

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function formatShortcut(keys: string): string {
  return keys
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Alt', isMac ? '⌥' : 'Alt')
    .replaceAll('-', '+')
    .replace(/[a-z]$/, (letter) => letter.toUpperCase());
}

function toAriaShortcut(keys: string | undefined): string | undefined {
  return keys?.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+');
}

/** A single tab stop; arrow keys move between the tools. */
export function Toolbar({ getView }: { getView: () => EditorView | null }) {
  const [current, setCurrent] = useState(0);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + tools.length) % tools.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div role="toolbar" aria-label={text.toolbar} className={classes.toolbar} onKeyDown={handleKey}>
      {tools.map(({ name, run, keys, startsGroup }, index) => {
        const ToolIcon = icons[name];
        const label = text.tools[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.tool}
            data-first={startsGroup || undefined}
            aria-label={label}
            aria-keyshortcuts={toAriaShortcut(keys)}
            title={keys ? `${label} (${formatShortcut(keys)})` : label}
            tabIndex={index === current ? 0 : -1}
            // Keeps the focus in the text, and with it the selection and the on-screen keyboard.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              const view = getView();
              if (!view) return;
              setCurrent(index);
              run(view);
              view.focus();
            }}
          >
            <ToolIcon size={18} stroke={1.75} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
