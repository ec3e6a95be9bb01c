import { sectionsOf } from '../search/markdown-sections.js';

const LENGTH = 200;

/** The beginning of a text in Markdown as its reader sees it, in one line. */
export function plainExcerpt(markdown: string): string {
  const pieces = sectionsOf(markdown).flatMap(({ heading, text }) => [heading ?? '', text]);
  const signs = [...pieces.join(' ').replace(/\s+/g, ' ').trim()];
  return signs.length > LENGTH ? `${signs.slice(0, LENGTH).join('').trimEnd()}…` : signs.join('');
}
