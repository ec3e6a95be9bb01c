export interface TextPart {
  text: string;
  match: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter prefixes match too many words by chance. */
const MIN_PREFIX_LENGTH = 3;

const normalizeWord = (word: string) =>
  word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** Scripts without spaces between words, and Korean, where a match may be anywhere. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The words of a search query, without excluded ones: two hyphens begin an option of a command. */
export function parseSearchWords(query: string): string[] {
  const included = query.replace(/(^|\s)-(?!-)("[^"]*"?|\S+)/g, ' ');
  return [...new Set((included.match(WORD) ?? []).map(normalizeWord))].filter((word) => word !== 'or');
}

/** Where a word of a text matches, if it does: all of it, or in scripts without spaces the part that was searched. */
function findMatch(word: string, words: readonly string[]): { at: number; length: number } | undefined {
  const own = normalizeWord(word);
  if (words.some((looked) => own === looked || (looked.length >= MIN_PREFIX_LENGTH && own.startsWith(looked))))
    return { at: 0, length: word.length };
  if (!UNSPACED.test(word)) return undefined;
  for (const looked of words) {
    const at = UNSPACED.test(looked) ? word.indexOf(looked.normalize('NFC')) : -1;
    if (at >= 0) return { at, length: looked.normalize('NFC').length };
  }
  return undefined;
}

/**
 * Splits a text into matches and the text between them; whole words match that equal a search word or begin with it.
 */
export function highlightWords(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const match = findMatch(word, words);
    if (!match) continue;
    const start = index + match.at;
    if (start > end) parts.push({ text: text.slice(end, start), match: false });
    end = start + match.length;
    parts.push({ text: text.slice(start, end), match: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), match: false });
  return parts;
}

/** Characters kept before the first match, so few that the match is visible on phones. */
const MAX_CONTEXT_LENGTH = 10;

/** Shortens a single-line text to begin near the first match, which would otherwise be cut off. */
export function trimToFirstMatch(parts: readonly TextPart[]): readonly TextPart[] {
  const first = parts.findIndex(({ match }) => match);
  const before = parts
    .slice(0, Math.max(first, 0))
    .map(({ text }) => text)
    .join('');
  if (before.length <= MAX_CONTEXT_LENGTH) return parts;
  // Starts after the first blank to keep whole words.
  const near = before.slice(-MAX_CONTEXT_LENGTH - 1);
  return [{ text: `… ${near.slice(near.search(/\s/) + 1 || near.length)}`, match: false }, ...parts.slice(first)];
}

/** Adds an ellipsis at each end that is not a sentence boundary. */
export function toExcerpt(parts: readonly TextPart[]): readonly TextPart[] {
  const begins = /^\P{Ll}/u.test(parts[0]?.text ?? '');
  const ends = /[.!?:;)…]\s*$/.test(parts.at(-1)?.text ?? '');
  return [
    ...(begins || parts.length === 0 ? [] : [{ text: '… ', match: false }]),
    ...parts,
    ...(ends || parts.length === 0 ? [] : [{ text: ' …', match: false }]),
  ];
}
