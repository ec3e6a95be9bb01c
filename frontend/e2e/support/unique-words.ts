import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LENGTH = 12;

/**
 * Letters only, as the suggestions index words. Random instead of time-based, because words created at about the same
 * time would share a prefix and match as misspellings.
 */
export const createUniqueWord = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The word with two adjacent letters swapped. */
export function misspell(word: string): string {
  const at = [...word].findIndex((letter, index) => index > 0 && index < word.length - 1 && letter !== word[index + 1]);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}
