import { expect, test } from '@jest/globals';
import { contrastRatio } from './color';

test.each([
  ['#FFFFFF', '#000000', 21],
  ['#000000', '#ffffff', 21],
  ['#FFFFFF', '#FFFFFF', 1],
  ['#FFFFFF', '#16A34A', 3.3],
  ['#FFFFFF', '#DC2626', 4.83],
  ['#767676', '#FFFFFF', 4.54],
])('%s on %s: %f', (text, background, ratio) => {
  expect(contrastRatio(text, background)).toBeCloseTo(ratio, 1);
});
