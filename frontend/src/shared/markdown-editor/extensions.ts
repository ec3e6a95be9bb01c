import { defaultKeymap, history, historyKeymap, indentWithTab, redo } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view';
import { cspNonce } from '../../lib/page';
import type { FileUploads } from './file-uploads';
import { getFiles, getPastedFiles } from './file-insertion';
import { markdownEditor } from '../../messages/markdown-editor';
import { toggleTasks } from './rich/tasks';
import { alert } from '../../ui/dialogs/dialogs';
import type { EditorSize } from './editor';
import { blockHandle, blockKeys } from './blocks/block-handle';
import { completions } from './completion/completions';
import { convertsPastedHtml, pasteHandlers } from './paste/paste';
import { runTool } from './tool-commands';
import { documentTools, TASK_KEYS } from './tools';
import type { EditorMode } from './editor-mode';
import { markdownHighlighter, richTheme, sourceTheme, theme } from './editor-theme';
import { markdownSyntax } from './markdown-syntax';
import { richMode } from './rich/rich-mode';
import { tables } from './tables/tables';

const createShortcuts = (uploads: FileUploads): readonly KeyBinding[] =>
  documentTools.flatMap(({ name, keys }) => {
    const run = (view: EditorView) => {
      runTool(name, view, uploads);
      return true;
    };
    return keys ? [{ key: keys, run, preventDefault: true }] : [];
  });

const fileHandlers = (uploads: FileUploads): Extension =>
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const files = getPastedFiles(event.clipboardData);
      if (files.length === 0) return false;
      uploads.insert(view, files);
      return true;
    },
    drop: (event, view) => {
      if (!event.dataTransfer?.types.includes('Files')) return false;
      event.preventDefault();
      const files = getFiles(event.dataTransfer);
      if (files.length === 0) void alert({ title: markdownEditor.noFilesTitle, text: markdownEditor.noFiles });
      else uploads.insert(view, files, view.posAtCoords(event) ?? undefined);
      return true;
    },
  });

/**
 * When typing replaces a selection, Chromium copies the old text's appearance into a style attribute, which the content
 * security policy blocks and reports. Replacing the text in the editor avoids it.
 */
const plainTextReplacement = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
    // Uses the browser's selection: the editor's state may lag behind.
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed) return false;
    const range = selection.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = view.state.toText(event.data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  },
});

/** The distance from the caret to what covers the text: the header with the toolbar, and the actions of the form. */
const CARET_DISTANCE = 8;

/** Keeps the caret visible between the sticky bars while the page scrolls to it. */
const scrollMargins = EditorView.scrollMargins.of((view) => {
  const toolbar = view.dom.closest('[data-editor]')?.querySelector('[role=toolbar]');
  const actions = document.querySelector('[data-bottom-actions]');
  const top = toolbar ? Number.parseFloat(getComputedStyle(toolbar).top) + toolbar.clientHeight : 0;
  const bottom = actions ? window.innerHeight - actions.getBoundingClientRect().top : 0;
  return { top: top + CARET_DISTANCE, bottom: Math.max(0, bottom) + CARET_DISTANCE };
});

/** The editor's own texts, by the names that it gives them. */
const phrases = EditorState.phrases.of({
  Find: markdownEditor.search.find,
  Replace: markdownEditor.search.replaceWith,
  next: markdownEditor.search.next,
  previous: markdownEditor.search.previous,
  all: markdownEditor.search.selectAll,
  'match case': markdownEditor.search.matchCase,
  regexp: markdownEditor.search.regexp,
  'by word': markdownEditor.search.byWord,
  replace: markdownEditor.search.replace,
  'replace all': markdownEditor.search.replaceAll,
  close: markdownEditor.search.close,
  'current match': markdownEditor.search.currentMatch,
  'on line': markdownEditor.search.onLine,
  'replaced match on line $': markdownEditor.search.replacedOnLine,
  'replaced $ matches': markdownEditor.search.replacedCount,
  'Go to line': markdownEditor.search.goToLine,
  go: markdownEditor.search.go,
  'Selection deleted': markdownEditor.search.selectionDeleted,
  'Control character': markdownEditor.search.controlCharacter,
});

/** What shows a text as readers see it, one line for each part. */
const richExtensions: readonly Extension[] = [richMode(), tables(), richTheme, convertsPastedHtml.of(true)];

const sourceExtensions: readonly Extension[] = [syntaxHighlighting(markdownHighlighter), sourceTheme];

export const getModeExtensions = (mode: EditorMode): Extension => (mode === 'rich' ? richExtensions : sourceExtensions);

interface ExtensionOptions {
  size: EditorSize;
  placeholder: string;
  uploads: FileUploads;
}

/**
 * What only long texts have. Tab indents; Escape followed by Tab leaves the editor (CodeMirror's rule, explained in the
 * hint).
 */
const documentExtensions: readonly Extension[] = [
  search({ top: true }),
  blockHandle,
  scrollMargins,
  keymap.of([indentWithTab, ...searchKeymap]),
];

/** The extensions of both modes. */
export function extensions({ size, placeholder: hint, uploads }: ExtensionOptions): Extension {
  return [
    EditorView.cspNonce.of(cspNonce),
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    markdownSyntax(),
    phrases,
    placeholder(hint),
    completions(uploads, size === 'document'),
    pasteHandlers(uploads),
    fileHandlers(uploads),
    plainTextReplacement,
    // Highest precedence, because the default keymap binds Mod-i to another command.
    Prec.high(keymap.of([...createShortcuts(uploads), { key: TASK_KEYS, run: toggleTasks, preventDefault: true }])),
    size === 'document' ? documentExtensions : [],
    blockKeys,
    // CodeMirror binds Mod-Shift-z on some systems only.
    keymap.of([...historyKeymap, { key: 'Mod-Shift-z', run: redo, preventDefault: true }, ...defaultKeymap]),
    EditorView.contentAttributes.of({ spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences' }),
    theme,
  ];
}
