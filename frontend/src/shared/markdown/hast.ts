/** As much of a HTML tree's node as our plug-ins touch. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

export function textOf(node: HastNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}
