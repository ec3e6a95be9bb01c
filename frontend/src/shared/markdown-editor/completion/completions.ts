import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionKeymap,
  completionStatus,
  currentCompletions,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, showTooltip, tooltips } from '@codemirror/view';
import { editorCompletion as text } from '../../../messages/editor-completion';
import type { FileUploads } from '../file-uploads';
import { codeLanguages } from './code-languages';
import { completionTheme } from './completion-theme';
import { emoji } from './emoji';
import { mentions } from './mentions';
import { createOptionIcon } from './option-icon';
import { pageLinks } from './page-links';
import { slashMenu } from './slash-menu';
import { dismiss, dismissedEnd } from './trigger';

/** Closes the list for what is being typed; what follows has suggestions again. */
function dismissCompletion(view: EditorView): boolean {
  if (!closeCompletion(view)) return false;
  view.dispatch({ effects: dismiss.of(view.state.selection.main.head) });
  return true;
}

const keys: readonly KeyBinding[] = [
  { key: 'Escape', run: dismissCompletion },
  { key: 'Tab', run: acceptCompletion },
  ...completionKeymap.filter(({ key }) => key !== 'Escape'),
];

/** Screen readers read the selected suggestion, but not that there are any. */
const announcement = EditorView.updateListener.of(({ startState, state, view }) => {
  const count = currentCompletions(state).length;
  const isOpen = completionStatus(state) === 'active' && count > 0;
  if (isOpen && (completionStatus(startState) !== 'active' || currentCompletions(startState).length !== count))
    view.dispatch({ effects: EditorView.announce.of(text.count(count)) });
});

/**
 * Lists are hidden near the edges of the text, as far as bars cover them once the page is scrolled (`scrollMargins`).
 * Those of an editor that is not scrolled are visible.
 */
const withoutClipping = EditorView.updateListener.of(({ state }) => {
  for (const tooltip of state.facet(showTooltip)) if (tooltip) tooltip.clip = false;
});

const EDGE_DISTANCE = 8;

/** The part of the window that the keyboard of a phone and the actions of the form leave. */
function getVisibleSpace() {
  const {
    offsetLeft: left,
    offsetTop: top,
    width,
    height,
  } = window.visualViewport ?? {
    offsetLeft: 0,
    offsetTop: 0,
    width: window.innerWidth,
    height: window.innerHeight,
  };
  const actions = document.querySelector('[data-bottom-actions]')?.getBoundingClientRect().top ?? Infinity;
  return {
    left: left + EDGE_DISTANCE,
    top,
    right: left + width - EDGE_DISTANCE,
    bottom: Math.min(top + height, actions),
  };
}

/**
 * Suggestions while typing: `/` everything that can be inserted, `@` users, `[[` and `#` pages, `:` emoji, and the
 * languages of code.
 * @param isDocument whether the text is a long one, with headings and footnotes
 */
export const completions = (uploads: FileUploads, isDocument: boolean): Extension => [
  autocompletion({
    override: [slashMenu(uploads, isDocument), mentions, pageLinks, emoji, codeLanguages],
    defaultKeymap: false,
    icons: false,
    addToOptions: [{ render: createOptionIcon, position: 20 }],
  }),
  Prec.highest(keymap.of(keys)),
  dismissedEnd,
  announcement,
  withoutClipping,
  tooltips({ tooltipSpace: getVisibleSpace }),
  EditorState.phrases.of({ Completions: text.list }),
  completionTheme,
];
