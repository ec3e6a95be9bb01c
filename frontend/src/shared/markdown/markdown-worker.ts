import { colourCode } from './code-colours';
import { parseMarkdown } from './parse-markdown';
import { limitDepth } from './tree-limits';

// As on the page, where a long text would hold up everything else.
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const tree = parseMarkdown(data);
  colourCode(tree);
  limitDepth(tree);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its own page only
  self.postMessage(tree);
});
