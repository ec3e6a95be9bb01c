/** The parts of a hast node used by our plug-ins. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

export function getText(node: HastNode): string {
  return node.value ?? (node.children ?? []).map(getText).join('');
}
