/*
 * PostgreSQL's parser takes application.yml, /etc/nginx, foo_bar.baz and support@hub.example for one word each, and
 * a sentence of Chinese, Japanese or Thai too. Here they become words that it indexes one by one; a query is split in
 * the same way.
 */

/** Scripts that are written without spaces, and Korean, whose words have endings. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = `ー${SCRIPTS.map((script) => String.raw`\p{sc=${script}}`).join('')}`;
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u');
/** The same for regular expressions of PostgreSQL, for marking matches in results. */
const UNSPACED_RANGES = ['\\u0e00-\\u0eff', '\\u1000-\\u109f', '\\u1780-\\u17ff', '\\u3005-\\u30ff', '\\u3400-\\u9fff'];
export const UNSPACED_SQL = `[${UNSPACED_RANGES.join('')}\\uac00-\\ud7a3]`;

/** What joins the parts of paths, hosts, addresses and identifiers; hyphens do too, but PostgreSQL knows them. */
export const SEPARATORS = './@:\\_';
const SEPARATOR = /[./@:\\_]/g;
/** In whole forms, which are indexed as well: PostgreSQL splits at the others by itself. */
const JOINT = /[./@]/;
const WORD_SIGN = /[\p{L}\p{N}]/u;
const VERSION = /(?<!\d)\d+(?:\.\d+)+/g;
const CAMEL_HUMP = /(?<=\p{Ll})(?=\p{Lu})/u;
const FLAG = /^[`'"([{|]*-([\p{L}\p{N}][\p{L}\p{N}-]*)/u;
/** Prefix of the word that is indexed for an option of a command, such as -rf. */
const FLAG_PREFIX = 'flagword';
/** Size of the words that are added to a text, in characters. */
const MAX_ADDED_LENGTH = 20_000;

export const hasUnspacedScript = (text: string): boolean => UNSPACED_LETTER.test(text);

/** Pairs of characters: 全文検索 becomes 全文 文検 検索. A text also has its last character, which may be searched alone. */
function getPairs(run: string, hasLast: boolean): string {
  const letters = [...run];
  const pairs = letters.slice(0, -1).map((letter, i) => letter + (letters[i + 1] ?? ''));
  return ` ${[...pairs, ...(hasLast || !pairs.length ? letters.slice(-1) : [])].join(' ')} `;
}

const splitText = (text: string, hasLast: boolean): string =>
  text.replace(SEPARATOR, ' ').replace(UNSPACED_RUN, (run) => getPairs(run, hasLast));

/** The parts of the words of a query. */
export const splitQuery = (text: string): string => splitText(text, false);

/** Single characters instead of pairs, which do not overlap in the text of a result. */
export const splitToLetters = (text: string): string =>
  text.replace(SEPARATOR, ' ').replace(UNSPACED_RUN, (run) => ` ${[...run].join(' ')} `);

/** The word that is indexed for an option of a command, such as -rf. */
export const toOptionWord = (name: string): string => FLAG_PREFIX + name.replaceAll('-', '').toLowerCase();

/** From the first to the last letter or digit; a path keeps its first slash. */
function trimSigns(run: string): string {
  let [start, end] = [0, run.length];
  while (start < end && run[start] !== '/' && !WORD_SIGN.test(run[start] ?? '')) start++;
  while (end > start && !WORD_SIGN.test(run[end - 1] ?? '')) end--;
  return run.slice(start, end);
}

/** What is searched besides the parts of a run of characters: its whole form, its version, the parts of camelCase. */
function* addedWords(run: string): Generator<string> {
  const flag = run.includes('-') ? FLAG.exec(run)?.[1] : undefined;
  if (flag !== undefined) yield toOptionWord(flag);
  const whole = JOINT.test(run) ? trimSigns(run) : '';
  if (JOINT.test(whole)) {
    yield whole;
    for (const [version] of whole.matchAll(VERSION)) if (version !== whole) yield version;
  }
  if (CAMEL_HUMP.test(run))
    for (const part of run.split(CAMEL_HUMP)) {
      const word = trimSigns(part);
      if (word.length > 2) yield word;
    }
}

/** The words of a text for the index: the parts in their order, then what else finds it, each once. */
export function toIndexWords(text: string): string {
  const added = new Set<string>();
  let length = 0;
  for (const [run] of text.matchAll(/\S+/g)) {
    if (length > MAX_ADDED_LENGTH) break;
    for (const word of addedWords(run)) {
      if (!added.has(word)) length += word.length + 1;
      added.add(word);
    }
  }
  const split = splitText(text, true);
  return added.size ? `${split}\n${[...added].join(' ')}` : split;
}
