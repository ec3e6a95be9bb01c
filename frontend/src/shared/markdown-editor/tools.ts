import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLinkPlus,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconPaperclip,
  IconPhotoPlus,
  IconSourceCode,
  IconTablePlus,
  type Icon,
} from '@tabler/icons-react';
import { isApplePlatform } from '../../lib/browser';
import { messages } from '../../messages/common';
import type { markdownEditor } from '../../messages/markdown-editor';

export type ToolName = keyof typeof markdownEditor.tools;

export interface Tool {
  name: ToolName;
  icon: Icon;
  /** In CodeMirror's notation; `Mod` is ⌘ on Apple platforms and Ctrl elsewhere. */
  keys?: string;
  startsGroup?: boolean;
}

/** Switch between Rich and Source, in CodeMirror's notation. */
export const SOURCE_KEYS = 'Mod-Alt-m';

/** Marks the task at the cursor as done, in CodeMirror's notation. */
export const TASK_KEYS = 'Mod-Alt-x';

/** Moves a block up or down, in CodeMirror's notation. */
export const MOVE_UP_KEYS = 'Alt-ArrowUp';
export const MOVE_DOWN_KEYS = 'Alt-ArrowDown';
/** Opens the menu of a block, in CodeMirror's notation. */
export const BLOCK_MENU_KEYS = 'Mod-Alt-b';

const bold: Tool = { name: 'bold', icon: IconBold, keys: 'Mod-b' };
const italic: Tool = { name: 'italic', icon: IconItalic, keys: 'Mod-i' };
const link: Tool = { name: 'link', icon: IconLinkPlus, keys: 'Mod-k', startsGroup: true };
const image: Tool = { name: 'image', icon: IconPhotoPlus };
const file: Tool = { name: 'file', icon: IconPaperclip };
const list: Tool = { name: 'list', icon: IconList, keys: 'Mod-Shift-8', startsGroup: true };
const quote: Tool = { name: 'quote', icon: IconBlockquote, keys: 'Mod-Shift-.' };
const code: Tool = { name: 'code', icon: IconCode, keys: 'Mod-e' };
const codeBlock: Tool = { name: 'codeBlock', icon: IconSourceCode, keys: 'Mod-Alt-c' };

/** The tools of long texts, in the order of the toolbar. */
export const documentTools: readonly Tool[] = [
  bold,
  italic,
  { name: 'heading', icon: IconHeading, keys: 'Mod-Alt-h' },
  link,
  image,
  file,
  list,
  { name: 'orderedList', icon: IconListNumbers, keys: 'Mod-Shift-7' },
  { name: 'taskList', icon: IconListCheck, keys: 'Mod-Shift-9' },
  { ...quote, startsGroup: true },
  code,
  codeBlock,
  { name: 'table', icon: IconTablePlus },
];

/** The tools of posts and comments: one row on a phone. */
export const textFieldTools: readonly Tool[] = [bold, italic, link, image, file, list, quote, code, codeBlock];

/** The tools of signatures, which are a few words without files. */
export const signatureTools: readonly Tool[] = [bold, italic, link, list, code];

/**
 * The names of keys as they are printed on them.
 * @param keys in CodeMirror's notation; `Mod` is ⌘ on Apple platforms and Ctrl elsewhere
 */
export function getKeyNames(keys: string): string[] {
  return keys
    .replace('Mod', isApplePlatform ? '⌘' : messages.keys.control)
    .replace('Shift', messages.keys.shift)
    .replace('Alt', isApplePlatform ? '⌥' : 'Alt')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace(/-[a-z]$/, (letter) => letter.toUpperCase())
    .split('-');
}
