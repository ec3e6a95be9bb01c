import { syntaxTree } from '@codemirror/language';
import { searchPanelOpen } from '@codemirror/search';
import { Annotation, type EditorState, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { findCell, parseTable, type Table } from './table';

/** A table in a text, from the beginning of its first line to the end of its last one. */
export interface ShownTable {
  from: number;
  to: number;
  table: Table;
}

/** What is selected in a cell that gets the focus; a number is a place in its text. */
export type CellSelection = 'all' | 'start' | 'end' | number;

export interface ActiveCell {
  /** the beginning of the table */
  from: number;
  row: number;
  column: number;
  selection: CellSelection;
}

export const setActiveCell = StateEffect.define<ActiveCell | undefined>();
/** Shows the source of the table that begins at a position, until the selection leaves it. */
export const showSource = StateEffect.define<number>();
/** Marks changes that come from a table itself. */
export const isTableEdit = Annotation.define<boolean>();

interface Tables {
  all: readonly ShownTable[];
  shown: readonly ShownTable[];
  /** the beginning of the table that is shown as source */
  source: number | undefined;
}

type Tree = ReturnType<typeof syntaxTree>;

/** Collects the tables of a part of the syntax tree; iterating over all its nodes takes long in a long text. */
function collectTables(tree: Tree, start: number, tables: { from: number; to: number }[]): void {
  for (let index = 0; index < tree.children.length; index++) {
    const child = tree.children[index];
    const from = start + (tree.positions[index] ?? 0);
    if (!child || !('children' in child)) continue;
    if (child.type.name === 'Table') tables.push({ from, to: from + child.length });
    // Nodes without a name only group others.
    else if (child.type.isAnonymous) collectTables(child, from, tables);
  }
}

function findTables(state: EditorState, before: readonly ShownTable[]): ShownTable[] {
  const tree = syntaxTree(state);
  const byText = new Map(before.map(({ table }) => [table.text, table]));
  const rows = new Map(before.flatMap(({ table }) => table.rows.map((row) => [row.text, row] as const)));
  const tables: ShownTable[] = [];
  const nodes: { from: number; to: number }[] = [];
  collectTables(tree, 0, nodes);
  for (const { from: start, to: end } of nodes) {
    const [from, to] = [state.doc.lineAt(start).from, state.doc.lineAt(end).to];
    const text = state.sliceDoc(from, to);
    const table = byText.get(text) ?? parseTable(text, rows);
    if (table) tables.push({ from, to, table });
  }
  // The end of a long text is parsed later.
  for (const each of before)
    if (each.from >= tree.length && state.sliceDoc(each.from, each.to) === each.table.text) tables.push(each);
  return tables;
}

function chooseShown(state: EditorState, all: readonly ShownTable[], source: number | undefined): ShownTable[] {
  const { main } = state.selection;
  const isFinding = searchPanelOpen(state) && !main.empty;
  return all.filter(({ from, to }) => !(from === source || (isFinding && main.from < to && main.to > from)));
}

function updateTables(value: Tables, transaction: Transaction): Tables {
  const { state, startState, changes, docChanged } = transaction;
  const mapped = docChanged
    ? value.all.map(({ from, to, table }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1), table }))
    : value.all;
  const isStale = docChanged || syntaxTree(startState) !== syntaxTree(state);
  const all = isStale ? findTables(state, mapped) : value.all;
  let source = value.source === undefined ? undefined : changes.mapPos(value.source, -1);
  for (const effect of transaction.effects) if (effect.is(showSource)) source = effect.value;
  const { head } = state.selection.main;
  const sourceTable = all.find(({ from }) => from === source);
  if (sourceTable && (head < sourceTable.from || head > sourceTable.to)) source = undefined;
  return { all, shown: chooseShown(state, all, source), source };
}

export const tablesField = StateField.define<Tables>({
  create: (state) => {
    const all = findTables(state, []);
    return { all, shown: chooseShown(state, all, undefined), source: undefined };
  },
  update: updateTables,
});

/** The tables that are shown as tables. */
export const getTables = (state: EditorState): readonly ShownTable[] => state.field(tablesField, false)?.shown ?? [];

/** The table that contains a position, or the one between the positions. */
export const getTableAt = (state: EditorState, from: number, to = from): ShownTable | undefined =>
  getTables(state).find((each) => each.from <= from && each.to >= to);

/** The cell that has the focus. */
export const activeCellField = StateField.define<ActiveCell | undefined>({
  create: () => undefined,
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setActiveCell)) return effect.value;
    if (!value || !transaction.docChanged) return value;
    const { state, changes } = transaction;
    const [least, most] = [changes.mapPos(value.from, -1), changes.mapPos(value.from, 1)];
    const found = getTables(state).find(({ from }) => from === least || from === most);
    if (!found) return undefined;
    const { from, to, table } = found;
    const { head } = state.selection.main;
    if (transaction.isUserEvent('undo') || transaction.isUserEvent('redo')) {
      if (head < from || head > to) return undefined;
      return { from, ...findCell(table, head - from), selection: 'end' };
    }
    return {
      ...value,
      from,
      row: Math.min(value.row, table.rows.length - 1),
      column: Math.min(value.column, table.alignments.length - 1),
    };
  },
});

export const getActiveCell = (state: EditorState): ActiveCell | undefined => state.field(activeCellField, false);
