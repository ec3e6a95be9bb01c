import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LENGTH = 12;

/**
 * Letters only, as the typing help knows words. By chance and not by the clock: words made at about the same time would begin
 * alike, and be taken for each other's misspellings.
 */
export const uniqueWord = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The same word with two letters that changed places. */
export function misspelt(word: string): string {
  const at = [...word].findIndex((letter, index) => index > 0 && index < word.length - 1 && letter !== word[index + 1]);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}
