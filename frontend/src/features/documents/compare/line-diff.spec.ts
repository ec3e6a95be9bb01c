import { expect, test } from '@jest/globals';
import { compareLines, type DiffRow, type Piece } from './line-diff';

const side = (pieces: Piece[] | undefined) =>
  pieces?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? null;
const rows = (before: string, after: string) =>
  compareLines(before, after).flatMap((block) =>
    block.rows.map((row: DiffRow) => [block.isChanged, side(row.left), side(row.right)]),
  );

const numbers = (offset: number) => Array.from({ length: 6_000 }, (_, index) => `line ${index + offset}`).join('\n');

test('equal texts have no change, with or without a last line break', () => {
  expect(rows('a\nb', 'a\nb\n')).toEqual([
    [false, 'a', 'a'],
    [false, 'b', 'b'],
  ]);
});

test('a changed line stands beside what it became, its changed words marked', () => {
  expect(rows('one\nthe old word\ntwo', 'one\nthe new word\ntwo')).toEqual([
    [false, 'one', 'one'],
    [true, 'the [old] word', 'the [new] word'],
    [false, 'two', 'two'],
  ]);
});

test('lines without anything in common are changed as a whole', () => {
  expect(rows('abc', 'xyz')).toEqual([[true, 'abc', 'xyz']]);
});

test('what was added has nothing beside it, and what was removed likewise', () => {
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

test('texts with next to nothing in common are put beside each other unmarked, and soon', () => {
  const began = performance.now();
  const blocks = compareLines(numbers(0), numbers(1_000_000));
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.rows).toHaveLength(6_000);
});
