import type { HastNode } from './hast';

const MAX_DEPTH = 100;

/** Takes out what is nested deeper than anybody reads, without calling itself: that is what such trees break. */
export function limitDepth(tree: HastNode): void {
  const waiting = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth >= MAX_DEPTH) node.children = [];
    for (const child of node.children ?? []) waiting.push({ node: child, depth: depth + 1 });
  }
}

/** The beginning of a tree: as much of it as has this many nodes. `isWhole` tells whether anything was left out. */
export function beginningOf(tree: HastNode, maxNodes: number): { tree: HastNode; isWhole: boolean } {
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
  const beginning = take(tree);
  return { tree: beginning, isWhole: left > 0 };
}
