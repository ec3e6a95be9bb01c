import { expect, test } from '@jest/globals';
import { percentGrowth } from './figures.queries.js';

test('growth is a share of the earlier value, and unknown without one', () => {
  expect(percentGrowth(112, 100)).toBe(12);
  expect(percentGrowth(1, 3)).toBe(-67);
  expect(percentGrowth(0, 5)).toBe(-100);
  expect(percentGrowth(7, 7)).toBe(0);
  expect([percentGrowth(5, 0), percentGrowth(0, 0)]).toEqual([null, null]);
});
