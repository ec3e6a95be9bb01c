import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { truncateTree } from './hast';
import { READY, type ParsedPart, type ParseRequest } from './parse-in-worker';
import { FIRST_NODES, parseLongMarkdown } from './parse-long-markdown';

/** The beginning of a longer text is sent before the rest is parsed: more than a screen, in some milliseconds. */
const FIRST_LENGTH = 10_000;

function send(message: ParsedPart | typeof READY | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
  self.postMessage(message);
}

/** Sends the blocks that are complete at the beginning of the text, before the rest is parsed. */
function sendFirstBlocks({ text, rawHtml }: ParseRequest): void {
  const tree = parseMarkdown(text.slice(0, FIRST_LENGTH), rawHtml);
  // The last block continues after the cut.
  tree.children?.pop();
  if (tree.children?.length)
    send({ index: 0, tree: truncateTree(tree, FIRST_NODES).tree, isCut: false, isLast: false });
}

function parse(request: ParseRequest): void {
  if (request.extent === 'whole' && request.text.length > FIRST_LENGTH) sendFirstBlocks(request);
  const parts = parseLongMarkdown(request);
  if (!parts) send(undefined);
  for (const part of parts ?? []) send(part);
}

self.addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  parse(data);
});
send(READY);
