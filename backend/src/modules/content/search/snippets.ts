import { type RawBuilder, sql } from 'kysely';
import { GAP, GREATER, LESS, MARK, MARK_END, REPLACED_SEPARATORS } from './search-text.js';
import { SEPARATORS, UNSPACED_SQL } from './search-words.js';

interface SnippetPart {
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

/** s.text without markup for ts_headline. {@link toSnippet} restores it. */
export const withoutMarkup = sql.raw(`translate(s.text, '<>', '${LESS}${GREATER}')`);

/**
 * s.text so that ts_headline finds the words of the index in it. {@link toSnippet} restores it.
 * @param isUnspaced whether the query has a script without spaces; takes longer
 */
export function toMarkable(isUnspaced: boolean): RawBuilder<unknown> {
  const escaped = SEPARATORS.replace('\\', '\\\\');
  const split = `translate(s.text, E'<>${escaped}', '${LESS}${GREATER}${REPLACED_SEPARATORS}')`;
  return sql.raw(isUnspaced ? `regexp_replace(${split}, '(${UNSPACED_SQL})', '${GAP}\\1${GAP}', 'g')` : split);
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
