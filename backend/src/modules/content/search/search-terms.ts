import { wordsOf } from './search-text.js';

/** A query in the syntax of web search engines: "a phrase", -without, or. */
export interface SearchTerms {
  /** one of these groups must match, with all of its terms */
  groups: Term[][];
  /** whether the last word may be the beginning of a word */
  unfinished?: boolean;
}

export interface Term {
  text: string;
  phrase: boolean;
  without: boolean;
}

const MAX_TERMS = 12;
const TOKEN = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Parses a query. @returns undefined without a word to find */
export function termsOf(query: string): SearchTerms | undefined {
  const tokens = [...query.replace(/[<>]/g, ' ').matchAll(TOKEN)].slice(0, MAX_TERMS);
  const groups: Term[][] = [[]];
  for (const [, notPhrase, phrase, notWord, word = ''] of tokens) {
    if (phrase === undefined && word.toLowerCase() === 'or') groups.push([]);
    else if (HAS_WORD.test(phrase ?? word))
      groups.at(-1)?.push({ text: phrase ?? word, phrase: phrase !== undefined, without: !!(notPhrase || notWord) });
  }
  // A group of exclusions only would match everything.
  const found = groups.filter((terms) => terms.some(({ without }) => !without));
  return found.length ? { groups: found } : undefined;
}

/**
 * The query as SQL. Adds its parameters to `values`.
 * @returns `strict` finds items, `loose` does too when all words are stop words, `any` matches each of the words, for
 * ranking
 */
export function toTsquery(
  { groups, unfinished }: SearchTerms,
  values: unknown[],
): { strict: string; loose: string; any: string } {
  const parameters = new Map(groups.flat().map((term) => [term, `$${values.push(term.text)}`]));
  const join = (toSql: (parameter: string, term: Term) => string, operator: string, terms: (group: Term[]) => Term[]) =>
    groups
      .map((group) => terms(group).map((term) => toSql(parameters.get(term)!, term)))
      .map((conditions) => `(${conditions.join(operator)})`)
      .join(' || ');
  const last = unfinished ? groups.flat().at(-1) : undefined;
  const prefix = last && !last.phrase && !last.without ? prefixQuery(last.text, values) : undefined;
  const strict = (parameter: string, term: Term) => {
    const query = `${term.without ? '!! ' : ''}search_term(${parameter}, ${term.phrase})`;
    return prefix && term === last ? `(${query} || ${prefix})` : query;
  };
  return {
    strict: join(strict, ' && ', (group) => group),
    loose: join(inEitherLanguage, ' && ', positive),
    any: join(inEitherLanguage, ' || ', positive),
  };
}

/** Shorter words match whole words of titles only: most titles contain words that begin with two letters. */
const MIN_PREFIX = 3;

/**
 * The query as SQL for titles, where the last word may be the beginning of one. Only the last: PostgreSQL reads all
 * items of a prefix, which are very many for common words. Adds its parameter to `values`.
 * @returns undefined for queries with operators, which say exactly what they mean
 */
export function toTitleQuery({ groups }: SearchTerms, values: unknown[]): string | undefined {
  const [terms = [], ...others] = groups;
  if (others.length || terms.some(({ phrase, without }) => phrase || without)) return undefined;
  const words = terms.flatMap(({ text }) => wordsOf(text));
  const last = words.at(-1) ?? '';
  if (last.length < MIN_PREFIX) return undefined;
  const query = [...words.slice(0, -1).map((word) => `'${word}'`), `'${last}':*`].join(' & ');
  return `to_tsquery('hub_simple', $${values.push(query)})`;
}

function prefixQuery(text: string, values: unknown[]): string {
  const words = wordsOf(text).map((word) => `'${word}':*`);
  return `to_tsquery('hub_simple', $${values.push(words.join(' & '))})`;
}

const positive = (group: Term[]): Term[] => group.filter(({ without }) => !without);
const inEitherLanguage = (parameter: string): string =>
  `(plainto_tsquery('german', ${parameter}) || plainto_tsquery('hub_english', ${parameter}))`;
