import { expect, test } from '@jest/globals';
import { pathologicalMarkdown } from '../../../e2e/support/pathological-markdown';
import type { HastNode } from './hast';
import { parseMarkdown } from './parse-markdown';
import { beginningOf, limitDepth } from './tree-limits';

const MOST_NODES = 2_500;

function count(node: HastNode): number {
  return (node.children ?? []).reduce((sum, child) => sum + count(child), 1);
}

/** Undefined when it is nested so deeply that the parser gives up: readers then see it unformatted. */
function parse(text: string): HastNode | undefined {
  try {
    return parseMarkdown(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

// Texts of 100 KB are shown in a browser by the browser tests, the worst of them.
test.each(Object.entries(pathologicalMarkdown(20_000)))(
  '20 KB of the worst are parsed in a moment, and little of it is drawn at first: %s',
  (_name, text) => {
    const before = process.cpuUsage();
    const tree = parse(text);
    const { user } = process.cpuUsage(before);
    // In µs of processor time; most take a tenth of a second, and one a whole second.
    expect(user).toBeLessThan(6_000_000);
    if (!tree) return;
    limitDepth(tree);
    expect(count(beginningOf(tree, MOST_NODES).tree)).toBeLessThanOrEqual(MOST_NODES);
  },
);
