import { expect, test } from '@jest/globals';
import { getInitial, hashToNumber } from './placeholder';

test('titles map deterministically and evenly to the six colors', () => {
  expect(hashToNumber('A title')).toBe(hashToNumber('A title'));
  const counts = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < 600; index++) counts[hashToNumber(`Document number ${index}`) % 6]! += 1;
  for (const count of counts) expect(count).toBeGreaterThan(60);
});

test.each([
  ['über uns', 'Ü'],
  ['“Quoted”', 'Q'],
  ['  2026 plan', '2'],
  ['日本語', '日'],
  ['!?', '!'],
  ['', ''],
])('the initial of %s is %s', (title, initial) => {
  expect(getInitial(title)).toBe(initial);
});
