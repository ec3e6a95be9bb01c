import { highlightCode } from './code-highlighting';
import { splitTree, truncateTree } from './hast';
import type { ParsedPart, ParseRequest } from './parse-in-worker';
import { parseWithinLimits } from './parse-within-limits';

/** About the number of nodes a slow device renders in 100 ms. */
export const FIRST_NODES = 2_500;
/** Further parts are rendered while the reader may scroll. */
const FURTHER_NODES = 1_000;

/**
 * Parses a text that takes long, for threads that can be ended.
 * @param parse returns a tree that may be modified
 * @returns its parts, because receiving a tree blocks the page about as long as parsing part of it; undefined if the
 *   text is beyond what a page can format
 */
export function parseLongMarkdown(
  { text, rawHtml, extent }: ParseRequest,
  parse: typeof parseWithinLimits = parseWithinLimits,
): ParsedPart[] | undefined {
  const tree = parse(text, rawHtml);
  if (!tree) return undefined;
  highlightCode(tree);
  if (extent === 'beginning') {
    const { tree: beginning, isComplete } = truncateTree(tree, FIRST_NODES);
    return [{ index: 0, tree: beginning, isCut: !isComplete, isLast: true }];
  }
  const parts = splitTree(tree, { first: FIRST_NODES, further: FURTHER_NODES });
  if (parts.length === 0) parts.push(tree);
  return parts.map((part, index) => ({ index, tree: part, isCut: false, isLast: index === parts.length - 1 }));
}
