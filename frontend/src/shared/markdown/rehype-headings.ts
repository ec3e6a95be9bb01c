import { textOf, type HastNode } from './hast';

const LEVEL = /^h([1-6])$/;

function headingsIn(node: HastNode, found: HastNode[] = []): HastNode[] {
  if (node.tagName && LEVEL.test(node.tagName)) found.push(node);
  for (const child of node.children ?? []) headingsIn(child, found);
  return found;
}

/** GitHub's rule for the anchors of headings, so that links written there work here: "Über uns!" → "über-uns". */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Gives headings their anchors and an outline: the page has the only h1, so a text's headings begin at h2, and none
 * skips a level. Authors use `#` for size, while screen readers need the order.
 */
export function rehypeHeadings() {
  return (tree: HastNode): void => {
    const headings = headingsIn(tree);
    const levels = headings.map((heading) => Number(heading.tagName?.slice(1)));
    const shift = 2 - Math.min(...levels);
    const used = new Map<string, number>();
    let last = 1;
    headings.forEach((heading, index) => {
      last = Math.min((levels[index] ?? 2) + shift, last + 1, 6);
      heading.tagName = `h${last}`;
      const anchor = anchorOf(textOf(heading));
      const count = used.get(anchor) ?? 0;
      used.set(anchor, count + 1);
      if (anchor !== '')
        heading.properties = { ...heading.properties, id: count === 0 ? anchor : `${anchor}-${count}` };
    });
  };
}
