import { parseMarkdown } from '../markdown/markdown-sections.js';
import type { MarkdownReferences } from '../markdown/references.js';
import { type SearchText, searchTextOf } from './search-text.js';

/** All that a save needs to know of a text, from one parse. */
export interface ParsedText {
  text: SearchText;
  references: MarkdownReferences;
}

/** Only for short texts or in a worker. @throws TooManyTokens */
export function parseText(markdown: string): ParsedText {
  const { sections, ...references } = parseMarkdown(markdown);
  return { text: searchTextOf(sections), references };
}
