import rehypeSanitize from 'rehype-sanitize';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { HastNode } from './hast';
import rehypeCodeColours from './rehype-code-colours';
import { rehypeHeadings } from './rehype-headings';
import { remarkGfmReading } from './remark-gfm-reading';
import { rehypeSafeUrls, schema } from './schema';
import { limitDepth } from './tree-limits';

// The same steps as on the page, where a long text would hold up everything else.
const processor = unified()
  .use(remarkParse)
  .use(remarkGfmReading)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(rehypeSafeUrls)
  .use(rehypeHeadings)
  .use(rehypeCodeColours)
  .freeze();

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const tree = processor.runSync(processor.parse(data)) as HastNode;
  limitDepth(tree);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its own page only
  self.postMessage(tree);
});
