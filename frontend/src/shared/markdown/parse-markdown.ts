import { sanitize } from 'hast-util-sanitize';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import type { HastNode } from './hast';
import { nameHeadings } from './headings';
import { dropUnsafeUrls } from './safe-url';
import { schema } from './schema';

/**
 * GitHub's markdown as a tree of HTML elements; HTML in it is dropped. The steps of react-markdown without what stands
 * around them (plug-ins, files, positions), which is a seventh of the script that reading needs.
 */
export function parseMarkdown(text: string): HastNode {
  const read = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const tree = sanitize(toHast(read), schema) as HastNode;
  dropUnsafeUrls(tree);
  nameHeadings(tree);
  return tree;
}
