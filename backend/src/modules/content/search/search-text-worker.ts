import { TooManyTokens } from '@hub/shared/markdown/parser';
import { type MarkdownReferences, readMarkdown } from '@hub/shared/markdown/sections';
import { type SearchText, getSearchText } from './search-text.js';

/** All that a save needs to know of a text, from one parse. */
export interface ParsedText {
  text: SearchText;
  references: MarkdownReferences;
}

/** Only for short texts or in a worker. @throws TooManyTokens */
export function parseText(markdown: string): ParsedText {
  const { sections, ...references } = readMarkdown(markdown);
  return { text: getSearchText(sections), references };
}

/**
 * Runs in the worker thread of SearchTextParser: parses a long text and limits it to what the index holds.
 * @returns null for a text that would take too much memory
 */
export default function parse(markdown: string): ParsedText | null {
  try {
    return parseText(markdown);
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
}
