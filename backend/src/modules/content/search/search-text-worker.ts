import { sectionsOf } from '../markdown/markdown-sections.js';
import { TooManyTokens } from '../markdown/token-limit.js';
import { type SearchText, searchTextOf } from './search-text.js';

/**
 * Runs in the worker thread of SearchTextParser: parses a long text and limits it to what the index holds.
 * @returns null for a text that would take too much memory
 */
export default function parse(markdown: string): SearchText | null {
  try {
    return searchTextOf(sectionsOf(markdown));
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
}
