import { highlightCode } from './code-highlighting';
import { READY, type ParseRequest, type ParseResult } from './parse-in-worker';
import { parseMarkdown } from './parse-markdown';
import { truncateTree, countNodes, limitDepth, MAX_NODES } from './hast';

function parse({ text, rawHtml, maxNodes }: ParseRequest): ParseResult | undefined {
  const tree = parseMarkdown(text, rawHtml);
  limitDepth(tree);
  if (countNodes(tree, MAX_NODES) > MAX_NODES) return undefined;
  highlightCode(tree);
  // Truncated before sending: receiving a tree blocks the page about as long as parsing part of it.
  return truncateTree(tree, maxNodes);
}

self.addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
  self.postMessage(parse(data));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
self.postMessage(READY);
