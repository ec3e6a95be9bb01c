import { MAIN_ID, PRELOAD_ID, ROOT_ID } from '../../lib/page-ids';
import { textOf, type HastNode } from './hast';

const LEVEL = /^h([1-6])$/;
/** The heading above the footnotes, which comes with this id: what marks a footnote in the text is described by it. */
export const FOOTNOTES_ID = 'footnote-label';
/** How ids begin that React, the component library and footnotes make up. */
const MADE_UP = /^(?:_|mantine-|user-content-)/;

function headingsIn(node: HastNode, found: HastNode[] = []): HastNode[] {
  if (node.tagName && LEVEL.test(node.tagName)) found.push(node);
  for (const child of node.children ?? []) headingsIn(child, found);
  return found;
}

/** GitHub's rule for the anchors of headings, so that links written there work here: "Über uns!" → "über-uns". */
function anchorOf(text: string): string {
  const anchor = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  return MADE_UP.test(anchor) ? `section-${anchor}` : anchor;
}

/** Hands out each id once: "a", "a-1", "a-2" …; those the page itself has are taken from the start. */
function uniqueIds(): (anchor: string) => string {
  const used = new Map([MAIN_ID, PRELOAD_ID, ROOT_ID, FOOTNOTES_ID].map((id) => [id, 0]));
  return (anchor) => {
    let id = anchor;
    let count = used.get(anchor) ?? 0;
    while (used.has(id)) id = `${anchor}-${++count}`;
    used.set(anchor, count).set(id, used.get(id) ?? 0);
    return id;
  };
}

/**
 * Gives headings their anchors and an outline: the page has the only h1, so a text's headings begin at h2, and none
 * skips a level. Authors use `#` for size, while screen readers need the order.
 */
export function nameHeadings(tree: HastNode): void {
  const headings = headingsIn(tree).filter(({ properties }) => properties?.['id'] !== FOOTNOTES_ID);
  const levels = headings.map((heading) => Number(heading.tagName?.slice(1)));
  const shift = 2 - Math.min(...levels);
  const idFor = uniqueIds();
  let last = 1;
  headings.forEach((heading, index) => {
    last = Math.min((levels[index] ?? 2) + shift, last + 1, 6);
    heading.tagName = `h${last}`;
    const anchor = anchorOf(textOf(heading));
    if (anchor !== '') heading.properties = { ...heading.properties, id: idFor(anchor) };
  });
}
