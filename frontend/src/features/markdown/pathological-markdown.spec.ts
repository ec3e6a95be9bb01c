import { expect, test } from '@jest/globals';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { generateMarkdown, markdownFamilyNames } from '../../../../backend/test/support/markdown-families';
import { countNodes, truncateTree } from './hast';
import { isExpensiveMarkdown, parseWithinLimits } from './parse-within-limits';

const MOST_NODES = 2_500;
/** Of texts that are parsed on the server, in milliseconds: its other threads do not wait, other pages do. */
const MOST_MS = 2_000;

/** Processor time in ms. Includes the compiler and the garbage collector, so short work needs several runs. */
function timeOf(work: () => void, runs = 1): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1000;
  });
  return Math.min(...times);
}

/**
 * The longest text of a kind that is parsed on the page; longer or more expensive texts go to a worker with a time
 * limit.
 */
const longestOnThePage = (name: string, isComment: boolean): string | undefined =>
  (isComment ? [2_000, 500] : [10_000, 5_000, 2_000, 500])
    .map((size) => generateMarkdown(name, size))
    .find((text) => !isExpensiveMarkdown(text, isComment));

test.each(markdownFamilyNames)('texts parsed on the page are fast and yield few nodes: %s', (name) => {
  const text = longestOnThePage(name, false);
  // All take less than 30 ms.
  if (text !== undefined) expect(timeOf(() => parseMarkdown(text), 3)).toBeLessThan(150);
  const comment = longestOnThePage(name, true);
  if (comment !== undefined) expect(timeOf(() => parseMarkdown(comment), 3)).toBeLessThan(50);
});

test.each(markdownFamilyNames)('100 KB are parsed in time, and few nodes are rendered at first: %s', (name) => {
  const text = generateMarkdown(name, 100_000);
  // Most take 50 ms, the slowest 250 ms. Beside other work a processor is slower, so one that is over counts again.
  const took = timeOf(() => parseWithinLimits(text));
  expect(took < MOST_MS ? took : timeOf(() => parseWithinLimits(text))).toBeLessThan(MOST_MS);
  const tree = parseWithinLimits(text);
  if (!tree) return;
  const { tree: beginning } = truncateTree(tree, MOST_NODES);
  expect(countNodes(beginning, Infinity)).toBeLessThanOrEqual(MOST_NODES + 1);
});

test('ordinary texts are parsed on the page', () => {
  const paragraph = 'Some **words** with a [link](https://example.org) and `code` in them, as people write.\n\n';
  const list = '- One thing\n- *Another* thing\n\n';
  const table = `| Name | Value | Note |\n|---|---|---|\n${'| a | 1 | words |\n'.repeat(10)}\n`;
  expect(isExpensiveMarkdown((paragraph.repeat(3) + list + table).repeat(12).slice(0, 9_900))).toBe(false);
  expect(isExpensiveMarkdown((paragraph + list).repeat(8), true)).toBe(false);
  expect(isExpensiveMarkdown('a'.repeat(10_001))).toBe(true);
});

test('a text of more than a page can format is not formatted', () => {
  const section = '## A section\n\n- Some **words**, a [link](/docs/a) and `code`\n- *more*\n\n| A | B |\n|---|---|\n';
  expect(parseWithinLimits((section + '| a | b |\n'.repeat(20) + '\n').repeat(300))).toBeDefined();
  expect(parseWithinLimits('a **b** _c_ [d](e)\n\n'.repeat(4_000))).toBeDefined();
  expect(parseWithinLimits(generateMarkdown('a wide table with empty rows', 9_900))).toBeUndefined();
  expect(parseWithinLimits(generateMarkdown('many code spans', 500_000))).toBeUndefined();
});
