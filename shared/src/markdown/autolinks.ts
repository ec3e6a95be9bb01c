import type { MarkdownIt, StateInline } from 'markdown-it';

/** What ends a run of text, as in markdown-it's own rule. */
const TEXT = /[^\n!#$%&*+\-:<=>@[\\\]^_`{}~]+/y;
const START = /www\.|https?$/gi;
/** Addresses without a scheme are links after white space and signs, other ones after all but letters. */
const BEFORE_WWW = /[\s\p{P}\p{S}]/u;
const LETTER = /[a-z]/i;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<]+/iy;
const PROTOCOL = /^https?:\/\//i;
const HOST = /^(?:[^\s\p{P}\p{S}]|[-._]|\p{So})+/u;
/** Longer addresses are cut, so that a text of many of them takes linear time. */
const MAX_LENGTH = 2000;

/**
 * Addresses that are written without Markdown are links, as GitHub has them. They become
 * tokens of type `autolink_literal`.
 */
export function literalAutolinks(parser: MarkdownIt): void {
  parser.inline.ruler.at('text', takeText);
}

/** Takes a run of text up to the next address, or the address that begins here. */
function takeText(state: StateInline, silent: boolean): boolean {
  TEXT.lastIndex = state.pos;
  const run = TEXT.exec(state.src)?.[0].slice(0, state.posMax - state.pos);
  if (!run) return false;
  // Within the text of a link there are no others.
  const isLinkable = !silent && state.linkLevel === 0;
  const start = isLinkable ? findStart(state, run) : run.length;
  if (start > 0) {
    if (!silent) state.pending += run.slice(0, start);
    state.pos += start;
    return true;
  }
  const address = matchAddress(state);
  if (address) {
    const token = state.push('autolink_literal', '', 0);
    token.content = address;
    token.attrSet('href', state.md.normalizeLink(PROTOCOL.test(address) ? address : `http://${address}`));
    state.pos += address.length;
    return true;
  }
  const rest = 1 + findStart({ src: state.src, pos: state.pos + 1 }, run.slice(1));
  state.pending += run.slice(0, rest);
  state.pos += rest;
  return true;
}

/** @returns the offset in the run where an address may begin, or its length */
function findStart({ src, pos }: Pick<StateInline, 'src' | 'pos'>, run: string): number {
  for (const { 0: found, index } of run.matchAll(START)) {
    const before = src.charAt(pos + index - 1);
    const isWww = found.endsWith('.');
    const canBegin = isWww ? before === '' || BEFORE_WWW.test(before) : !LETTER.test(before);
    if (canBegin && (isWww || src.startsWith('://', pos + index + found.length))) return index;
  }
  return run.length;
}

function matchAddress({ src, pos, posMax }: StateInline): string | undefined {
  ADDRESS.lastIndex = 0;
  const found = ADDRESS.exec(src.slice(pos, Math.min(posMax, pos + MAX_LENGTH)))?.[0];
  const address = found && withoutTrail(found);
  const labels = address ? (HOST.exec(address.replace(PROTOCOL, ''))?.[0].split('.') ?? []) : [];
  return labels.some(Boolean) && !labels.slice(-2).some((label) => label.includes('_')) ? address : undefined;
}

/** Punctuation at the end belongs to the sentence, as does a closing bracket without an opening one. */
function withoutTrail(address: string): string {
  let end = address.length;
  let unopened = 0;
  for (const sign of address) unopened += sign === ')' ? 1 : sign === '(' ? -1 : 0;
  for (; end > 0; end--) {
    const sign = address.charAt(end - 1);
    if (sign === ')' ? unopened-- <= 0 : !'!"\'*,.:;?_~]'.includes(sign)) break;
    if (sign === ';') end -= /&[a-z]+;$/i.exec(address.slice(Math.max(0, end - 40), end))?.[0].slice(1).length ?? 0;
  }
  return address.slice(0, end);
}
