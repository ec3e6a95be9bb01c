import { isShortMarkdown, splitSections } from '@hub/shared/markdown/sections';

const LENGTH = 200;
/**
 * As much Markdown as an excerpt may be made of. A list has 100 of them, and the slowest of this length take 0.7 ms.
 */
export const EXCERPT_START = 600;
/** As much as own words are looked for in: quotes before them are skipped, and nothing else of it is parsed. */
export const OWN_WORDS_START = 5000;
/** The limit of table cells; 500 take a millisecond. */
const MAX_CELLS = 500;

/** The beginning of a comment or note in Markdown as its reader sees it, in one line: HTML is shown as text. */
export function plainExcerpt(markdown: string): string {
  const start = markdown.slice(0, EXCERPT_START).replace(/[\uD800-\uDBFF]$/, '');
  const signs = [...readable(start).replace(/\s+/g, ' ').trim()];
  return signs.length > LENGTH ? `${signs.slice(0, LENGTH).join('').trimEnd()}…` : signs.join('');
}

/**
 * As {@link plainExcerpt}, from the author's own words: a reply often begins with a quote of what it answers. A callout
 * (`> [!NOTE]`) is no quote.
 */
export function ownWordsExcerpt(markdown: string): string {
  const withoutQuote = markdown.replace(/^(?:[ \t]*\r?\n|(?![ \t]*>[ \t]*\[!)(?:[ \t]*>.*(?:\r?\n|$))+)+/, '');
  return plainExcerpt(withoutQuote.trim() ? withoutQuote : markdown);
}

function readable(markdown: string): string {
  if (!isShortMarkdown(markdown, MAX_CELLS)) return markdown;
  return splitSections(markdown, { includesHtml: true })
    .flatMap(({ heading, text }) => [heading ?? '', text])
    .join(' ');
}
