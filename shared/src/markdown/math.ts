import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const SPACE = /\s/;
/** Beside these, a dollar sign is money, a variable of a shell or part of a word. */
const WORD = /\w/;
const NAME = /[\w{]/;

/**
 * Formulas in TeX, as on GitHub and in pandoc: `$…$` within a line of text, `$$…$$` for one that is displayed, there or
 * as a block. They become tokens of the types `math_inline`, `math_display` and `math_block`, whose content is the
 * formula. Money stays text: a formula neither begins nor ends with a space, and no digit or letter follows it.
 */
export function math(parser: MarkdownIt): void {
  parser.inline.ruler.after('escape', 'math', takeInline);
  parser.block.ruler.before('fence', 'math', takeBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

function takeInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const formula = findFormula(src, pos, posMax);
  // Dollar signs in a row are text together, so that none of them begins a formula.
  const length = formula?.length ?? countDollars(src, pos, posMax);
  if (!silent && formula)
    state.push(formula.isDisplayed ? 'math_display' : 'math_inline', 'code', 0).content = formula.content;
  else if (!silent) state.pending += '$'.repeat(length);
  state.pos += length;
  return true;
}

/**
 * Finds the formula that begins with the dollar sign at a position of a text.
 * @param end of the part of the text in which it must end
 */
export function findFormula(
  text: string,
  pos: number,
  end: number,
): { content: string; isDisplayed: boolean; length: number } | undefined {
  const dollars = countDollars(text, pos, end);
  const close = dollars <= 2 ? findDollar(text, pos + dollars, end) : -1;
  if (close === -1 || countDollars(text, close, end) !== dollars) return undefined;
  const content = text.slice(pos + dollars, close);
  const after = close + dollars;
  if (!isFormula(content) || WORD.test(text.charAt(pos - 1)) || NAME.test(text.charAt(after))) return undefined;
  return { content, isDisplayed: dollars === 2, length: after - pos };
}

/** Code takes precedence, as it does over emphasis. */
const isFormula = (content: string): boolean =>
  content !== '' &&
  !content.includes('`') &&
  !SPACE.test(content.charAt(0)) &&
  !SPACE.test(content.charAt(content.length - 1));

function countDollars(text: string, start: number, end: number): number {
  let pos = start;
  while (pos < end && text.charCodeAt(pos) === DOLLAR) pos++;
  return pos - start;
}

/** @returns the next dollar sign that is not escaped, or -1. Only up to that one, so that a text takes linear time. */
function findDollar(text: string, start: number, end: number): number {
  for (let pos = start; pos < end; pos++) {
    const sign = text.charCodeAt(pos);
    if (sign === DOLLAR) return pos;
    if (sign === BACKSLASH) pos++;
  }
  return -1;
}

const getLine = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();

/** A block between two lines, which begin and end with two dollar signs. It has no blank line, as TeX wants it. */
function takeBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = getLine(state, startLine);
  if (!first.startsWith('$$') || state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const lines = [first.slice(2)];
  let line = startLine;
  // Up to the next dollar signs, so that a text takes linear time.
  for (; !lines.at(-1)!.includes('$$'); lines.push(getLine(state, line))) {
    line++;
    if (line >= endLine || state.isEmpty(line) || state.sCount[line]! < state.blkIndent) return false;
  }
  const content = lines.join('\n');
  // Other signs behind the end, and a third dollar sign, are text.
  if (content.indexOf('$$') !== content.length - 2 || content.slice(0, -2).trim() === '') return false;
  if (silent) return true;
  state.line = line + 1;
  const token = state.push('math_block', 'code', 0);
  token.content = `${content.slice(0, -2).trim()}\n`;
  token.map = [startLine, state.line];
  return true;
}
