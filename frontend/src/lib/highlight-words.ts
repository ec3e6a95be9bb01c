export interface TextPart {
  text: string;
  match: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter prefixes match too many words by chance. */
const MIN_PREFIX_LENGTH = 3;

const normalizeWord = (word: string) =>
  word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** The words of a search query, without excluded ones. */
export function parseSearchWords(query: string): string[] {
  const included = query.replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ');
  return [...new Set((included.match(WORD) ?? []).map(normalizeWord))].filter((word) => word !== 'or');
}

/**
 * Splits a text into matches and the text between them; whole words match that equal a search word or begin with it.
 */
export function highlightWords(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const own = normalizeWord(word);
    if (!words.some((looked) => own === looked || (looked.length >= MIN_PREFIX_LENGTH && own.startsWith(looked))))
      continue;
    if (index > end) parts.push({ text: text.slice(end, index), match: false });
    parts.push({ text: word, match: true });
    end = index + word.length;
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
