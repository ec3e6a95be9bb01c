import { TooManyTokens } from '../markdown/token-limit.js';
import { type ParsedText, parseText } from './parsed-text.js';

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
