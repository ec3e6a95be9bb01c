const MAX_LENGTH = 10_000;
/** Comments have lower limits, because a page contains many. */
const COMMENT_FACTOR = 0.2;
/** The limit of syntax characters. Documents of 10,000 characters contain some hundreds. */
const MAX_SYNTAX_CHARACTERS = 1_500;
const SYNTAX_CHARACTER = /[*_~[\]`<>|&\\\r\n]/g;
/**
 * The limit of table cells: short rows are padded to the table's width, so a few thousand characters can yield millions
 * of cells.
 */
const MAX_TABLE_CELLS = 3_000;
/** Nested quotes and lists beyond a readable depth: the parser recurses once per level. */
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/m;

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
  if (text.length > MAX_LENGTH * share || DEEP_NESTING.test(text)) return true;
  return (
    countMatches(text, SYNTAX_CHARACTER) > MAX_SYNTAX_CHARACTERS * share ||
    estimateTableCells(text) > MAX_TABLE_CELLS * share
  );
}
