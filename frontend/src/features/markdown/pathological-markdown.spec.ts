import { expect, test } from '@jest/globals';
import { generateMarkdown, markdownFamilyNames } from '../../../../backend/test/support/markdown-families';
import { countNodes, type HastNode, limitDepth, truncateTree } from './hast';
import { isExpensiveMarkdown, parseMarkdown } from './parse-markdown';

const MOST_NODES = 2_500;
const MOST_MS = 6_000;

/** Returns undefined when the nesting exceeds the parser's limit; readers then see the plain text. */
function parse(text: string): HastNode | undefined {
  try {
    return parseMarkdown(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

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
  // Most take 30 ms, three take 100 ms.
  if (text !== undefined) expect(timeOf(() => limitDepth(parseMarkdown(text)), 3)).toBeLessThan(600);
  const comment = longestOnThePage(name, true);
  if (comment !== undefined) expect(timeOf(() => limitDepth(parseMarkdown(comment)), 3)).toBeLessThan(150);
});

/** A selection of kinds, because all of them would take more than a minute. */
const kinds = [
  'plain paragraphs',
  'one long line',
  'nested quotes',
  'deep quotes',
  'nested lists',
  'one list of lists',
  'open emphasis',
  'emphasis in emphasis',
  'closed emphasis',
  'underscores',
  'open brackets',
  'brackets in pairs',
  'nested images',
  'open links',
  'reference definitions',
  'references',
  'backticks',
  'many code spans',
  'tables',
  'one huge table',
  'a table of one row',
  'html comments',
  'open tags',
  'autolinks',
  'mail addresses',
  'entities',
  'headings',
  'code fences',
  'footnotes',
  'strikethrough',
  'tasks',
  'rules',
];

// The browser tests cover texts of 100 KB.
test.each(kinds)('20 KB of pathological text are parsed in time, and few nodes are rendered at first: %s', (name) => {
  let tree: HastNode | undefined;
  const work = () => (tree = parse(generateMarkdown(name, 20_000)));
  // Most take 100 ms, some several seconds. Beside other work a processor is slower, so one that is over counts again.
  const took = timeOf(work);
  expect(took < MOST_MS ? took : timeOf(work)).toBeLessThan(MOST_MS);
  if (!tree) return;
  limitDepth(tree);
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
