import type { CompactEmoji } from 'emojibase';

export interface Emoji {
  character: string;
  name: string;
  /** the name and other words for it, in lower case and in all languages */
  names: string[];
  words: string[];
}

const MAX_FOUND = 12;

/** @param data for each language, the user's first */
export function createEmojiIndex(...data: readonly (readonly CompactEmoji[])[]): Emoji[] {
  const index = new Map<string, Emoji>();
  for (const { unicode, label, tags = [], group } of data.flat()) {
    // Parts of others, such as colors of skin and letters of flags, have no group.
    if (group === undefined) continue;
    const emoji = index.get(unicode) ?? { character: unicode, name: label, names: [], words: [] };
    emoji.names.push(label.toLowerCase());
    emoji.words.push(...tags.map((tag) => tag.toLowerCase()));
    index.set(unicode, emoji);
  }
  return [...index.values()];
}

const includesWord = (text: string, query: string): boolean => text.startsWith(query) || text.includes(` ${query}`);

/** 0 for the best matches; undefined for none */
function rank({ names, words }: Emoji, query: string): number | undefined {
  if (names.some((name) => name === query)) return 0;
  if (names.some((name) => name.startsWith(query))) return 1;
  if (words.includes(query)) return 2;
  if (names.some((name) => includesWord(name, query))) return 3;
  return words.some((word) => includesWord(word, query)) ? 4 : undefined;
}

/**
 * The emoji whose names or words begin with the query, the best matches first.
 * @param recent characters that precede all others
 */
export function findEmoji(index: readonly Emoji[], typed: string, recent: readonly string[]): Emoji[] {
  const query = typed.toLowerCase().replaceAll('_', ' ');
  const ranked = index.flatMap((emoji) => {
    const found = query === '' ? undefined : rank(emoji, query);
    const recency = recent.indexOf(emoji.character);
    if (found === undefined && (query !== '' || recency < 0)) return [];
    return [{ emoji, order: recency < 0 ? recent.length + (found ?? 0) : recency }];
  });
  return ranked
    .toSorted((a, b) => a.order - b.order)
    .slice(0, MAX_FOUND)
    .map(({ emoji }) => emoji);
}
