import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createLastRanks, createRankBetween, createRanksBetween } from './ranks.js';

const initialRank = () => `a0${uuidv7().replaceAll('-', '')}V`;
const expectOrder = (ranks: string[]) => {
  expect(ranks).toEqual(ranks.toSorted());
  expect(new Set(ranks).size).toBe(ranks.length);
};

test('keys at the end are after those of older rows and before those of newer ones', () => {
  const old = [initialRank(), initialRank()];
  const moved = createLastRanks(old.at(-1)!, 3);
  expectOrder([...old, ...moved, initialRank()]);
  expectOrder([...createLastRanks(null, 2), initialRank()]);
  expect(createLastRanks(null, 0)).toEqual([]);
});

test('the clock of another instance may be ahead', () => {
  const ahead = `a0${'f'.repeat(32)}V`;
  expectOrder([ahead, ...createLastRanks(ahead, 2)]);
});

test('keys between siblings, at the beginning and again between those', () => {
  const [first, second] = [initialRank(), initialRank()];
  const [a, b] = createRanksBetween(first, second, 2) as [string, string];
  const start = createRankBetween(null, first);
  expectOrder([createRankBetween(null, start), start, first, a, createRankBetween(a, b), b, second]);
});
