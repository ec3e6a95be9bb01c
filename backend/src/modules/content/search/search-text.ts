import type { MarkdownSection } from '@hub/shared/markdown/sections';
import { hasUnspacedScript, splitQuery } from './search-words.js';

/** A section of a text, or a part of a long one. */
export type SearchPiece = MarkdownSection;

/** A text in the form and the size that the index stores. */
export interface SearchText {
  /** headings and texts of all sections, as far as the words are searchable */
  body: string;
  headings: string;
  pieces: readonly SearchPiece[];
  /** words that may correct mistyped ones */
  words: readonly string[];
}

/** Length of the beginning that represents a text, in characters. */
export const LEAD_LENGTH = 400;
/** Length of a piece, in characters; snippets of results are cut from pieces. */
const PIECE_LENGTH = 2000;
/**
 * PostgreSQL stores at most 1 MB of words and positions per item, in two languages. Words beyond this limit are not
 * searchable.
 */
const MAX_BODY_BYTES = 160_000;
const MAX_HEADINGS_BYTES = 20_000;
const MAX_WORDS = 5000;
/** 500,000 characters without headings have 250 pieces. Text after the last piece links to the whole item. */
const MAX_PIECES = 2000;
/** Longer than any query word. The first expression scans each word once, also when many almost reach this length. */
const UNBROKEN_RUN = /(?<!\S)\S{100,}/gu;
const UNBROKEN = /\S{100}/gu;
/** Ends a sentence or a part of one where no space follows. */
const WIDE_PUNCTUATION = /[\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]/g;

/*
 * MARK and MARK_END enclose matches in snippets; LESS and GREATER replace < and > there, which PostgreSQL would parse
 * as markup, and others replace SEPARATORS, so that parts of identifiers are marked. GAP separates the letters of
 * scripts without spaces. To PostgreSQL the first two are not letters, and the others separate words. Texts must not
 * contain them.
 */
export const MARK = '\u{E000}';
export const MARK_END = '\u{E001}';
export const LESS = '\u0002';
export const GREATER = '\u0003';
export const REPLACED_SEPARATORS = '\u0004\u0005\u0006\u0007\u0008\u000f';
export const GAP = '\u000e';
const RESERVED = new RegExp(`[${MARK}${MARK_END}${LESS}${GREATER}${REPLACED_SEPARATORS}${GAP}]`, 'gu');

/** Removes the characters that mark snippets. */
export const cleaned = (text: string): string => text.replaceAll(RESERVED, '');

/** PostgreSQL's parser takes quadratic time for text without spaces: a minute for 100 KB. */
const breakLongWords = (text: string): string =>
  text.replaceAll(UNBROKEN_RUN, (run) => run.replaceAll(WIDE_PUNCTUATION, '$& ').replaceAll(UNBROKEN, '$& '));

const getBody = (sections: readonly MarkdownSection[]): string => {
  const texts = sections.map(({ heading, text }) => (heading === null ? text : `${heading}\n${text}`));
  return truncate(breakLongWords(cleaned(texts.join('\n'))), MAX_BODY_BYTES);
};

const getHeadings = (sections: readonly MarkdownSection[]): string =>
  truncate(breakLongWords(cleaned(sections.map(({ heading }) => heading ?? '').join('\n'))), MAX_HEADINGS_BYTES);

function truncate(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  return Buffer.from(text)
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD$/, '');
}

/** Limits a text to what the index stores, so that its cost and size do not depend on the text. */
export function getSearchText(sections: readonly MarkdownSection[]): SearchText {
  const body = getBody(sections);
  return { body, headings: getHeadings(sections), pieces: splitPieces(sections), words: findWords(body) };
}

/** The same without parsing Markdown: one piece without headings. */
export const plainSearchText = (text: string): SearchText =>
  getSearchText([{ heading: null, anchor: '', text: text.slice(0, MAX_BODY_BYTES) }]);

/** Whether a text is so short and plain that its only piece is the whole text. */
export const isOnePiece = ({ body, pieces }: SearchText): boolean =>
  body.length <= PIECE_LENGTH && pieces.every(({ heading, anchor }) => heading === null && anchor === '');

export const getLead = (body: string): string => (body.length <= LEAD_LENGTH ? body : cutAtSpace(body, LEAD_LENGTH));

/** Splits long sections, between words where possible. */
export function splitPieces<Section extends MarkdownSection>(sections: readonly Section[]): Section[] {
  const pieces: Section[] = [];
  for (const section of sections) {
    const heading = section.heading === null ? null : breakLongWords(cleaned(section.heading));
    let rest = breakLongWords(cleaned(section.text));
    do {
      if (pieces.length === MAX_PIECES) return pieces;
      const text = rest.length <= PIECE_LENGTH ? rest : cutAtSpace(rest, PIECE_LENGTH);
      pieces.push({ ...section, heading, text });
      rest = rest.slice(text.length).trimStart();
    } while (rest);
  }
  return pieces;
}

function cutAtSpace(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  const space = cut.search(/\s\S*$/);
  return space > maxLength / 2 ? cut.slice(0, space) : cut;
}

/** As words are stored in the index. */
export const normalizeText = (text: string): string => text.normalize('NFC').toLowerCase();

/** The words of a query as they are written, normalised. */
export const getWrittenWords = (text: string): string[] => normalizeText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words of a query as titles have them in the index, normalised. */
export const getWords = (text: string): string[] => getWrittenWords(splitQuery(text));

/** The different words of a text that may correct mistyped ones: 4 to 30 letters. */
export function findWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of normalizeText(text).matchAll(
    /(?<![\p{L}\p{M}\p{N}_])\p{L}[\p{L}\p{M}]{3,29}(?![\p{L}\p{M}\p{N}_])/gu,
  )) {
    if (!hasUnspacedScript(word)) words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return [...words];
}

/** Joins lists of words, without duplicates, up to the limit per item. */
export const limitWords = (...lists: (readonly string[])[]): string[] => [...new Set(lists.flat())].slice(0, MAX_WORDS);
