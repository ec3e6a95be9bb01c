import { highlightCode } from './code-highlighting';
import { countNodes, type HastNode, limitDepth, MAX_NODES, splitTree, truncateTree } from './hast';
import { READY, type ParsedPart, type ParseRequest } from './parse-in-worker';
import { isBeyondLimits, parseMarkdown } from './parse-markdown';

/** About the number of nodes a slow device renders in 100 ms. */
const FIRST_NODES = 2_500;
/** Further parts are rendered while the reader may scroll. */
const FURTHER_NODES = 1_000;
/** The beginning of a longer text is sent before the rest is parsed: more than a screen, in some milliseconds. */
const FIRST_LENGTH = 10_000;

function send(message: ParsedPart | typeof READY | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
  self.postMessage(message);
}

function parseTree(text: string, rawHtml: ParseRequest['rawHtml']): HastNode {
  const tree = parseMarkdown(text, rawHtml);
  limitDepth(tree);
  return tree;
}

/** Sends the blocks that are complete at the beginning of the text, before the rest is parsed. */
function sendFirstBlocks({ text, rawHtml }: ParseRequest): void {
  const tree = parseTree(text.slice(0, FIRST_LENGTH), rawHtml);
  // The last block continues after the cut.
  tree.children?.pop();
  if (tree.children?.length)
    send({ index: 0, tree: truncateTree(tree, FIRST_NODES).tree, isCut: false, isLast: false });
}

/** Sends the tree in parts, because receiving one blocks the page about as long as parsing part of it. */
function parse(request: ParseRequest): void {
  const { text, rawHtml, extent } = request;
  if (extent === 'whole' && text.length > FIRST_LENGTH) sendFirstBlocks(request);
  if (isBeyondLimits(text)) {
    send(undefined);
    return;
  }
  const tree = parseTree(text, rawHtml);
  if (countNodes(tree, MAX_NODES) > MAX_NODES) {
    send(undefined);
    return;
  }
  highlightCode(tree);
  if (extent === 'beginning') {
    const { tree: beginning, isComplete } = truncateTree(tree, FIRST_NODES);
    send({ index: 0, tree: beginning, isCut: !isComplete, isLast: true });
    return;
  }
  const parts = splitTree(tree, { first: FIRST_NODES, further: FURTHER_NODES });
  if (parts.length === 0) parts.push(tree);
  for (const [index, part] of parts.entries())
    send({ index, tree: part, isCut: false, isLast: index === parts.length - 1 });
}

self.addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  parse(data);
});
send(READY);
