import { type HastNode, hasNode } from '@hub/shared/markdown/hast';

/** What a component that replaces an element receives besides its properties. */
export interface NodeProps {
  node?: HastNode;
}

/** The language of a code element, in lower case. */
export function getCodeLanguage(code: HastNode | undefined): string | undefined {
  const names = code?.properties?.['className'];
  if (!Array.isArray(names)) return undefined;
  const name = names.find((known): known is string => typeof known === 'string' && known.startsWith('language-'));
  return name?.slice('language-'.length).toLowerCase();
}

export type MathKind = 'inline' | 'display';

/** Whether a code element is a formula: in a line, or displayed. */
export function getMathKind(code: HastNode | undefined): MathKind | undefined {
  const names = code?.properties?.['className'];
  if (!Array.isArray(names)) return undefined;
  return names.includes('math-display') ? 'display' : names.includes('math-inline') ? 'inline' : undefined;
}

/** Counts the nodes of a tree up to `most`. */
export function countNodes(tree: HastNode, most: number): number {
  let count = 0;
  const waiting = [tree];
  for (let next = waiting.pop(); next && count <= most; next = waiting.pop()) {
    count++;
    for (const child of next.children ?? []) waiting.push(child);
  }
  return count;
}

/** Returns the first `maxNodes` nodes of a tree. `isComplete` is false if nodes were left out. */
export function truncateTree(tree: HastNode, maxNodes: number): { tree: HastNode; isComplete: boolean } {
  let left = maxNodes;
  const take = (node: HastNode): HastNode => {
    left--;
    if (!node.children) return node;
    const children: HastNode[] = [];
    for (const child of node.children) {
      if (left <= 0) break;
      children.push(take(child));
    }
    return { ...node, children };
  };
  const truncated = take(tree);
  return { tree: truncated, isComplete: left > 0 };
}

/**
 * Splits a tree between its outermost blocks.
 * @param limits of the nodes in the first part and in each further one; a larger block is a part of its own
 */
export function splitTree(tree: HastNode, limits: { first: number; further: number }): HastNode[] {
  const parts: HastNode[][] = [];
  let size = Infinity;
  for (const block of tree.children ?? []) {
    const nodes = countNodes(block, Infinity);
    size += nodes;
    if (size <= (parts.length === 1 ? limits.first : limits.further)) parts.at(-1)?.push(block);
    else {
      parts.push([block]);
      size = nodes;
    }
  }
  return parts.map((children) => ({ ...tree, children }));
}

/** Of code that is rendered as a figure. */
const FIGURE_LANGUAGES = new Set([undefined, 'math', 'mermaid']);

/** Whether a tree has a code block with a language that could be highlighted, at any depth. */
export const hasCodeLanguage = (tree: HastNode): boolean =>
  hasNode(tree, ({ tagName, children }) => tagName === 'pre' && !FIGURE_LANGUAGES.has(getCodeLanguage(children?.[0])));

export const hasId = (tree: HastNode, id: string): boolean =>
  hasNode(tree, ({ properties }) => properties?.['id'] === id);
