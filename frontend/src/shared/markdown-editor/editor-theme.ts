import { EditorView } from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import classes from './editor.module.css';

/** Colors come from CSS classes, so the editor follows the page's color scheme. */
export const markdownHighlighter = tagHighlighter([
  { tag: tags.heading, class: classes.heading ?? '' },
  { tag: tags.strong, class: classes.strong ?? '' },
  { tag: tags.emphasis, class: classes.emphasis ?? '' },
  { tag: tags.strikethrough, class: classes.struck ?? '' },
  { tag: tags.link, class: classes.link ?? '' },
  { tag: [tags.url, tags.processingInstruction, tags.contentSeparator], class: classes.mark ?? '' },
  { tag: tags.monospace, class: classes.code ?? '' },
  { tag: tags.quote, class: classes.quote ?? '' },
]);

const line = '1px solid var(--hub-border)';

export const theme = EditorView.theme({
  '&': { color: 'inherit', '--editor-selection': 'color-mix(in oklab, var(--hub-accent) 25%, transparent)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { padding: '1rem', caretColor: 'var(--mantine-color-text)', minHeight: 'var(--editor-height)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--editor-selection)',
  },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-panels': { color: 'inherit', background: 'var(--hub-sunken)' },
  '.cm-panels.cm-panels-top': { borderBottom: line },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.75rem', fontFamily: 'var(--mantine-font-family)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': { fontSize: 'var(--mantine-font-size-xs)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--mantine-font-size-xs)' },
  '.cm-panel.cm-search [name=close]': { color: 'inherit', padding: '0.25rem 0.5rem' },
  '.cm-textfield': {
    border: '1px solid var(--hub-input-border)',
    borderRadius: '0.25rem',
    background: 'var(--hub-surface)',
    color: 'inherit',
  },
  '.cm-button': {
    border: line,
    borderRadius: '0.25rem',
    backgroundImage: 'none',
    background: 'var(--hub-surface)',
    color: 'inherit',
  },
  '.cm-searchMatch': { background: 'var(--hub-amber-tint)', outline: '1px solid var(--hub-amber)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in oklab, var(--hub-amber) 40%, transparent)' },
});

export const sourceTheme = EditorView.theme({
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--mantine-font-size-sm)',
    fontVariantLigatures: 'none',
    lineHeight: '1.7',
  },
});

export const richTheme = EditorView.theme({
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family)',
    fontSize: 'var(--mantine-font-size-md)',
    lineHeight: '1.6',
  },
});
