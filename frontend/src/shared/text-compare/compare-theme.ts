import { EditorView } from '@codemirror/view';

const sign = { position: 'absolute', insetInlineStart: '0.625rem', fontWeight: '650' };

/** Changes are told apart by signs and lines, not by color alone. Colors follow the page's color scheme. */
export const compareTheme = EditorView.theme({
  '&': { color: 'inherit', background: 'var(--hub-surface)' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--mantine-font-size-xs)',
    fontVariantLigatures: 'none',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: '0', minWidth: '0' },
  '.cm-content:focus-visible': { outline: '2px solid var(--hub-accent)', outlineOffset: '-2px' },
  '.cm-line, .cm-deletedChunk .cm-deletedLine': { position: 'relative', padding: '0.0625rem 0.75rem 0.0625rem 1.5rem' },
  '.cm-deletedChunk': { paddingLeft: '0' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk .cm-deletedLine': { backgroundColor: 'var(--hub-red-tint)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--hub-green-tint)' },
  '&.cm-merge-a .cm-changedLine::before, .cm-deletedChunk .cm-deletedLine::before': { ...sign, content: "'−' / ''" },
  '&.cm-merge-b .cm-changedLine::before': { ...sign, content: "'+' / ''" },
  '&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    color: 'var(--hub-red)',
    fontWeight: '650',
    textDecoration: 'line-through 2px',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'none',
    color: 'var(--hub-green)',
    fontWeight: '650',
    textDecoration: 'underline 2px',
    textUnderlineOffset: '0.15em',
  },
  '&.cm-merge-a .cm-collapsedLines, &.cm-merge-b .cm-collapsedLines': {
    padding: '0.25rem 0.75rem',
    borderBlock: '1px solid var(--hub-border)',
    background: 'var(--hub-sunken)',
    color: 'var(--hub-muted)',
    fontFamily: 'var(--mantine-font-family)',
    textAlign: 'center',
  },
  // The library's sign is in few fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: "'⋯' / ''" },
  '.cm-currentChange': {
    padding: '0.125rem 0.75rem',
    background: 'var(--hub-accent-tint)',
    color: 'var(--hub-accent)',
    fontFamily: 'var(--mantine-font-family)',
    fontWeight: '600',
  },
});
