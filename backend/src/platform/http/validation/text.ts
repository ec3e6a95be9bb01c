import { isDeepStrictEqual } from 'node:util';
import { normalizeLineEnds } from '@hub/shared/line-ends';

/** PostgreSQL cannot store NUL, and returns another character for an unpaired surrogate. */
export const isPostgresText = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Compares texts, or objects and lists of them. Texts that were stored with other line ends are equal. */
export const equalsIgnoringLineEnds = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(withNormalizedLineEnds(a), withNormalizedLineEnds(b));

function withNormalizedLineEnds(value: unknown): unknown {
  if (typeof value === 'string') return normalizeLineEnds(value);
  if (Array.isArray(value)) return value.map(withNormalizedLineEnds);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNormalizedLineEnds(each)]));
}

/** Scripts where a zero-width joiner or non-joiner between two letters changes the meaning. */
const JOINING_SCRIPTS = `Arabic Syriac Mandaic Nko Mongolian Adlam Hanifi_Rohingya
  Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan
  Javanese Balinese`;
const LETTER = `[[[${JOINING_SCRIPTS.split(/\s+/)
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')}]&&[\\p{L}\\p{M}]]--\\p{Default_Ignorable_Code_Point}]`;

/**
 * Signs that remove the inherent vowel of a consonant. A joiner after one selects its form, also at the end of a word.
 */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1B44\uA9C0]`;

const MONGOLIAN_VARIATION = String.raw`[\u180B-\u180D\u180F]`;

const PICTOGRAPH = String.raw`\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?`;

/** Invisible characters that affect how a text is displayed. */
const KEPT = [
  // Flags of regions, which are spelled in tag characters: 🏴󠁧󠁢󠁳󠁣󠁴󠁿
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  // 👩🏽‍💻 ❤️‍🔥
  String.raw`${PICTOGRAPH}(?:\u200D${PICTOGRAPH})*`,
  // 1️⃣
  String.raw`[0-9#*]\uFE0F\u20E3`,
  // می‌خواهم, ශ්‍රී
  String.raw`(?<=${LETTER}${MONGOLIAN_VARIATION}?)[\u200C\u200D\u180E](?=${LETTER})`,
  // മോഹന്‍, ත්‍
  String.raw`(?<=${VIRAMA})[\u200C\u200D]`,
  // کتاب‌(ها)
  String.raw`(?<=[\p{scx=Arabic}&&[\p{L}\p{M}]])\u200C(?=\p{P})`,
  // Variants of ideographs, and of Mongolian letters
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[\p{Script=Mongolian}--\p{Default_Ignorable_Code_Point}])${MONGOLIAN_VARIATION}`,
].join('|');

/**
 * The ignorable code points include bidirectional controls and zero-width characters. Line breaks and tabs count as
 * spaces.
 */
const REMOVED = String.raw`[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|[\p{Cc}--[\t-\r\u0085]]`;

const INVISIBLE = new RegExp(`(${KEPT})|${REMOVED}`, 'gv');

/** More marks in a row than any language has. Their order is sorted in quadratic time. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

const removeInvisible = (text: string): string =>
  text
    .replace(MANY_MARKS, '$1')
    // Composing reorders marks, which decides what precedes a joiner.
    .normalize('NFC')
    .replace(INVISIBLE, '$1')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    // Removed characters may have separated marks.
    .replace(MANY_MARKS, '$1')
    .normalize('NFC');

/**
 * Cleans the value of a field by {@link singleLine}. Values that are no text, or far longer than `max`, stay unchanged
 * and fail the checks.
 */
export const cleanLine = (value: unknown, max: number): unknown =>
  typeof value === 'string' && value.length <= 10 * max && isPostgresText(value) ? singleLine(value) : value;

/**
 * Normalises a name, title or label: one line, Unicode normalization form C, no spaces at the ends or in a row, no
 * invisible characters that reorder the text or make two texts look equal, and at most 30 combining marks in a row.
 */
export function singleLine(text: string): string {
  let cleaned = removeInvisible(text);
  // Removing a character can reorder the marks around it, after which a joiner may have lost its letter.
  for (let again = removeInvisible(cleaned); again !== cleaned; again = removeInvisible(cleaned)) cleaned = again;
  return cleaned;
}
