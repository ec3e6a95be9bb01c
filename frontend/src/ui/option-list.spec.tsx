import { expect, test } from '@jest/globals';
import { getNextOptionIndex } from './option-list';

test.each([
  ['ArrowDown', 0, 0, 1],
  ['ArrowDown', 2, 0, 0],
  ['ArrowUp', 0, 0, 2],
  ['ArrowDown', -1, -1, 0],
  ['ArrowDown', 2, -1, -1],
  ['ArrowUp', -1, -1, 2],
  ['ArrowUp', 0, -1, -1],
] as const)('%s from %i of three, beginning at %i, leads to %i', (key, active, from, expected) => {
  expect(getNextOptionIndex(key, active, 3, { from })).toBe(expected);
});

test('other keys do not move, nor does any where there is nothing to choose', () => {
  expect(getNextOptionIndex('Enter', 0, 3, { from: 0 })).toBeUndefined();
  expect(getNextOptionIndex('ArrowDown', 0, 0, { from: 0 })).toBeUndefined();
});
