import type { StateCommand } from '@codemirror/state';
import {
  insertCodeBlock,
  insertLink,
  insertTable,
  toggleHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from './commands';
import type { EditTarget, FileUploads } from './file-uploads';
import type { ToolName } from './tools';

const commands: Record<Exclude<ToolName, 'image' | 'file'>, StateCommand> = {
  bold: toggleMark('**'),
  italic: toggleMark('_'),
  heading: toggleHeading,
  link: insertLink,
  list: toggleList('bullet'),
  orderedList: toggleList('ordered'),
  taskList: toggleList('task'),
  quote: toggleQuote,
  code: toggleMark('`'),
  codeBlock: insertCodeBlock,
  table: insertTable,
};

/** Applies a tool to the selection of a text. */
export function runTool(name: ToolName, target: EditTarget, uploads: FileUploads): void {
  if (name === 'image') void uploads.pick(target, 'image/*');
  else if (name === 'file') void uploads.pick(target, '');
  else commands[name](target);
}
