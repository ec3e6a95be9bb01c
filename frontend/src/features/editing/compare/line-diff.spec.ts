import { expect, test } from '@jest/globals';
import { diffLineBlocks, type DiffRow, type DiffPart } from './line-diff';

const side = (pieces: DiffPart[] | undefined) =>
  pieces?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? null;
const rows = (before: string, after: string) =>
  diffLineBlocks(before, after).flatMap((block) =>
    block.rows.map((row: DiffRow) => [block.isChanged, side(row.left), side(row.right)]),
  );

const numbers = (offset: number) => Array.from({ length: 6_000 }, (_, index) => `line ${index + offset}`).join('\n');

test('equal texts have no change, with or without a trailing line break', () => {
  expect(rows('a\nb', 'a\nb\n')).toEqual([
    [false, 'a', 'a'],
    [false, 'b', 'b'],
  ]);
});

test('line ends are no change', () => {
  expect(rows('a\r\nb\rc\r\n', 'a\nb\nd')).toEqual([
    [false, 'a', 'a'],
    [false, 'b', 'b'],
    [true, 'c', 'd'],
  ]);
});

test('a changed line is paired with its replacement, with changed words marked', () => {
  expect(rows('one\nthe old word\ntwo', 'one\nthe new word\ntwo')).toEqual([
    [false, 'one', 'one'],
    [true, 'the [old] word', 'the [new] word'],
    [false, 'two', 'two'],
  ]);
});

test('lines without common words are changed as a whole', () => {
  expect(rows('abc', 'xyz')).toEqual([[true, 'abc', 'xyz']]);
});

test('added and removed lines have no counterpart', () => {
  expect(rows('a\nc', 'a\nb\nc')).toEqual([
    [false, 'a', 'a'],
    [true, null, 'b'],
    [false, 'c', 'c'],
  ]);
  expect(rows('a\nb\nc', 'a\nc')).toEqual([
    [false, 'a', 'a'],
    [true, 'b', null],
    [false, 'c', 'c'],
  ]);
});

test('texts with almost nothing in common are paired quickly without word marks', () => {
  const began = performance.now();
  const blocks = diffLineBlocks(numbers(0), numbers(1_000_000));
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.rows).toHaveLength(6_000);
});
