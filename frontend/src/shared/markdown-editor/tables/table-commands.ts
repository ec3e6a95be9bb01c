import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { markdownEditor } from '../../../messages/markdown-editor';
import { escapePipes, getCellText, getRowStart, parseTable, unescapePipes, type Table } from './table';
import { insertRow, setCell, type TableChanges } from './table-edits';
import {
  getActiveCell,
  getTables,
  isTableEdit,
  setActiveCell,
  showSource,
  type ActiveCell,
  type CellSelection,
  type ShownTable,
} from './tables-state';

const texts = markdownEditor.table;

interface Place {
  row: number;
  column: number;
}

/** What a cell is called for those who do not see the table. */
export function getCellName({ rows }: Table, { row, column }: Place): string {
  const [header] = rows;
  const heading = (header && getCellText(header, column)) || texts.column(column + 1);
  return row === 0 ? texts.headingCell(heading) : texts.cell({ heading, row });
}

/** The position of a place in the text of a cell. */
function getPosition(table: Table, { row, column }: Place, place = 0): number {
  const each = table.rows[row];
  const cell = each?.cells[column];
  const start = getRowStart(table, row);
  if (!each || !cell) return start + (each?.text.trimEnd().length ?? 0);
  const text = getCellText(each, column);
  return start + Math.min(cell.to, cell.from + escapePipes(text.slice(0, place)).length);
}

/** The place in the text of a cell of a position in the document. */
export function getPlace(shown: ShownTable, { row, column }: Place, position: number): number {
  const each = shown.table.rows[row];
  const cell = each?.cells[column];
  if (!each || !cell) return 0;
  const end = position - shown.from - getRowStart(shown.table, row);
  return unescapePipes(each.text.slice(cell.from, Math.max(cell.from, Math.min(end, cell.to)))).length;
}

export function getActiveTable(state: EditorState): { active: ActiveCell; shown: ShownTable } | undefined {
  const active = getActiveCell(state);
  const shown = active && getTables(state).find(({ from }) => from === active.from);
  return active && shown ? { active, shown } : undefined;
}

/** Gives the focus to a cell. The selection of the text follows, so that commands of the text know the place. */
export function activateCell(view: EditorView, shown: ShownTable, place: Place, selection: CellSelection): void {
  const at = shown.from + getPosition(shown.table, place, typeof selection === 'number' ? selection : 0);
  view.dispatch({
    selection: { anchor: at },
    effects: setActiveCell.of({ from: shown.from, ...place, selection }),
    userEvent: 'select',
  });
}

/** Changes a table, after which the cell has the focus. */
export function editTable(view: EditorView, shown: ShownTable, changes: TableChanges, place: Place, said = true): void {
  const set = view.state.changes(
    changes.map(({ from, to, insert }): ChangeSpec => ({ from: shown.from + from, to: shown.from + to, insert })),
  );
  const text = set.apply(view.state.doc).sliceString(shown.from, set.mapPos(shown.to, 1));
  const table = parseTable(text, new Map(shown.table.rows.map((row) => [row.text, row])));
  if (!table) return;
  view.dispatch({
    changes: set,
    selection: { anchor: shown.from + getPosition(table, place) },
    effects: [
      setActiveCell.of({ from: shown.from, ...place, selection: 'all' }),
      ...(said ? [EditorView.announce.of(getCellName(table, place))] : []),
    ],
    annotations: isTableEdit.of(true),
    userEvent: 'input.table',
  });
}

/** Takes over what has been typed in a cell. */
export function typeInCell(view: EditorView, text: string, place: number): void {
  const found = getActiveTable(view.state);
  if (!found) return;
  const { active, shown } = found;
  const changes = setCell(shown.table, active.row, active.column, text);
  if (changes.length === 0) return;
  const set = view.state.changes(
    changes.map(({ from, to, insert }) => ({ from: shown.from + from, to: shown.from + to, insert })),
  );
  const table = parseTable(set.apply(view.state.doc).sliceString(shown.from, set.mapPos(shown.to, 1)));
  const spec: TransactionSpec = { changes: set, annotations: isTableEdit.of(true), userEvent: 'input.type' };
  const skipped = text.length - text.trimStart().length;
  if (table) spec.selection = { anchor: shown.from + getPosition(table, active, Math.max(0, place - skipped)) };
  view.dispatch(spec);
}

/** Makes the selection of the text that of the cell, for commands that change the selection. */
export function followSelection(view: EditorView, start: number, end: number): void {
  const found = getActiveTable(view.state);
  if (!found) return;
  const { active, shown } = found;
  const [anchor, head] = [start, end].map((place) => shown.from + getPosition(shown.table, active, place));
  const { main } = view.state.selection;
  if (anchor === undefined || head === undefined || (main.anchor === anchor && main.head === head)) return;
  view.dispatch({ selection: EditorSelection.single(anchor, head) });
}

/** Returns to the text before or behind a table. One that ends the text is followed by a line, in which to go on. */
export function leaveTable(view: EditorView, isForward: boolean): void {
  const found = getActiveTable(view.state);
  if (!found) return;
  const { from, to } = found.shown;
  const isLast = isForward && to === view.state.doc.length;
  view.dispatch({
    ...(isLast && { changes: { from: to, insert: '\n' } }),
    selection: { anchor: isForward ? to + 1 : Math.max(0, from - 1) },
    effects: setActiveCell.of(undefined),
    scrollIntoView: true,
    userEvent: 'select',
  });
  view.focus();
}

/** Moves by cells in reading order; behind the last one, a row is added. @returns whether there is a cell */
export function moveByCell(view: EditorView, step: 1 | -1, selection: CellSelection, shouldAdd: boolean): boolean {
  const found = getActiveTable(view.state);
  if (!found) return false;
  const { active, shown } = found;
  const { rows, alignments } = shown.table;
  const index = active.row * alignments.length + active.column + step;
  if (index < 0) return false;
  const place = { row: Math.floor(index / alignments.length), column: index % alignments.length };
  if (place.row < rows.length) activateCell(view, shown, place, selection);
  else if (shouldAdd) editTable(view, shown, insertRow(shown.table, active.row), place, false);
  else return false;
  return true;
}

/** Moves to the row above or below; below the last one, a row is added or the table is left. */
export function moveByRow(view: EditorView, step: 1 | -1, shouldAdd: boolean): void {
  const found = getActiveTable(view.state);
  if (!found) return;
  const { active, shown } = found;
  const place = { row: active.row + step, column: active.column };
  if (shown.table.rows[place.row]) activateCell(view, shown, place, shouldAdd ? 'all' : 'end');
  else if (shouldAdd && step > 0) editTable(view, shown, insertRow(shown.table, active.row), place, false);
  else leaveTable(view, step > 0);
}

export function showTableSource(view: EditorView): void {
  const found = getActiveTable(view.state);
  if (!found) return;
  view.dispatch({
    selection: { anchor: found.shown.from },
    effects: [setActiveCell.of(undefined), showSource.of(found.shown.from)],
  });
  view.focus();
}

export function deleteTable(view: EditorView): void {
  const found = getActiveTable(view.state);
  if (!found) return;
  const { from, to } = found.shown;
  const end = view.state.sliceDoc(to, to + 2) === '\n\n' ? to + 2 : to;
  view.dispatch({
    changes: { from, to: end },
    selection: { anchor: from },
    effects: setActiveCell.of(undefined),
    annotations: isTableEdit.of(true),
    userEvent: 'delete.table',
  });
  view.focus();
}
