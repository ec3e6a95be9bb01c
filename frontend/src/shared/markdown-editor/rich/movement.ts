import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

const MARKS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+)?/;

/** Home moves behind the marks of a line, whose drawn text begins there; a second time to the beginning of the line. */
function moveHome(view: EditorView, shouldExtend: boolean): boolean {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const start = line.from + (MARKS.exec(line.text)?.[0].length ?? 0);
  const wrapped = view.moveToLineBoundary(main, false).head;
  if (state.selection.ranges.length > 1 || start === line.from || main.head <= start || wrapped > start) return false;
  view.dispatch({
    selection: shouldExtend ? EditorSelection.range(main.anchor, start) : EditorSelection.cursor(start),
    scrollIntoView: true,
    userEvent: 'select',
  });
  return true;
}

export const moveToContentStart = (view: EditorView): boolean => moveHome(view, false);
export const selectToContentStart = (view: EditorView): boolean => moveHome(view, true);
