import { expect, test } from '@jest/globals';
import type { HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import fc from 'fast-check';
import { getCellText, parseTable, type Alignment, type Table } from './table';
import {
  createTable,
  deleteColumn,
  deleteRow,
  insertColumn,
  insertRow,
  moveColumnRight,
  moveRowDown,
  normalizeCellText,
  setAlignment,
  setCell,
  type TableChanges,
} from './table-edits';

const apply = (text: string, changes: TableChanges): string =>
  changes.reduceRight((changed, { from, to, insert }) => changed.slice(0, from) + insert + changed.slice(to), text);

const parse = (text: string): Table => {
  const table = parseTable(text);
  if (!table) throw new Error(`No table: ${text}`);
  return table;
};

const edit = (text: string, change: (table: Table) => TableChanges): string => apply(text, change(parse(text)));

interface ShownCell {
  align: unknown;
  content: string;
}

const show = ({ properties, children }: HastNode): ShownCell => ({
  align: properties?.['align'],
  content: JSON.stringify(children),
});

/** The cells as readers see them. */
function readCells(text: string): ShownCell[][] {
  const blocks = (parseMarkdown(text).children ?? []).filter(({ type }) => type === 'element');
  expect(blocks.map(({ tagName }) => tagName)).toEqual(['table']);
  const rows = (blocks[0]?.children ?? []).flatMap(({ children = [] }) => children);
  return rows.map(({ children = [] }) => children.map(show));
}

const [[shownEmpty]] = readCells('||\n|-|') as [[ShownCell]];

const plain = '| Name | Age |\n| --- | --: |\n| Ada | 36 |\n| Bob | 41 |';
const bare = 'Name | Age\n--- | ---\nAda | 36\nBob';

test.each([
  ['a cell', plain, (table: Table) => setCell(table, 1, 0, 'Eve'), plain.replace('Ada', 'Eve')],
  ['an empty cell', '| a |  |\n|-|-|', (table: Table) => setCell(table, 0, 1, 'b'), '| a | b |\n|-|-|'],
  ['a cell without spaces', '|a||\n|-|-|', (table: Table) => setCell(table, 0, 1, 'b'), '|a| b |\n|-|-|'],
  ['a pipe', plain, (table: Table) => setCell(table, 1, 0, 'A|B'), plain.replace('Ada', 'A\\|B')],
  ['a backslash at the end', '|a|b|\n|-|-|', (table: Table) => setCell(table, 0, 0, 'a\\'), '|a\\ |b|\n|-|-|'],
  ['a missing cell', bare, (table: Table) => setCell(table, 2, 1, '41'), `${bare} | 41 |`],
  ['no first cell', bare, (table: Table) => setCell(table, 1, 0, ''), bare.replace('Ada |', '|  |')],
  ['the sign of a list', bare, (table: Table) => setCell(table, 1, 0, '- x'), bare.replace('Ada', '| - x')],
  ['a row', plain, (table: Table) => insertRow(table, 1), plain.replace('36 |', '36 |\n|  |  |')],
  ['a first row', plain, (table: Table) => insertRow(table, 0), plain.replace('--: |', '--: |\n|  |  |')],
  ['no row', plain, (table: Table) => deleteRow(table, 1), plain.replace('| Ada | 36 |\n', '')],
  ['rows in another order', plain, (table: Table) => moveRowDown(table, 1), plain.replace(/(.*36.*)\n(.*)$/, '$2\n$1')],
  [
    'a column',
    plain,
    (table: Table) => insertColumn(table, 1),
    '| Name |  | Age |\n| --- | --- | --: |\n| Ada |  | 36 |\n| Bob |  | 41 |',
  ],
  ['a last column', 'a | b\n--|--', (table: Table) => insertColumn(table, 2), 'a | b |  |\n--|-- | --- |'],
  ['a first column', 'a | b\n--|--', (table: Table) => insertColumn(table, 0), '|  | a | b\n| --- | --|--'],
  ['no column', plain, (table: Table) => deleteColumn(table, 0), '| Age |\n| --: |\n| 36 |\n| 41 |'],
  ['no last column', bare, (table: Table) => deleteColumn(table, 1), 'Name |\n--- |\nAda |\nBob'],
  [
    'columns in another order',
    plain,
    (table: Table) => moveColumnRight(table, 0),
    '| Age | Name |\n| --: | --- |\n| 36 | Ada |\n| 41 | Bob |',
  ],
  ['an alignment', plain, (table: Table) => setAlignment(table, 0, 'center'), plain.replace('---', ':---:')],
  ['no alignment', plain, (table: Table) => setAlignment(table, 1, undefined), plain.replace('--:', '--')],
])('writes %s and leaves everything else as it is', (_what, text, change, expected) => {
  expect(edit(text, change)).toBe(expected);
});

test('creates a table of texts', () => {
  expect(createTable([['a|b', ''], ['c\nd'], []])).toBe('| a\\|b |  |\n| --- | --- |\n| c d |  |\n|  |  |');
});

test.each(['a', '| a |', '| a |\n| b |', '| a | b |\n| - |', '- a | b\n- | -', '| a |\n|-|\n# b', '> | a |\n> | - |'])(
  'finds no table in %j',
  (text) => {
    expect(parseTable(text)).toBeUndefined();
  },
);

/** Characters that mean something in Markdown, or whose length is not 1. */
const cellText = fc
  .string({
    unit: fc.constantFrom(...'ab1 \\\\||`*_~:-#>[]()<!&.', 'é', '😀', '\u00a0', '<br>', 'https://a.b'),
    maxLength: 8,
  })
  .map((text) => text.replaceAll(/[\r\n]/g, ''));

const spaces = fc.constantFrom('', ' ', '  ', '\t');
const written = fc.tuple(spaces, cellText, spaces).map((parts) => parts.join(''));
const line = (cells: fc.Arbitrary<string>, least: number, most: number) =>
  fc
    .tuple(
      fc.constantFrom('', '', ' ', '   '),
      fc.boolean(),
      fc.array(cells, { minLength: least, maxLength: most }),
      fc.boolean(),
    )
    .map(
      ([indentation, isOpened, texts, isClosed]) =>
        indentation + (isOpened ? '|' : '') + texts.join('|') + (isClosed ? '|' : ''),
    );

/** Texts of tables as people write them, with less and more cells than columns. */
const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.tuple(
      line(written, count, count),
      line(fc.constantFrom('---', ' - ', ':-', ' -: ', ':---:'), count, count),
      fc.array(line(written, 0, count + 2), { maxLength: 4 }),
    ),
  )
  .map(([header, delimiter, rows]) => [header, delimiter, ...rows].join('\n'))
  .map((text) => parseTable(text))
  .filter((table) => table !== undefined);

const places = fc.nat(1000);

/** Checks the cells that readers see after an edit, which themselves are edited as one would expect. */
function checkEdit(table: Table, changes: TableChanges, expected: (cells: ShownCell[][]) => void): void {
  const cells = readCells(table.text);
  expected(cells);
  const changed = apply(table.text, changes);
  expect(readCells(changed)).toEqual(cells);
  expect(parseTable(changed)?.alignments).toEqual(cells[0]?.map(({ align }) => align));
}

test('reads tables as the shared parser does', () => {
  fc.assert(
    fc.property(tables, ({ text, rows, alignments }) => {
      const cells = readCells(text);
      expect(cells.map((row) => row.map(({ align }) => align))).toEqual(rows.map(() => alignments));
      expect(cells.map((row) => row.map(({ content }) => content))).toEqual(
        rows.map((row) =>
          alignments.map((_, column) => readCells(createTable([[getCellText(row, column)]]))[0]?.[0]?.content),
        ),
      );
    }),
  );
});

test('writing what is written already changes nothing', () => {
  fc.assert(
    fc.property(tables, places, places, (table, row, column) => {
      const [place, at] = [row % table.rows.length, column % table.alignments.length];
      expect(setCell(table, place, at, getCellText(table.rows[place] ?? table.delimiter, at))).toEqual([]);
    }),
  );
});

test('writing a cell changes this cell only', () => {
  fc.assert(
    fc.property(tables, places, places, cellText, (table, row, column, text) => {
      const [place, at] = [row % table.rows.length, column % table.alignments.length];
      const [[shown]] = readCells(createTable([[text]])) as [[ShownCell]];
      const changes = setCell(table, place, at, text);
      checkEdit(table, changes, (cells) => {
        const cell = cells[place]?.[at];
        if (cell) cell.content = shown.content;
      });
      const after = parse(apply(table.text, changes)).rows[place];
      expect(after && getCellText(after, at)).toBe(normalizeCellText(text));
    }),
    { numRuns: 1000 },
  );
});

test('rows are added, deleted and moved, and nothing else', () => {
  fc.assert(
    fc.property(tables, places, (table, number) => {
      const row = number % table.rows.length;
      checkEdit(table, insertRow(table, row), (cells) => {
        const empty = table.alignments.map((align) => ({ align, content: shownEmpty.content }));
        cells.splice(row + 1, 0, empty);
      });
      if (row === 0) return;
      checkEdit(table, deleteRow(table, row), (cells) => cells.splice(row, 1));
      if (row === table.rows.length - 1) return;
      checkEdit(table, moveRowDown(table, row), (cells) => cells.splice(row + 1, 0, ...cells.splice(row, 1)));
    }),
  );
});

test('columns are added, deleted and moved, and nothing else', () => {
  fc.assert(
    fc.property(tables, places, (table, number) => {
      const count = table.alignments.length;
      const column = number % count;
      for (const place of [column, count])
        checkEdit(table, insertColumn(table, place), (cells) => {
          for (const row of cells) row.splice(place, 0, { align: undefined, content: shownEmpty.content });
        });
      if (count === 1) return;
      checkEdit(table, deleteColumn(table, column), (cells) => {
        for (const row of cells) row.splice(column, 1);
      });
      if (column === count - 1) return;
      checkEdit(table, moveColumnRight(table, column), (cells) => {
        for (const row of cells) row.splice(column + 1, 0, ...row.splice(column, 1));
      });
    }),
    { numRuns: 1000 },
  );
});

test('an alignment is that of one column', () => {
  const alignments = fc.constantFrom<Alignment>('left', 'center', 'right', undefined);
  fc.assert(
    fc.property(tables, places, alignments, (table, number, alignment) => {
      const column = number % table.alignments.length;
      checkEdit(table, setAlignment(table, column, alignment), (cells) => {
        for (const row of cells) row[column] = { align: alignment, content: row[column]?.content ?? '' };
      });
    }),
  );
});
