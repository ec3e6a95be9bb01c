import { GAP, GREATER, LESS, MARK, MARK_END, REPLACED_SEPARATORS } from './search-text.js';
import { SEPARATORS, UNSPACED_SQL } from './search-words.js';

export interface SnippetPart {
  text: string;
  match: boolean;
}

const ORIGINALS = new Map([
  [LESS, '<'],
  [GREATER, '>'],
  [GAP, ''],
  ...[...REPLACED_SEPARATORS].map((sign, i): [string, string] => [sign, SEPARATORS[i] ?? '']),
]);
const REPLACED = new RegExp(`[${LESS}${GREATER}${GAP}${REPLACED_SEPARATORS}]`, 'g');

/** SQL: a text for ts_headline without markup. {@link toSnippet} restores it. */
export const withoutMarkup = (text: string): string => `translate(${text}, '<>', '${LESS}${GREATER}')`;

/**
 * SQL: a text in which ts_headline finds the words of the index. {@link toSnippet} restores it.
 * @param text SQL
 * @param isUnspaced whether the query has a script without spaces; takes longer
 */
export function toMarkable(text: string, isUnspaced: boolean): string {
  const escaped = SEPARATORS.replace('\\', '\\\\');
  const split = `translate(${text}, E'<>${escaped}', '${LESS}${GREATER}${REPLACED_SEPARATORS}')`;
  return isUnspaced ? `regexp_replace(${split}, '(${UNSPACED_SQL})', '${GAP}\\1${GAP}', 'g')` : split;
}

/** Splits a marked text into plain parts, so that no text is ever markup. Adjacent matches become one. */
export function toSnippet(marked: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  const add = (text: string, match: boolean) => {
    if (text === '') return;
    const last = parts.at(-1);
    if (last?.match === match) last.text += text;
    else parts.push({ text, match });
  };
  const text = marked.replace(/\s+/g, ' ').replace(REPLACED, (sign) => ORIGINALS.get(sign) ?? '');
  for (const [i, part] of text.split(MARK).entries()) {
    const [match = '', rest = ''] = i === 0 ? ['', part] : part.split(MARK_END);
    add(match, true);
    add(rest, false);
  }
  return parts;
}
