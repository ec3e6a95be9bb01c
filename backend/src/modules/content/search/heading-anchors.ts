/** Ids of the page itself, and how those begin that its libraries make up: as in the frontend's shared/markdown/headings.ts. */
const OF_THE_PAGE = ['hub-main', 'preload', 'root', 'footnote-label'];
const MADE_UP = /^(?:_|mantine-|user-content-)/;

/** GitHub's rule for the anchors of headings: "Über uns!" → "über-uns". */
function anchorOf(text: string): string {
  const anchor = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  return MADE_UP.test(anchor) ? `section-${anchor}` : anchor;
}

/** Gives the headings of one text their anchors, in their order; '' for one that has none. */
export class HeadingAnchors {
  private readonly used = new Map(OF_THE_PAGE.map((id) => [id, 0]));

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
