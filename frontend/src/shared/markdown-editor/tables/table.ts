import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';

/** Positions are those in the text of the row. */
export interface Cell {
  /** Everything between two pipes. */
  start: number;
  end: number;
  /** The same without the spaces around it. */
  from: number;
  to: number;
}

export interface Row {
  text: string;
  cells: readonly Cell[];
  /** Whether there is a pipe before the first cell. */
  isOpened: boolean;
  /** Whether there is a pipe behind the last cell. */
  isClosed: boolean;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

export interface Table {
  text: string;
  /** The first one is the heading. They may have less or more cells than the table has columns. */
  rows: readonly Row[];
  /** The second line, which has the alignments. */
  delimiter: Row;
  alignments: readonly Alignment[];
}

/** Larger ones are shown as text: each cell is an element of the page. */
const MAX_CELLS = 20_000;

const DELIMITER_LINE = /^[|: \t-]*$/;
const DELIMITER = /^:?-+:?$/;

/** What may not begin anything but a row, in the shared parser as well as in the editor's. */
const SURE_ROW = /^ {0,3}(?:[\p{L}|]|\d+[^\d.)])/u;

/** A backslash before a pipe makes it a character, and is not shown, whatever is before it. */
export const unescapePipes = (text: string): string => text.replaceAll('\\|', '|');

export const escapePipes = (text: string): string => text.replaceAll('|', '\\|');

function createCell(text: string, start: number, end: number): Cell {
  const part = text.slice(start, end);
  if (part.trim() === '') {
    // Between the spaces.
    const place = Math.min(start + 1, end);
    return { start, end, from: place, to: place };
  }
  const from = end - part.trimStart().length;
  return { start, end, from, to: from + part.trim().length };
}

/** Divides a line into cells as the shared parser does. */
export function parseRow(text: string): Row {
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length;
  const edges: number[] = [];
  for (let at = first; at < last; at++) if (text[at] === '|' && text[at - 1] !== '\\') edges.push(at);
  const isOpened = edges[0] === first;
  const isClosed = edges.at(-1) === last - 1;
  const starts = [...(isOpened ? [] : [first]), ...edges.map((edge) => edge + 1)];
  const ends = [...(isOpened ? edges.slice(1) : edges), last];
  if (isClosed) starts.pop();
  return {
    text,
    cells: starts.map((start, index) => createCell(text, start, ends[index] ?? last)),
    isOpened,
    isClosed,
  };
}

function getAlignment(text: string): Alignment {
  if (text.endsWith(':')) return text.startsWith(':') ? 'center' : 'right';
  return text.startsWith(':') ? 'left' : undefined;
}

/** Whether the shared parser finds nothing but a table with this number of rows. */
function isOneTable(text: string, rowCount: number): boolean {
  const blocks = (parseMarkdown(text).children ?? []).filter(({ type }) => type === 'element');
  const [head, body] = blocks[0]?.tagName === 'table' ? (blocks[0].children ?? []) : [];
  return blocks.length === 1 && head !== undefined && (body?.children?.length ?? 0) === rowCount - 1;
}

/**
 * Reads the text of one table, which is not inside of a quote or a list.
 * @param known rows that have been read already, by their text
 * @returns undefined if readers see something else
 */
export function parseTable(text: string, known?: ReadonlyMap<string, Row>): Table | undefined {
  const lines = text.split('\n');
  const [header, delimiter, ...body] = lines.map((line) => known?.get(line) ?? parseRow(line));
  if (!header || !delimiter || lines.some((line) => line.trim() === '')) return undefined;
  if (!DELIMITER_LINE.test(delimiter.text)) return undefined;
  const marks = delimiter.cells.map(({ from, to }) => delimiter.text.slice(from, to));
  const count = marks.length;
  if (count === 0 || count !== header.cells.length || !marks.every((mark) => DELIMITER.test(mark))) return undefined;
  // A heading without a pipe of its own would be a paragraph after the next edit.
  if (count === 1 && !header.isOpened && !header.isClosed) return undefined;
  const rows = [header, ...body];
  if (rows.length * count > MAX_CELLS) return undefined;
  const isSure = rows.every((row) => SURE_ROW.test(row.text)) && SURE_ROW.test(header.text);
  if (!(isSure && delimiter.text.startsWith('|')) && !isOneTable(text, rows.length)) return undefined;
  return { text, rows, delimiter, alignments: marks.map(getAlignment) };
}

/** What is written in a cell, as Markdown without the backslashes before pipes. */
export function getCellText({ text, cells }: Row, column: number): string {
  const cell = cells[column];
  return cell ? unescapePipes(text.slice(cell.from, cell.to)) : '';
}

/** The position at which the line of a row begins in the text of its table. */
export function getRowStart({ rows, delimiter }: Table, index: number): number {
  let start = 0;
  for (const row of rows.slice(0, index)) start += row.text.length + 1;
  return index === 0 ? 0 : start + delimiter.text.length + 1;
}

/** The cell at a position in the text of a table; the nearest one if the position is in none. */
export function findCell({ rows, delimiter, alignments }: Table, position: number): { row: number; column: number } {
  let [row, start] = [0, 0];
  for (const [index, { text }] of rows.entries()) {
    if (start > position) break;
    row = index;
    const end = start + text.length + 1 + (index === 0 ? delimiter.text.length + 1 : 0);
    if (position < end || index === rows.length - 1) break;
    start = end;
  }
  const found = rows[row]?.cells.findIndex(({ end }) => position - start <= end) ?? -1;
  const last = alignments.length - 1;
  return { row, column: Math.min(found < 0 ? last : found, last) };
}
