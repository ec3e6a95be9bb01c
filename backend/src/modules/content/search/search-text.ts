import type { SearchPiece } from './search-entry.js';

/** How long the beginning of a text is that stands for it, in characters. */
export const LEAD = 400;
/** How long a piece may be: from these the lines shown with a result are cut. */
const PIECE = 2000;
/** PostgreSQL holds at most 1 MB of words and places of one item, in two languages. Beyond this a text cannot be found by its words. */
const BODY_BYTES = 160_000;
const HEADINGS_BYTES = 20_000;
const WORDS_OF_ONE = 5000;
/** Longer than what anybody looks for, in characters. */
const UNBROKEN = /\S{100}/gu;

/*
 * These mark what was found in the lines of a result, and stand for < and > there, which PostgreSQL takes for markup: the
 * first two are no letters to it, the others stand between words. Nobody's text may hold them.
 */
export const MARK = '\u{E000}';
export const MARK_END = '\u{E001}';
export const LESS = '\u0002';
export const GREATER = '\u0003';

export const cleaned = (text: string): string =>
  [MARK, MARK_END, LESS, GREATER].reduce((rest, sign) => rest.replaceAll(sign, ''), text);

/** PostgreSQL's parser goes back to the beginning of what has no spaces again and again: 100 KB of it would take a minute. */
const broken = (text: string): string => text.replaceAll(UNBROKEN, '$& ');

export const bodyOf = (pieces: readonly SearchPiece[]): string =>
  within(
    BODY_BYTES,
    broken(cleaned(pieces.map(({ heading, text }) => (heading === null ? text : `${heading}\n${text}`)).join('\n'))),
  );

export const headingsOf = (pieces: readonly SearchPiece[]): string =>
  within(HEADINGS_BYTES, broken(cleaned(pieces.map(({ heading }) => heading ?? '').join('\n'))));

function within(bytes: number, text: string): string {
  if (text.length * 3 <= bytes) return text;
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD$/, '');
}

export const leadOf = (body: string): string => (body.length <= LEAD ? body : atSpace(body, LEAD));

/** Long pieces in several, none in the middle of a word where it can be helped. */
export function piecesOf(pieces: readonly SearchPiece[]): SearchPiece[] {
  return pieces.flatMap((piece) => {
    const parts: SearchPiece[] = [];
    const heading = piece.heading === null ? null : broken(cleaned(piece.heading));
    let rest = broken(cleaned(piece.text));
    do {
      const text = rest.length <= PIECE ? rest : atSpace(rest, PIECE);
      parts.push({ ...piece, heading, text });
      rest = rest.slice(text.length).trimStart();
    } while (rest);
    return parts;
  });
}

function atSpace(text: string, most: number): string {
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  const space = cut.search(/\s\S*$/);
  return space > most / 2 ? cut.slice(0, space) : cut;
}

/** The words of a text as people would type them. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Those that are worth being offered to somebody who mistyped one. */
export function wordsIn(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/(?<![\p{L}\p{M}\p{N}_])\p{L}[\p{L}\p{M}]{3,29}(?![\p{L}\p{M}\p{N}_])/gu)) {
    words.add(word);
    if (words.size === WORDS_OF_ONE) break;
  }
  return [...words];
}
