/** The parts of a hast node that a text consists of. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
  /** Where a block begins in the Markdown text. */
  position?: { start: { line: number } };
}

export const createText = (value: string): HastNode => ({ type: 'text', value });

export const createElement = (
  tagName: string,
  properties: Record<string, unknown> = {},
  children: HastNode[] = [],
): HastNode => ({ type: 'element', tagName, properties, children });

export const getText = (node: HastNode): string => node.value ?? (node.children ?? []).map(getText).join('');

/** Whether a node fits, at any depth. */
export function hasNode(tree: HastNode, fits: (node: HastNode) => boolean): boolean {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (fits(node)) return true;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return false;
}

const LEVEL = /^h[1-6]$/;

export const isHeading = ({ tagName }: HastNode): boolean => tagName !== undefined && LEVEL.test(tagName);

export function collectHeadings(node: HastNode, headings: HastNode[] = []): HastNode[] {
  if (isHeading(node)) headings.push(node);
  for (const child of node.children ?? []) collectHeadings(child, headings);
  return headings;
}
