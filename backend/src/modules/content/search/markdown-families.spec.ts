import { describe, expect, test } from '@jest/globals';
import { containersToQuotes } from '@hub/shared/markdown/callouts';
import { measureLeast, measureProcessorTime } from '../../../../test/support/event-loop.js';
import { generateMarkdown, markdownFamilyNames } from '../../../../test/support/markdown-families.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { plainExcerpt } from '../markdown/plain-excerpt.js';
import { parseShortMarkdown } from './search-text-parser.js';
import { isShortMarkdown } from '@hub/shared/markdown/sections';
import { limitWords, plainSearchText, findWords } from './search-text.js';
import { toIndexWords } from './search-words.js';

/*
 * All that a save does with a text in the event loop, for every family at the maximum length. Each takes some
 * milliseconds; the limit allows a machine of a tenth of the speed, but no quadratic time.
 */
const LIMIT_MS = 200;

const time = (work: () => unknown, limit = LIMIT_MS) => measureLeast(limit, () => measureProcessorTime(work));

describe.each(markdownFamilyNames)('%s', (name) => {
  test('do not block the event loop', async () => {
    const [short, long] = [generateMarkdown(name, 10_000), generateMarkdown(name, 500_000)];
    expect(long.length).toBeLessThanOrEqual(500_000);
    if (isShortMarkdown(short)) expect(await time(() => parseShortMarkdown(short))).toBeLessThan(LIMIT_MS);
    expect(await time(() => isShortMarkdown(long))).toBeLessThan(LIMIT_MS);
    expect(await time(() => containersToQuotes(long))).toBeLessThan(LIMIT_MS);
    expect(await time(() => plainSearchText(long))).toBeLessThan(LIMIT_MS);
    expect(await time(() => toIndexWords(plainSearchText(long).body))).toBeLessThan(LIMIT_MS);
    expect(await time(() => toIndexWords(generateMarkdown(name, 100_000)))).toBeLessThan(LIMIT_MS);
    expect(await time(() => extractFileIds(long))).toBeLessThan(LIMIT_MS);
    expect(await time(() => plainExcerpt(short), LIMIT_MS / 10)).toBeLessThan(LIMIT_MS / 10);
  });
});

test.each([
  ['digits', `/${'1'.repeat(100_000)}`],
  ['dots', `a${'.'.repeat(100_000)}b`],
  ['signs before a hyphen', `${'[('.repeat(50_000)}-`],
  ['camelCase', 'aB.c '.repeat(20_000)],
])('words of the index are made in linear time: %s', async (_what, text) => {
  expect(await time(() => toIndexWords(text))).toBeLessThan(LIMIT_MS);
});

test('only a small table counts as a short text', () => {
  const row = '| a | b | c |\n';
  expect(isShortMarkdown(`${row}|---|---|---|\n${row.repeat(100)}`)).toBe(true);
  expect(isShortMarkdown(generateMarkdown('small tables with empty rows', 10_000))).toBe(false);
  expect(isShortMarkdown('a\n'.repeat(5000))).toBe(true);
});

test('search texts have limited sizes', () => {
  const { body, headings, pieces, words } = parseShortMarkdown(generateMarkdown('headings', 10_000)).text;
  expect(pieces).toHaveLength(2000);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(160_000);
  expect(Buffer.byteLength(headings)).toBeLessThanOrEqual(20_000);
  expect(words.length).toBeLessThanOrEqual(5000);
  expect(limitWords(findWords('alpha beta'), ['beta', 'gamma'])).toEqual(['alpha', 'beta', 'gamma']);
});
