import type { HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown, type RawHtml } from '@hub/shared/markdown/parse-markdown';
import { TooManyTokens } from '@hub/shared/markdown/parser';
import { countNodes } from './hast';

const MAX_LENGTH = 10_000;
/** Comments have lower limits, because a page contains many. */
const COMMENT_FACTOR = 0.2;
/** The limit of syntax characters. Documents of 10,000 characters contain some hundreds. */
const MAX_SYNTAX_CHARACTERS = 1_500;
const SYNTAX_CHARACTER = /[*_~[\]`$<>|&\\\r\n]/g;
/**
 * The limit of table cells: short rows are padded to the table's width, so a few thousand characters can yield millions
 * of cells.
 */
const MAX_TABLE_CELLS = 3_000;

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function estimateTableCells(text: string): number {
  const lines = text.split(/[\r\n]/);
  const widest = lines.reduce((most, line) => Math.max(most, countMatches(line, /\|/g)), 0);
  return widest * lines.length;
}

/** Returns whether parsing the text may block the main thread noticeably. */
export function isExpensiveMarkdown(text: string, isComment = false): boolean {
  const share = isComment ? COMMENT_FACTOR : 1;
  if (text.length > MAX_LENGTH * share) return true;
  return (
    countMatches(text, SYNTAX_CHARACTER) > MAX_SYNTAX_CHARACTERS * share ||
    estimateTableCells(text) > MAX_TABLE_CELLS * share
  );
}

/** More than a page can render. A document of 500,000 characters has about 20,000. */
const MAX_NODES = 50_000;

/** @returns undefined for a text beyond what a page can format */
export function parseWithinLimits(text: string, rawHtml: RawHtml = 'omit'): HastNode | undefined {
  try {
    const tree = parseMarkdown(text, rawHtml);
    return countNodes(tree, MAX_NODES) > MAX_NODES ? undefined : tree;
  } catch (error) {
    if (error instanceof TooManyTokens) return undefined;
    throw error;
  }
}
