import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { activateCell } from './table-commands';
import { getTableAt, getTables, type ShownTable } from './tables-state';

const enterFirst = (view: EditorView, shown: ShownTable): true => {
  activateCell(view, shown, { row: 0, column: 0 }, 'start');
  return true;
};

const enterLast = (view: EditorView, shown: ShownTable, column?: number): true => {
  const { rows, alignments } = shown.table;
  activateCell(view, shown, { row: rows.length - 1, column: column ?? alignments.length - 1 }, 'end');
  return true;
};

/** Up and down go into a table that is on the way. */
function moveByLine(view: EditorView, isForward: boolean): boolean {
  const { main } = view.state.selection;
  if (!main.empty) return false;
  const { head } = view.moveVertically(main, isForward);
  if (isForward) {
    const next = getTables(view.state).find(({ from }) => from >= main.head && from <= head);
    return next ? enterFirst(view, next) : false;
  }
  const before = getTables(view.state).findLast(({ to }) => to <= main.head && to >= head);
  return before ? enterLast(view, before, 0) : false;
}

function moveRight(view: EditorView): boolean {
  const { main } = view.state.selection;
  const next = main.empty && getTables(view.state).find(({ from }) => from === main.head || from - 1 === main.head);
  return next ? enterFirst(view, next) : false;
}

function moveLeft(view: EditorView): boolean {
  const { main } = view.state.selection;
  const before = main.empty && getTables(view.state).find(({ to }) => to === main.head || to + 1 === main.head);
  return before ? enterLast(view, before) : false;
}

/** What is deleted between a table and the text beside it would make the text a row, or the table a text. */
function deleteBackward(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty) return false;
  if (moveLeft(view)) return true;
  const line = state.doc.lineAt(main.head);
  if (line.from !== main.head || line.number === 1) return false;
  const above = state.doc.line(line.number - 1);
  if (getTableAt(state, main.head)?.from === main.head) return above.text !== '';
  const before = line.text !== '' && above.text === '' && getTableAt(state, Math.max(0, above.from - 1));
  return before ? enterLast(view, before) : false;
}

function deleteForward(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty) return false;
  const line = state.doc.lineAt(main.head);
  if (line.to === main.head && line.text === '') {
    const above = getTableAt(state, Math.max(0, line.from - 1));
    const isLast = line.number === state.doc.lines;
    return above !== undefined && line.number > 1 && !isLast && state.doc.line(line.number + 1).text !== '';
  }
  if (getTableAt(state, main.head)?.to === main.head) return true;
  return moveRight(view);
}

/** Text that is typed beside a table does not become a part of it. */
const typeBeside = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to) return false;
  const { doc } = view.state;
  const shown = getTables(view.state).find((each) => from >= each.from && from <= each.to + 1);
  if (!shown) return false;
  let [before, after] = ['', ''];
  if (from === shown.to) before = '\n\n';
  else if (from === shown.from) after = '\n\n';
  else if (from === shown.to + 1 && doc.lineAt(from).text === '') before = '\n';
  else return false;
  view.dispatch({
    changes: { from, insert: before + text + after },
    selection: { anchor: from + before.length + text.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
});

/** How the text around tables is left and entered by keys. */
export const tableKeys: Extension = [
  typeBeside,
  Prec.high(
    keymap.of([
      { key: 'ArrowDown', run: (view) => moveByLine(view, true) },
      { key: 'ArrowUp', run: (view) => moveByLine(view, false) },
      { key: 'ArrowRight', run: moveRight },
      { key: 'ArrowLeft', run: moveLeft },
      { key: 'Backspace', run: deleteBackward },
      { key: 'Delete', run: deleteForward },
    ]),
  ),
];
