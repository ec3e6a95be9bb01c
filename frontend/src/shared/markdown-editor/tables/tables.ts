import { EditorState, type Extension, StateField, type Transaction } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  type Rect,
  showTooltip,
  type TooltipView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { findCell, getRowStart, type Table } from './table';
import { activateCell, followSelection, getActiveTable, getPlace } from './table-commands';
import { tableKeys } from './table-keys';
import { TableToolbar } from './table-toolbar';
import { getTableView, TableView } from './table-view';
import { activeCellField, getActiveCell, getTableAt, isTableEdit, tablesField } from './tables-state';
import classes from './tables.module.css';

/** In pixels; it becomes exact once a table is drawn. */
const ROW_HEIGHT = 39;

class TableWidget extends WidgetType {
  readonly table: Table;

  constructor(table: Table) {
    super();
    this.table = table;
  }

  override eq({ table }: TableWidget): boolean {
    return table.text === this.table.text;
  }

  override toDOM(view: EditorView): HTMLElement {
    return new TableView(view, this.table).dom;
  }

  override updateDOM(dom: HTMLElement): boolean {
    const drawn = getTableView(dom);
    drawn?.update(this.table);
    return drawn !== undefined;
  }

  override get estimatedHeight(): number {
    return this.table.rows.length * ROW_HEIGHT;
  }

  override coordsAt(dom: HTMLElement, position: number): Rect | null {
    const { row } = findCell(this.table, position);
    return getTableView(dom)?.getRow(row)?.getBoundingClientRect() ?? null;
  }

  /** What had the focus in a table that has gone leaves it to the text. */
  override destroy(dom: HTMLElement): void {
    const drawn = getTableView(dom);
    if (drawn?.activeCell) drawn.returnFocus();
  }
}

const decorations = StateField.define({
  create: drawTables,
  update: (value, { state, startState }) =>
    state.field(tablesField) === startState.field(tablesField, false) ? value : drawTables(state),
  provide: (field) => EditorView.decorations.from(field),
});

function drawTables(state: EditorState) {
  return Decoration.set(
    state
      .field(tablesField)
      .shown.map(({ from, to, table }) =>
        Decoration.replace({ widget: new TableWidget(table), block: true }).range(from, to),
      ),
  );
}

function findActiveView(view: EditorView): TableView | undefined {
  const found = getActiveTable(view.state);
  if (!found) return undefined;
  for (const element of view.contentDOM.children) {
    const drawn = getTableView(element);
    if (drawn?.shown === found.shown) return drawn;
  }
  return undefined;
}

const hasFocusInTools = (view: EditorView): boolean =>
  view.dom.querySelector('[data-table-tools]')?.contains(document.activeElement) ?? false;

/** Shows the field of the active cell, and gives the focus to the cell in which the selection of the text is. */
const followState = EditorView.updateListener.of((update: ViewUpdate) => {
  const { view, state, startState, transactions, docChanged, focusChanged } = update;
  const [before, now] = [getActiveCell(startState), getActiveCell(state)];
  const { main } = state.selection;
  if (now && (now !== before || docChanged || focusChanged)) {
    if (transactions.some((each) => each.annotation(isTableEdit) && each.isUserEvent('input.type'))) return;
    const drawn = findActiveView(view);
    drawn?.activate(now, !hasFocusInTools(view));
    const isOther = docChanged && transactions.some((each) => !each.annotation(isTableEdit) && each.selection);
    if (isOther && drawn?.shown) drawn.select(drawn.shown, main.anchor, main.head);
    for (const element of view.contentDOM.children) {
      const other = getTableView(element);
      if (other && other !== drawn && other.activeCell) other.deactivate();
    }
    return;
  }
  if (now) return;
  if (before)
    for (const element of view.contentDOM.children)
      if (getTableView(element)?.activeCell) getTableView(element)?.deactivate();
  const shown = view.hasFocus ? getTableAt(state, main.from, main.to) : undefined;
  if (!shown || (main.from === shown.from && main.empty) || (main.to === shown.to && main.empty)) return;
  if (main.from === shown.from && main.to === shown.to) return;
  const place = findCell(shown.table, main.head - shown.from);
  activateCell(view, shown, place, main.empty ? getPlace(shown, place, main.head) : 'all');
});

/** Commands of the text find the selection of the cell as that of the text. */
const followField = ViewPlugin.fromClass(
  class {
    private readonly view: EditorView;

    constructor(view: EditorView) {
      this.view = view;
      document.addEventListener('selectionchange', this.follow);
    }

    destroy(): void {
      document.removeEventListener('selectionchange', this.follow);
    }

    private readonly follow = () => {
      const field = document.activeElement;
      if (!(field instanceof HTMLTextAreaElement) || !this.view.contentDOM.contains(field)) return;
      if (getActiveTable(this.view.state)) followSelection(this.view, field.selectionStart, field.selectionEnd);
    };
  },
);

/** Tools may change the text of the active cell, but not make it something that is not a row. */
function keepRow(transaction: Transaction) {
  const found = transaction.docChanged ? getActiveTable(transaction.startState) : undefined;
  if (!found || transaction.annotation(isTableEdit) || !transaction.isUserEvent('input')) return transaction;
  const { active, shown } = found;
  const cell = shown.table.rows[active.row]?.cells[active.column];
  const start = shown.from + getRowStart(shown.table, active.row);
  let isInside = cell !== undefined;
  const changes: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    if (!cell || from < start + cell.start || to > start + cell.end) isInside = false;
    changes.push({ from, to, insert: inserted.toString() });
  });
  const isTool = transaction.isUserEvent('input.format');
  if (!isInside) return isTool ? [] : transaction;
  if (!changes.some(({ insert }) => insert.includes('\n'))) return transaction;
  if (isTool) return [];
  const flat = changes.map((change) => ({ ...change, insert: change.insert.replaceAll(/\n+/g, ' ') }));
  return [{ changes: flat, userEvent: 'input' }];
}

function createTools(view: EditorView): TooltipView {
  const dom = document.createElement('div');
  dom.className = classes.tooltip ?? '';
  const root = createRoot(dom);
  const render = () => {
    const found = getActiveTable(view.state);
    if (found) root.render(createElement(TableToolbar, { view, ...found }));
  };
  render();
  return {
    dom,
    overlap: true,
    update: render,
    destroy: () => {
      // Not while React may be rendering.
      setTimeout(() => {
        root.unmount();
      });
    },
    // Above the table, or below the row if the beginning of the table is not visible.
    getCoords: () => {
      const drawn = findActiveView(view);
      const frame = (drawn?.dom ?? view.dom).getBoundingClientRect();
      const cell = drawn?.activeCell?.getBoundingClientRect() ?? frame;
      return { left: frame.left, right: frame.left, top: frame.top, bottom: cell.bottom };
    },
  };
}

const tools = showTooltip.compute([activeCellField, tablesField], (state) => {
  const found = getActiveTable(state);
  return found ? { pos: found.shown.from, above: true, create: createTools } : null;
});

/** Shows tables as tables, whose cells are edited one by one. Only what is edited changes in the text. */
export const tables = (): Extension => [
  tablesField,
  activeCellField,
  decorations,
  followState,
  followField,
  EditorState.transactionFilter.of(keepRow),
  tools,
  tableKeys,
];
