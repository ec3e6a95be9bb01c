import { startCompletion } from '@codemirror/autocomplete';
import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  type Icon,
  IconAlertCircle,
  IconAlertOctagon,
  IconAlertTriangle,
  IconAt,
  IconBlockquote,
  IconBold,
  IconBulb,
  IconCaretRight,
  IconCode,
  IconFileSymlink,
  IconH2,
  IconH3,
  IconH4,
  IconInfoCircle,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMathFunction,
  IconMoodSmile,
  IconPaperclip,
  IconPhotoPlus,
  IconSeparatorHorizontal,
  IconSitemap,
  IconSourceCode,
  IconStrikethrough,
  IconSuperscript,
  IconTablePlus,
} from '@tabler/icons-react';
import { editorCompletion as text } from '../../../messages/editor-completion';
import {
  insertBlock,
  insertCodeBlock,
  insertFootnote,
  insertLink,
  insertTable,
  insertText,
  setHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from '../commands';
import type { FileUploads } from '../file-uploads';

type SlashItemName = keyof typeof text.items;

export interface SlashItem {
  name: SlashItemName;
  icon: Icon;
  /** Changes the text, from which the slash is removed. */
  command?: StateCommand;
  /** Runs afterwards, for what needs more than the text. */
  follow?: (view: EditorView, uploads: FileUploads) => void;
  /** Where it is possible: in all texts, outside of tables and headings, or only in long texts outside of them. */
  place: 'text' | 'block' | 'document';
}

const createCallout = (kind: string): StateCommand => {
  const callout = `> [!${kind}]\n> `;
  return insertBlock(callout, [callout.length, callout.length]);
};

const DETAILS_START = '<details>\n<summary>';
const details = insertBlock(`${DETAILS_START}${text.summary}</summary>\n\n\n\n</details>`, [
  DETAILS_START.length,
  DETAILS_START.length + text.summary.length,
]);

const DIAGRAM_START = '```mermaid\n';
const DIAGRAM = 'flowchart LR\n  A --> B';
const diagram = insertBlock(`${DIAGRAM_START}${DIAGRAM}\n\`\`\``, [
  DIAGRAM_START.length,
  DIAGRAM_START.length + DIAGRAM.length,
]);

/** Moves the cursor behind the marks that begin the block, where the language is suggested. */
function chooseCodeLanguage(view: EditorView): void {
  const { doc, selection } = view.state;
  view.dispatch({ selection: { anchor: doc.line(doc.lineAt(selection.main.from).number - 1).to } });
  startCompletion(view);
}

const suggest = (view: EditorView): void => {
  startCompletion(view);
};

/** Everything that can be inserted, in the order of the menu. */
export const slashItems: readonly SlashItem[] = [
  { name: 'heading2', icon: IconH2, command: setHeading(2), place: 'document' },
  { name: 'heading3', icon: IconH3, command: setHeading(3), place: 'document' },
  { name: 'heading4', icon: IconH4, command: setHeading(4), place: 'document' },
  { name: 'list', icon: IconList, command: toggleList('bullet'), place: 'block' },
  { name: 'orderedList', icon: IconListNumbers, command: toggleList('ordered'), place: 'block' },
  { name: 'taskList', icon: IconListCheck, command: toggleList('task'), place: 'block' },
  { name: 'table', icon: IconTablePlus, command: insertTable, place: 'block' },
  { name: 'image', icon: IconPhotoPlus, follow: (view, uploads) => void uploads.pick(view, 'image/*'), place: 'block' },
  { name: 'file', icon: IconPaperclip, follow: (view, uploads) => void uploads.pick(view, ''), place: 'block' },
  { name: 'page', icon: IconFileSymlink, command: insertText('[['), follow: suggest, place: 'text' },
  { name: 'mention', icon: IconAt, command: insertText('@'), place: 'text' },
  { name: 'link', icon: IconLink, command: insertLink, place: 'text' },
  { name: 'codeBlock', icon: IconSourceCode, command: insertCodeBlock, follow: chooseCodeLanguage, place: 'block' },
  { name: 'quote', icon: IconBlockquote, command: toggleQuote, place: 'block' },
  { name: 'note', icon: IconInfoCircle, command: createCallout('NOTE'), place: 'block' },
  { name: 'tip', icon: IconBulb, command: createCallout('TIP'), place: 'block' },
  { name: 'important', icon: IconAlertCircle, command: createCallout('IMPORTANT'), place: 'block' },
  { name: 'warning', icon: IconAlertTriangle, command: createCallout('WARNING'), place: 'block' },
  { name: 'caution', icon: IconAlertOctagon, command: createCallout('CAUTION'), place: 'block' },
  { name: 'details', icon: IconCaretRight, command: details, place: 'document' },
  { name: 'rule', icon: IconSeparatorHorizontal, command: insertBlock('---\n\n', [5, 5]), place: 'block' },
  { name: 'math', icon: IconMathFunction, command: insertBlock('$$\n\n$$', [3, 3]), place: 'block' },
  { name: 'diagram', icon: IconSitemap, command: diagram, place: 'block' },
  { name: 'footnote', icon: IconSuperscript, command: insertFootnote, place: 'document' },
  { name: 'emoji', icon: IconMoodSmile, command: insertText(':'), follow: suggest, place: 'text' },
  { name: 'bold', icon: IconBold, command: toggleMark('**'), place: 'text' },
  { name: 'italic', icon: IconItalic, command: toggleMark('_'), place: 'text' },
  { name: 'strikethrough', icon: IconStrikethrough, command: toggleMark('~~'), place: 'text' },
  { name: 'code', icon: IconCode, command: toggleMark('`'), place: 'text' },
];
