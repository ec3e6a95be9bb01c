import { EditorView } from '@codemirror/view';

/** The list of suggestions, which looks like those of the page's own fields. */
export const completionTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    zIndex: '20',
    padding: '0.25rem',
    border: '1px solid var(--hub-border)',
    borderRadius: 'var(--mantine-radius-md)',
    background: 'var(--hub-surface)',
    color: 'var(--mantine-color-text)',
    boxShadow: 'var(--hub-shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: 'min(20rem, calc(100vw - 2.5rem))',
    maxWidth: 'min(30rem, calc(100vw - 2.5rem))',
    maxHeight: 'min(20rem, 45dvh)',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: 'var(--mantine-font-size-sm)',
    whiteSpace: 'normal',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'grid',
    gridTemplateColumns: '1.5rem 1fr',
    columnGap: '0.75rem',
    alignItems: 'center',
    minHeight: '2.75rem',
    padding: '0.25rem 0.75rem',
    borderRadius: 'var(--mantine-radius-sm)',
    lineHeight: '1.3',
    overflowWrap: 'anywhere',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li:hover, .cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--hub-hover)',
    color: 'inherit',
  },
  '.cm-completion-symbol': {
    display: 'grid',
    gridRow: 'span 2',
    placeItems: 'center',
    color: 'var(--hub-muted)',
    fontSize: '1.25rem',
  },
  '.cm-completionLabel': { gridColumn: '2' },
  '.cm-completionDetail': {
    gridColumn: '2',
    marginLeft: '0',
    color: 'var(--hub-muted)',
    fontSize: 'var(--mantine-font-size-xs)',
    fontStyle: 'normal',
  },
});
