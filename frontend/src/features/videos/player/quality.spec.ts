import { expect, test } from '@jest/globals';
import { normalizeQuality } from './quality';

test.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [720, 720, 720],
])('%d x %d is %dp', (width, height, expected) => {
  const quality = { width, height };
  normalizeQuality(quality);
  expect(quality).toEqual({ width: Math.max(width, height), height: expected });
});
