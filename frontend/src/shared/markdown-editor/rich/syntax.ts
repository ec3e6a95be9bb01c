import type { syntaxTree } from '@codemirror/language';

export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The children of a node that have one of the names, in their order. */
export function getChildren(node: SyntaxNode, ...names: string[]): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (names.includes(child.name)) children.push(child);
  }
  return children;
}

/** The number of nodes with the name that contain the node, with itself. */
export function countDepth(node: SyntaxNode, name: string): number {
  let depth = 0;
  for (let each: SyntaxNode | null = node; each; each = each.parent) if (each.name === name) depth++;
  return depth;
}
