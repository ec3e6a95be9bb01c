import { expect, test } from '@jest/globals';
import { estimateReadingTime } from './document-meta';

test.each([
  ['nothing', '', 1],
  ['a few words', 'Some words.', 1],
  ['330 words', 'word '.repeat(330), 2],
  ['2,200 words', 'word '.repeat(2200), 10],
  ['signs between words', '| - '.repeat(5000), 1],
  ['900 Chinese characters', '中文字'.repeat(300), 2],
])('%s', (_what, text, minutes) => {
  expect(estimateReadingTime(text)).toBe(minutes);
});

test('a long text without spaces takes no time to count', () => {
  const began = performance.now();
  estimateReadingTime('-'.repeat(500_000));
  expect(performance.now() - began).toBeLessThan(500);
});
