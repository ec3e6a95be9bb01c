import { markdownEditor } from '../../messages/markdown-editor';
import { shortcuts as text } from '../../messages/shortcuts';
import {
  BLOCK_MENU_KEYS,
  documentTools,
  MOVE_DOWN_KEYS,
  MOVE_UP_KEYS,
  SOURCE_KEYS,
  TASK_KEYS,
} from '../markdown-editor/tools';
import { compareKeys } from '../text-compare/compare-keys';
import { queueKeys, threadKeys } from './key-maps';
import { globalKeys } from './plain-keys';

export interface Shortcut {
  /** In CodeMirror's notation; several for one action, or one after the other. */
  keys: readonly string[];
  action: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** All shortcuts. The demo document about them has the same, which a test compares. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: text.everywhere.title,
    shortcuts: [
      { keys: [globalKeys.search, 'Mod-k'], action: text.everywhere.search },
      { keys: [globalKeys.help], action: text.everywhere.help },
      { keys: ['Tab', 'Shift-Tab'], action: text.everywhere.move },
      { keys: ['Enter'], action: text.everywhere.press },
      { keys: ['Escape'], action: text.everywhere.close },
      { keys: ['Tab', 'Enter'], action: text.everywhere.skip },
    ],
  },
  {
    title: text.thread.title,
    shortcuts: [
      { keys: [threadKeys.next], action: text.thread.next },
      { keys: [threadKeys.previous], action: text.thread.previous },
      { keys: [threadKeys.reply], action: text.thread.reply },
      { keys: [threadKeys.edit], action: text.thread.edit },
    ],
  },
  {
    title: text.writing.title,
    shortcuts: [
      { keys: ['Mod-s'], action: text.writing.save },
      ...documentTools.flatMap(({ name, keys }) =>
        keys ? [{ keys: [keys], action: markdownEditor.tools[name] }] : [],
      ),
      { keys: [TASK_KEYS], action: markdownEditor.toggleTask },
      { keys: [SOURCE_KEYS], action: markdownEditor.source },
      { keys: [MOVE_UP_KEYS, MOVE_DOWN_KEYS], action: text.writing.moveBlock },
      { keys: [BLOCK_MENU_KEYS], action: text.writing.blockMenu },
      { keys: ['Mod-z'], action: text.writing.undo },
      { keys: ['F1'], action: text.writing.help },
    ],
  },
  {
    title: text.compare.title,
    shortcuts: [
      { keys: [compareKeys.next], action: text.compare.next },
      { keys: [compareKeys.previous], action: text.compare.previous },
    ],
  },
  {
    title: text.queue.title,
    shortcuts: [
      { keys: [queueKeys.next], action: text.queue.next },
      { keys: [queueKeys.previous], action: text.queue.previous },
      { keys: [queueKeys.approve], action: text.queue.approve },
      { keys: [queueKeys.reject], action: text.queue.reject },
    ],
  },
];
