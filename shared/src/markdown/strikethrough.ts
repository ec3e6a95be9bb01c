import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

const TILDE = 0x7e;
/** Not characters: one tilde ends with one, two with two. */
const [ONE, TWO] = [-1, -2];

/** Text between one or two tildes is struck out, as on GitHub. The parser's own rule knows two only. */
export function strikethrough(parser: MarkdownIt): void {
  parser.inline.ruler.at('strikethrough', takeTildes);
  parser.inline.ruler2.at('strikethrough', (state) => {
    strike(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) strike(state, meta.delimiters);
    return false;
  });
}

function takeTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  state.push('text', '', 0).content = '~'.repeat(length);
  if (length <= 2) {
    const marker = length === 1 ? ONE : TWO;
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  }
  state.pos += length;
  return true;
}

function strike({ tokens }: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const [opening, closing] = [tokens[token], tokens[delimiters[end]?.token ?? -1]];
    if ((marker !== ONE && marker !== TWO) || !opening || !closing) continue;
    Object.assign(opening, { type: 's_open', tag: 's', nesting: 1, content: '' });
    Object.assign(closing, { type: 's_close', tag: 's', nesting: -1, content: '' });
  }
}
