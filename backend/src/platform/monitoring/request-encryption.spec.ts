import { expect, test } from '@jest/globals';
import { RequestEncryption } from './metrics.js';

const MINUTE_MS = 60_000;

test('a request is remembered for ten minutes, each scheme on its own', () => {
  const encryption = new RequestEncryption();
  expect(encryption.wasSeen('https', 0)).toBe(false);
  encryption.record('http', 0);
  encryption.record('https', 5 * MINUTE_MS);
  const seenAt = (minute: number) =>
    (['https', 'http', 'unknown'] as const).filter((scheme) => encryption.wasSeen(scheme, minute * MINUTE_MS));
  expect(seenAt(9)).toEqual(['https', 'http']);
  expect(seenAt(10)).toEqual(['https']);
  expect(seenAt(15)).toEqual([]);
});
