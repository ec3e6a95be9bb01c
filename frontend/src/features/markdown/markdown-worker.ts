import { highlightCode } from './code-highlighting';
import { countNodes, limitDepth, MAX_NODES, splitTree, truncateTree } from './hast';
import { READY, type ParsedPart, type ParseRequest } from './parse-in-worker';
import { parseMarkdown } from './parse-markdown';

/** About the number of nodes a slow device renders in 100 ms. */
const FIRST_NODES = 2_500;
/** Further parts are rendered while the reader may scroll. */
const FURTHER_NODES = 1_000;
/** The layout of a larger block, such as a table of 3,000 cells, blocks the page for too long. */
const MAX_BLOCK_NODES = 10_000;

function send(message: ParsedPart | typeof READY | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
  self.postMessage(message);
}

/** Sends the tree in parts, because receiving one blocks the page about as long as parsing part of it. */
function parse({ text, rawHtml, extent }: ParseRequest): void {
  const tree = parseMarkdown(text, rawHtml);
  limitDepth(tree);
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
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const isHuge = extent === 'whole' && countNodes(part, MAX_BLOCK_NODES) > MAX_BLOCK_NODES;
    const isLarge = isHuge || (index === 0 && countNodes(part, FIRST_NODES) > FIRST_NODES);
    const beginning = isLarge ? truncateTree(part, FIRST_NODES).tree : part;
    send({ index, tree: beginning, isCut: isHuge, isLast: isLast && (isHuge || !isLarge) });
    // The reader sees the beginning of a large first block at once.
    if (isLarge && !isHuge) send({ index, tree: part, isCut: false, isLast });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  parse(data);
});
send(READY);
