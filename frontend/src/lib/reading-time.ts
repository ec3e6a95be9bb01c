const WORDS_PER_MINUTE = 220;
/** Of scripts without spaces between words. */
const CHARACTERS_PER_MINUTE = 450;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The minutes that reading a text takes, at least one. */
export function estimateReadingTime(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0;
  const words = text
    .replaceAll(UNSPACED, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE));
}
