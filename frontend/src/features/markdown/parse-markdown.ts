import { sanitize } from 'hast-util-sanitize';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import type { HastNode } from './hast';
import { addHeadingIds } from './headings';
import { removeUnsafeUrls } from './safe-url';
import { sanitizeSchema } from './sanitize-schema';

/**
 * Parses GitHub Flavored Markdown into an HTML tree without raw HTML. Uses the steps of react-markdown without its
 * plug-in layer, a seventh of its size.
 */
export function parseMarkdown(text: string): HastNode {
  const read = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const tree = sanitize(toHast(read), sanitizeSchema) as HastNode;
  removeUnsafeUrls(tree);
  addHeadingIds(tree);
  return tree;
}
