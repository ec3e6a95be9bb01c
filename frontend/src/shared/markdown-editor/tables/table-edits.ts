import { computeReplacement, type Replacement } from '../../../lib/text-replacement';
import { escapePipes, parseRow, type Alignment, type Row, type Table } from './table';

/** In the text of the table, in the order of their positions. */
export type TableChanges = Replacement[];

/** What a cell can hold is one line; spaces at its ends have no meaning. */
export const normalizeCellText = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ').trim();

const getRaw = ({ text, cells }: Row, column: number): string => {
  const cell = cells[column];
  return cell ? text.slice(cell.from, cell.to) : '';
};

const splice = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);

/** What begins with a letter is a row; other characters may begin a list, a heading or a rule. */
const BEGINS_WITH_LETTER = /^\p{L}/u;

/** Writes the content of a cell, with its backslashes before pipes. */
function writeCell(row: Row, column: number, raw: string): string {
  const { text, cells, isOpened, isClosed } = row;
  const cell = cells[column];
  if (!cell) return raw === '' ? text : appendCells(row, column, raw);
  let content = raw;
  if (cell.from === cell.to && raw !== '') {
    if (cell.end === cell.start) content = ` ${content}`;
    if (cell.end - cell.start < 2) content += ' ';
  }
  // A backslash would take the pipe behind it.
  if (content.endsWith('\\') && text[cell.to] === '|') content += ' ';
  if (column === 0 && !isOpened && !BEGINS_WITH_LETTER.test(raw)) content = `| ${content}`;
  if (column === cells.length - 1 && !isClosed && raw === '') content += ' |';
  return splice(text, cell.from, cell.to, content);
}

/** A row may have less cells than the table has columns. */
function appendCells({ text, cells, isClosed }: Row, column: number, raw: string): string {
  const end = text.trimEnd().length;
  const missing = '  |'.repeat(column - cells.length);
  return splice(text, end, end, `${isClosed ? '' : ' |'}${missing} ${raw} |`);
}

function addCell({ text, cells, isOpened, isClosed }: Row, column: number, raw: string): string {
  const content = raw === '' ? '  ' : ` ${raw} `;
  const next = cells[column];
  const end = text.trimEnd().length;
  if (!next) return splice(text, end, end, isClosed ? `${content}|` : ` |${content}|`);
  return column === 0 && !isOpened
    ? splice(text, next.start, next.start, `|${content}| `)
    : splice(text, next.start, next.start, `${content}|`);
}

function removeCell({ text, cells, isOpened, isClosed }: Row, column: number): string {
  const cell = cells[column];
  if (!cell) return text;
  if (column === 0 && !isOpened) {
    const next = cells[1];
    if (!next) return splice(text, cell.start, text.length, '|');
    const isSure = BEGINS_WITH_LETTER.test(text.slice(next.from));
    return splice(text, cell.start, next.from, isSure && cells.length > 2 ? '' : '| ');
  }
  // The last pipe stays, because a row without any pipe would be a paragraph.
  if (column === cells.length - 1 && !isClosed) return splice(text, cell.start, text.length, '');
  return splice(text, cell.start, cell.end + 1, '');
}

function swapCells(row: Row, column: number): string {
  const [left, right] = [getRaw(row, column), getRaw(row, column + 1)];
  if (left === right) return row.text;
  return writeCell(parseRow(writeCell(row, column, right)), column + 1, left);
}

/** Changes the lines of a table one by one. */
function changeLines(table: Table, edit: (row: Row, line: number) => string): TableChanges {
  const changes: TableChanges = [];
  const [header, ...body] = table.rows;
  let start = 0;
  [header, table.delimiter, ...body].forEach((row, line) => {
    if (!row) return;
    const { from, to, insert } = computeReplacement(row.text, edit(row, line));
    if (from !== to || insert !== '') changes.push({ from: start + from, to: start + to, insert });
    start += row.text.length + 1;
  });
  return changes;
}

/** The line of a row: the second line has the alignments. */
const getLine = (row: number): number => (row === 0 ? 0 : row + 1);

/** @param text Markdown, in which pipes are characters */
export function setCell(table: Table, row: number, column: number, text: string): TableChanges {
  const raw = escapePipes(normalizeCellText(text));
  return changeLines(table, (each, line) =>
    line !== getLine(row) || raw === getRaw(each, column) ? each.text : writeCell(each, column, raw),
  );
}

const createEmptyRow = ({ alignments }: Table): string => `|${'  |'.repeat(alignments.length)}`;

/** The end of the line of a row; the first row of the body comes behind the line with the alignments. */
function getEnd({ text }: Table, row: number): number {
  let end = -1;
  for (let line = 0; line <= (row === 0 ? 1 : getLine(row)); line++) end = text.indexOf('\n', end + 1);
  return end < 0 ? text.length : end;
}

/** @param row the new one is behind it; 0 is the heading */
export function insertRow(table: Table, row: number): TableChanges {
  const at = getEnd(table, row);
  return [{ from: at, to: at, insert: `\n${createEmptyRow(table)}` }];
}

/** @param row from 1, because a table has a heading */
export const deleteRow = (table: Table, row: number): TableChanges => [
  { from: getEnd(table, row - 1), to: getEnd(table, row), insert: '' },
];

/** Moves a row of the body, from 1, behind the next one. */
export function moveRowDown(table: Table, row: number): TableChanges {
  const [from, to, next] = [getEnd(table, row - 1), getEnd(table, row), getEnd(table, row + 1)];
  return [
    { from, to, insert: '' },
    { from: next, to: next, insert: table.text.slice(from, to) },
  ];
}

/** @param column the place of the new one, from 0 to the number of columns */
export const insertColumn = (table: Table, column: number): TableChanges =>
  changeLines(table, (row, line) => {
    // Cells that are missing at the end of a row are empty.
    if (column > row.cells.length || (column === row.cells.length && column < table.alignments.length)) return row.text;
    return addCell(row, column, line === 1 ? '---' : '');
  });

/** @param column one of at least two */
export const deleteColumn = (table: Table, column: number): TableChanges =>
  changeLines(table, (row) => removeCell(row, column));

/** Exchanges a column and the next one. */
export const moveColumnRight = (table: Table, column: number): TableChanges =>
  changeLines(table, (row) => swapCells(row, column));

export const setAlignment = (table: Table, column: number, alignment: Alignment): TableChanges =>
  changeLines(table, (row, line) => {
    if (line !== 1) return row.text;
    const dashes = getRaw(row, column).replaceAll(':', '');
    const start = alignment === 'left' || alignment === 'center' ? ':' : '';
    const end = alignment === 'right' || alignment === 'center' ? ':' : '';
    const mark = start + dashes + end;
    return mark === getRaw(row, column) ? row.text : writeCell(row, column, mark);
  });

/**
 * Writes a table.
 * @param rows texts of cells as Markdown, in which pipes are characters; the first row is the heading, and the longest
 *   one decides on the number of columns
 */
export function createTable(rows: readonly (readonly string[])[]): string {
  const count = Math.max(1, ...rows.map((row) => row.length));
  const write = (cells: readonly string[]): string => {
    const texts = Array.from({ length: count }, (_, column) => escapePipes(normalizeCellText(cells[column] ?? '')));
    return `|${texts.map((text) => (text === '' ? '  |' : ` ${text} |`)).join('')}`;
  };
  const [header = [], ...body] = rows;
  return [write(header), `|${' --- |'.repeat(count)}`, ...body.map(write)].join('\n');
}
