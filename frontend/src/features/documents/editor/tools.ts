import type { Command } from '@codemirror/view';
import type { writing } from '../../../messages/en-writing';
import { insertCodeBlock, insertLink, insertTable } from './insertions';
import { toggleHeading, toggleList, toggleMark, toggleQuote } from './marks';
import { pickImages } from './image-uploads';

export type ToolName = keyof typeof writing.editor.tools;

export interface Tool {
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
