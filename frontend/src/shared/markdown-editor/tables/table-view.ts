import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { redo, undo } from '@codemirror/commands';
import { markdownEditor } from '../../../messages/markdown-editor';
import { createCellContent } from './cell-content';
import { getCellText, type Row, type Table } from './table';
import { moveRowDown, normalizeCellText } from './table-edits';
import {
  activateCell,
  editTable,
  followSelection,
  getActiveTable,
  getCellName,
  getPlace,
  leaveTable,
  moveByCell,
  moveByRow,
  typeInCell,
} from './table-commands';
import { getTables, setActiveCell, type ActiveCell, type ShownTable } from './tables-state';
import classes from './tables.module.css';

/** The tables on the page, by their elements. */
const tableViews = new WeakMap<Element, TableView>();
export const getTableView = (element: Element): TableView | undefined => tableViews.get(element);

/** Shortcuts that a text field has itself. */
const OWN_KEYS = new Set(['a', 'c', 'v', 'x']);

/** Draws a table, and the field in which the active cell is written. */
export class TableView {
  readonly dom = document.createElement('div');
  private readonly view: EditorView;
  private readonly element = document.createElement('table');
  private table: Table;
  private rows: HTMLTableRowElement[] = [];
  private readonly field = document.createElement('textarea');
  private readonly mirror = document.createElement('span');
  private place: { row: number; column: number } | undefined;

  constructor(view: EditorView, table: Table) {
    this.view = view;
    this.table = table;
    this.dom.className = classes.frame ?? '';
    this.dom.append(this.element);
    this.element.setAttribute('aria-label', markdownEditor.table.label);
    this.field.className = classes.field ?? '';
    this.field.rows = 1;
    this.field.spellcheck = true;
    this.mirror.className = classes.mirror ?? '';
    this.mirror.ariaHidden = 'true';
    tableViews.set(this.dom, this);
    this.draw(table, []);
    this.listen();
  }

  get shown(): ShownTable | undefined {
    const from = this.view.posAtDOM(this.dom);
    return getTables(this.view.state).find((each) => each.from === from);
  }

  /** The edges of the active cell, for what is shown beside it. */
  get activeCell(): HTMLElement | undefined {
    return this.field.parentElement ?? undefined;
  }

  /** Where a row is on the screen. */
  getRow(index: number): HTMLElement | undefined {
    return this.rows[index];
  }

  update(table: Table): void {
    const before = this.table;
    this.table = table;
    if (String(before.alignments) === String(table.alignments)) this.draw(table, before.rows);
    else {
      this.element.replaceChildren();
      this.rows = [];
      this.draw(table, []);
    }
  }

  /** Moves the field to a cell. */
  activate({ row, column, selection }: ActiveCell, shouldFocus: boolean): void {
    const cell = this.rows[row]?.cells[column];
    if (!cell) return;
    this.place = { row, column };
    if (this.field.parentElement !== cell) {
      const left = this.field.parentElement;
      this.field.value = this.getText(row, column);
      cell.replaceChildren(this.mirror, this.field);
      this.drawLeft(left);
    }
    this.refreshField();
    if (!shouldFocus) return;
    this.field.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { length } = this.field.value;
    if (selection === 'all') this.field.setSelectionRange(0, length);
    else if (selection === 'start') this.field.setSelectionRange(0, 0);
    else if (selection === 'end') this.field.setSelectionRange(length, length);
    else this.field.setSelectionRange(selection, selection);
  }

  deactivate(): void {
    this.place = undefined;
    const left = this.field.parentElement;
    this.field.remove();
    this.drawLeft(left);
  }

  /** Draws the cell in which the field was. */
  private drawLeft(cell: HTMLElement | null): void {
    const row = this.rows.findIndex((each) => each === cell?.parentElement);
    if (row >= 0 && cell instanceof HTMLTableCellElement) this.drawCell(row, cell.cellIndex);
  }

  /** Takes over the selection of the text after a command has changed the cell. */
  select(shown: ShownTable, anchor: number, head: number): void {
    if (!this.place) return;
    const [start, end] = [anchor, head].map((position) =>
      getPlace(shown, this.place ?? { row: 0, column: 0 }, position),
    );
    this.field.setSelectionRange(Math.min(start ?? 0, end ?? 0), Math.max(start ?? 0, end ?? 0));
  }

  /** Gives the focus to the text if nothing else has it. */
  returnFocus(): void {
    queueMicrotask(() => {
      if (this.view.dom.isConnected && (document.activeElement ?? document.body) === document.body) this.view.focus();
    });
  }

  private getText(row: number, column: number): string {
    const each = this.table.rows[row];
    return each ? getCellText(each, column) : '';
  }

  /** Draws the rows that differ from those before. */
  private draw({ rows, alignments }: Table, before: readonly Row[]): void {
    const most = Math.min(rows.length, before.length);
    let [start, end] = [0, 0];
    while (start < most && rows[start] === before[start]) start++;
    while (end < most - start && rows.at(-1 - end) === before.at(-1 - end)) end++;
    const old = this.rows.slice(start, before.length - end);
    const next = this.rows[before.length - end] ?? null;
    const count = rows.length - end - start;
    for (const row of old.slice(count)) row.remove();
    const drawn = Array.from({ length: count }, (_, index) => old[index] ?? this.createRow(start + index));
    for (const row of drawn.slice(old.length)) this.element.insertBefore(row, next);
    this.rows.splice(start, old.length, ...drawn);
    for (let row = start; row < start + count; row++)
      for (const column of alignments.keys()) this.drawCell(row, column);
  }

  private createRow(index: number): HTMLTableRowElement {
    const row = document.createElement('tr');
    for (const alignment of this.table.alignments) {
      const cell = row.appendChild(document.createElement(index === 0 ? 'th' : 'td'));
      if (index === 0) cell.setAttribute('scope', 'col');
      if (alignment) cell.setAttribute('align', alignment);
    }
    return row;
  }

  private drawCell(row: number, column: number): void {
    const cell = this.rows[row]?.cells[column];
    if (!cell) return;
    const text = this.getText(row, column);
    const isActive = this.place?.row === row && this.place.column === column;
    if (isActive && this.field.parentElement === cell) this.refreshField();
    else cell.replaceChildren(...createCellContent(text));
  }

  private refreshField(): void {
    if (!this.place) return;
    const text = this.getText(this.place.row, this.place.column);
    this.field.setAttribute('aria-label', getCellName(this.table, this.place));
    // Spaces at the end belong to what is being typed.
    if (normalizeCellText(this.field.value) !== text) this.field.value = text;
    this.mirror.textContent = `${this.field.value}\u200b`;
  }

  private listen(): void {
    this.dom.addEventListener('mousedown', (event) => {
      const cell = (event.target as Element).closest('td, th');
      if (event.button !== 0 || !(cell instanceof HTMLTableCellElement) || event.target === this.field) return;
      event.preventDefault();
      const { shown } = this;
      const row = this.rows.findIndex((each) => each === cell.parentElement);
      if (shown && row >= 0) activateCell(this.view, shown, { row, column: cell.cellIndex }, 'end');
    });
    const { field, view } = this;
    field.addEventListener('input', () => {
      typeInCell(view, field.value, field.selectionStart);
      this.refreshField();
      view.requestMeasure();
    });
    field.addEventListener('beforeinput', (event) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      (event.inputType === 'historyUndo' ? undo : redo)(view);
    });
    field.addEventListener('keydown', (event) => {
      if (!event.isComposing && this.handleKey(event)) event.preventDefault();
    });
    field.addEventListener('blur', () => {
      setTimeout(() => {
        this.handleBlur();
      });
    });
  }

  private handleBlur(): void {
    const { activeElement } = document;
    if (activeElement === this.field || !this.place || !this.view.dom.isConnected) return;
    if (activeElement?.closest('[data-table-tools]')) return;
    // A command has given the focus to the text, whose selection is in this cell.
    if (this.view.hasFocus) this.field.focus();
    else this.view.dispatch({ effects: setActiveCell.of(undefined) });
  }

  /** @returns whether the key has been handled */
  private handleKey(event: KeyboardEvent): boolean {
    const { view, field } = this;
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (!isModified) return this.handlePlainKey(event);
    if (event.altKey && event.key === 'F10') return this.focusTools();
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      return moveRow(view, event.key === 'ArrowDown' ? 1 : -1);
    const isShortcut = event.key.length === 1 && !event.getModifierState('AltGraph');
    if (!isShortcut || !(event.ctrlKey || event.metaKey) || OWN_KEYS.has(event.key.toLowerCase())) return false;
    followSelection(view, field.selectionStart, field.selectionEnd);
    return runScopeHandlers(view, event, 'editor');
  }

  private handlePlainKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { view, field } = this;
    const { selectionStart: start, selectionEnd: end, value } = field;
    const isOneLine = field.clientHeight < 2.2 * Number.parseFloat(getComputedStyle(field).lineHeight);
    if (key === 'Tab') {
      if (!moveByCell(view, shiftKey ? -1 : 1, 'all', true)) this.focusTools();
    } else if (key === 'Enter' && shiftKey) {
      field.setRangeText('<br>', start, end, 'end');
      field.dispatchEvent(new Event('input'));
    } else if (key === 'Enter') moveByRow(view, 1, true);
    else if (key === 'Escape') leaveTable(view, true);
    else if (shiftKey) return false;
    else if (key === 'ArrowUp' && (isOneLine || end === 0)) moveByRow(view, -1, false);
    else if (key === 'ArrowDown' && (isOneLine || start === value.length)) moveByRow(view, 1, false);
    else if (key === 'ArrowLeft' && end === 0) {
      if (!moveByCell(view, -1, 'end', false)) leaveTable(view, false);
    } else if (key === 'ArrowRight' && start === value.length) {
      if (!moveByCell(view, 1, 'start', false)) leaveTable(view, true);
    } else return false;
    return true;
  }

  private focusTools(): boolean {
    this.view.dom.querySelector<HTMLElement>('[data-table-tools] [tabindex="0"]')?.focus();
    return true;
  }
}

/** Moves the row of the active cell, except for the heading. */
export function moveRow(view: EditorView, step: 1 | -1): boolean {
  const found = getActiveTable(view.state);
  if (!found) return false;
  const { active, shown } = found;
  const row = active.row + step;
  if (active.row < 1 || row < 1 || row >= shown.table.rows.length) return true;
  editTable(view, shown, moveRowDown(shown.table, Math.min(row, active.row)), { ...active, row });
  return true;
}
