import type { HastNode } from '../../src/markdown/hast.js';

const HEADING = /^h[1-6]$/;
/** Elements whose children are blocks, between which white space has no meaning. */
const CONTAINERS = new Set(['root', 'blockquote', 'ul', 'ol', 'li', 'section', 'table', 'thead', 'tbody', 'tr']);
const BLOCKS = /^(?:p|pre|ul|ol|li|blockquote|hr|h\d|table|div|section)$/;

/** A tree as text, without what pages add to each: levels and ids of headings, and directions. */
export function describeNode(node: HastNode): string {
  if (node.type === 'text') return JSON.stringify(node.value);
  const name = HEADING.test(node.tagName ?? '') ? 'heading' : (node.tagName ?? node.type);
  const properties = Object.entries(node.properties ?? {})
    .filter(([key, value]) => key !== 'dir' && !(key === 'id' && name === 'heading') && value !== '' && value !== false)
    .map(([key, value]) => ` ${key}=${String(value)}`)
    .sort();
  const children = (node.children ?? []).filter(
    ({ type, value = '' }) => type !== 'text' || value.trim() !== '' || !CONTAINERS.has(name),
  );
  const texts = children.map((child, index) => describeNode(trimBetweenBlocks(child, children, index)));
  return `<${name}${properties.join('')}>${texts.join('').replaceAll('""', '')}</${name}>`;
}

const isBlock = (node: HastNode | undefined): boolean => BLOCKS.test(node?.tagName ?? '');

/** Line ends beside a block belong to the HTML, not to the text. */
function trimBetweenBlocks(node: HastNode, siblings: readonly HastNode[], index: number): HastNode {
  if (node.type !== 'text') return node;
  const value = isBlock(siblings[index - 1]) ? node.value?.trimStart() : node.value;
  return { ...node, value: isBlock(siblings[index + 1]) ? value?.trimEnd() : value };
}
