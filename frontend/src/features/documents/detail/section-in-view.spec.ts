import { expect, test } from '@jest/globals';
import { findSectionInView } from './section-in-view';

const at = (...tops: number[]) => tops.map((top, index) => ({ id: 'abcd'.charAt(index), top }));

test.each([
  ['before any of them the first', at(300, 600), undefined, 'a'],
  ['the last that has passed the top', at(-500, 100, 600), undefined, 'b'],
  ['the target, where the page ends before it reaches the top', at(-500, 100, 300, 500), 'd', 'd'],
  ['another at the same place of the page', at(-500, 100, 300, 500), 'c', 'c'],
  ['not a target that is out of sight', at(-500, 100, 900), 'c', 'b'],
  ['what comes after the target, once that has passed', at(-500, -200, 100), 'b', 'c'],
  ['nothing for an address that names no section', at(-500, 100), 'comments', 'b'],
  ['nothing without headings', [], 'a', undefined],
])('%s', (_case, headings, target, expected) => {
  expect(findSectionInView(headings, target, 800)).toBe(expected);
});
