import { expect, test } from '@jest/globals';
import { initialOf, numberFrom } from './placeholder-seed';

test('the same title always has the same number, and titles share the six colours fairly', () => {
  expect(numberFrom('A title')).toBe(numberFrom('A title'));
  const counts = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < 600; index++) counts[numberFrom(`Document number ${index}`) % 6]! += 1;
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
  expect(initialOf(title)).toBe(initial);
});
