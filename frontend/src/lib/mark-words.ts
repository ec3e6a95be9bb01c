export interface Part {
  text: string;
  match: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter ones begin too many words by chance. */
const MIN_BEGINNING = 3;

const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** The words somebody looks for; not those that should not be there. */
export function wordsOf(query: string): string[] {
  const wanted = query.replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ');
  return [...new Set((wanted.match(WORD) ?? []).map(plain))].filter((word) => word !== 'or');
}

/** A text in its parts: whole words that are, or begin with, one of those looked for, and what stands between them. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const own = plain(word);
    if (!words.some((looked) => own === looked || (looked.length >= MIN_BEGINNING && own.startsWith(looked)))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), match: false });
    parts.push({ text: word, match: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), match: false });
  return parts;
}

/** So much stands before the first word found; with it, a word of usual length is still to be seen on a phone. */
const LEAD = 10;

/** For a place where only one line is shown: it begins near the first word found, which would otherwise be cut off. */
export function fromFirstMatch(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(({ match }) => match);
  const before = parts
    .slice(0, Math.max(first, 0))
    .map(({ text }) => text)
    .join('');
  if (before.length <= LEAD) return parts;
  // Whole words only: what comes after the first blank.
  const near = before.slice(-LEAD - 1);
  return [{ text: `… ${near.slice(near.search(/\s/) + 1 || near.length)}`, match: false }, ...parts.slice(first)];
}

/** Lines taken out of a text, with a sign at each end that is not one of a sentence. */
export function asExcerpt(parts: readonly Part[]): readonly Part[] {
  const begins = /^\P{Ll}/u.test(parts[0]?.text ?? '');
  const ends = /[.!?:;)…]\s*$/.test(parts.at(-1)?.text ?? '');
  return [
    ...(begins || parts.length === 0 ? [] : [{ text: '… ', match: false }]),
    ...parts,
    ...(ends || parts.length === 0 ? [] : [{ text: ' …', match: false }]),
  ];
}
