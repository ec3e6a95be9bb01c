/**
 * Ids that the page itself uses, and prefixes that its libraries use, as in the frontend's
 * features/markdown/parse-markdown.ts.
 */
const RESERVED_IDS = ['hub-main', 'preload', 'root', 'footnote-label'];
const RESERVED_PREFIX = /^(?:_|mantine-|user-content-)/;

/** Slugs headings as GitHub does: "Über uns!" → "über-uns". */
function anchorOf(text: string): string {
  const anchor = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  return RESERVED_PREFIX.test(anchor) ? `section-${anchor}` : anchor;
}

/** Assigns unique anchors to the headings of one text, in their order. */
export class HeadingAnchors {
  private readonly used = new Map(RESERVED_IDS.map((id) => [id, 0]));

  /** @returns '' for a heading without letters and digits */
  next(heading: string): string {
    const anchor = anchorOf(heading);
    if (anchor === '') return '';
    let id = anchor;
    let count = this.used.get(anchor) ?? 0;
    while (this.used.has(id)) id = `${anchor}-${++count}`;
    this.used.set(anchor, count).set(id, this.used.get(id) ?? 0);
    return id;
  }
}
