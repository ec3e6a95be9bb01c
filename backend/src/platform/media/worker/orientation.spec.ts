import { expect, test } from '@jest/globals';
import { isTurned, getUprightFilters } from './properties.js';

function matrix(a: number, b: number, c: number, d: number): Buffer {
  const bytes = Buffer.alloc(36);
  [a * 65_536, b * 65_536, 0, c * 65_536, d * 65_536, 0, 0, 0, 1 << 30].forEach((n, i) => bytes.writeInt32LE(n, i * 4));
  return bytes;
}

test.each([
  ['upright', matrix(1, 0, 0, 1), []],
  ['a quarter clockwise', matrix(0, 1, -1, 0), ['transpose=clock']],
  ['a quarter counter-clockwise', matrix(0, -1, 1, 0), ['transpose=cclock']],
  ['upside down', matrix(-1, 0, 0, -1), ['hflip', 'vflip']],
  ['mirrored, as selfie cameras store it', matrix(1, 0, 0, -1), ['vflip']],
  ['mirrored and turned', matrix(0, 1, 1, 0), ['transpose=cclock_flip']],
  ['a broken matrix', matrix(0, 0, 0, 0), []],
  ['a matrix that is too short', Buffer.alloc(8), []],
  ['no matrix', undefined, []],
])('%s', (_name, bytes, filters) => {
  expect(getUprightFilters(bytes)).toEqual(filters);
});

test('a quarter exchanges width and height, a mirror does not', () => {
  expect(isTurned(['transpose=clock'])).toBe(true);
  expect(isTurned(['hflip', 'vflip'])).toBe(false);
});
