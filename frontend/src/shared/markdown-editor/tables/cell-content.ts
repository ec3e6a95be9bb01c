import type { HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { isSameOriginPath, toHubPath } from '../../../lib/hub-paths';
import { getHubOrigin } from '../../../lib/page-meta';
import { createTable } from './table-edits';
import classes from './tables.module.css';

/** Without any mark of Markdown, and without an address. */
const PLAIN = /^(?!.*www\.)[\p{L}\p{N} ,;?%+='"/.()–—-]*$/u;
/** Longer texts are shown as they are written. */
const MAX_LENGTH = 2000;
const SAME_ELEMENTS = new Set(['em', 'strong', 'del', 'code', 'br', 'sup']);

function getProperty({ properties }: HastNode, name: string): string {
  const value = properties?.[name];
  return typeof value === 'string' ? value : '';
}

function createContent(node: HastNode): Node {
  if (node.value !== undefined) return document.createTextNode(node.value);
  const { tagName = '', children = [] } = node;
  if (tagName === 'img') return createImage(getProperty(node, 'src'), getProperty(node, 'alt'));
  const element = document.createElement(SAME_ELEMENTS.has(tagName) ? tagName : 'span');
  if (tagName === 'a') element.className = classes.link ?? '';
  // A link without a text is shown by its address.
  if (tagName === 'a' && children.length === 0) element.textContent = getProperty(node, 'href');
  element.append(...children.map(createContent));
  return element;
}

/** Images of other servers are named only, because requests would expose writers to them. */
function createImage(address: string, alt: string): Node {
  const src = toHubPath(address, getHubOrigin());
  if (!isSameOriginPath(src)) return document.createTextNode(alt || address);
  const image = document.createElement('img');
  image.alt = alt;
  image.src = src;
  return image;
}

/** Draws the text of a cell as readers see it. */
export function createCellContent(text: string): Node[] {
  if (PLAIN.test(text) || text.length > MAX_LENGTH) return [document.createTextNode(text)];
  const tables = parseMarkdown(createTable([[text]])).children ?? [];
  const cell = tables[0]?.children?.[0]?.children?.[0]?.children?.[0];
  return (cell?.children ?? []).map(createContent);
}
