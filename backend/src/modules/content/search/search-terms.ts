import { wordsOf } from './search-text.js';

/** What somebody typed, understood as web search engines do: "a phrase", -without, or. */
export interface SearchTerms {
  /** one of these groups must match, with all of its terms */
  groups: Term[][];
  /** the last word may be only the beginning of one */
  unfinished?: boolean;
}

export interface Term {
  text: string;
  phrase: boolean;
  without: boolean;
}

const MAX_TERMS = 12;
const TOKEN = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g;
const hasWord = /[\p{L}\p{N}]/u;

/** Undefined when there is no word in it that something could be found by. */
export function termsOf(query: string): SearchTerms | undefined {
  const groups: Term[][] = [[]];
  for (const [, notPhrase, phrase, notWord, word = ''] of [...query.replace(/[<>]/g, ' ').matchAll(TOKEN)].slice(
    0,
    MAX_TERMS,
  )) {
    if (phrase === undefined && word.toLowerCase() === 'or') groups.push([]);
    else if (hasWord.test(phrase ?? word))
      groups.at(-1)?.push({ text: phrase ?? word, phrase: phrase !== undefined, without: !!(notPhrase || notWord) });
  }
  // What asks only for what should not be there would find everything.
  const found = groups.filter((terms) => terms.some(({ without }) => !without));
  return found.length ? { groups: found } : undefined;
}

/** The query as SQL over parameters that it adds: `strict` finds, `loose` also knows stop words, and any of the words, for ranking. */
export function toTsquery(
  { groups, unfinished }: SearchTerms,
  values: unknown[],
): { strict: string; loose: string; any: string } {
  const build = (one: (parameter: string, term: Term) => string, joiner: string, terms: (group: Term[]) => Term[]) =>
    groups
      .map(
        (group) =>
          `(${terms(group)
            .map((term) => one(`$${parameters.get(term)}`, term))
            .join(joiner)})`,
      )
      .join(' || ');
  const parameters = new Map(groups.flat().map((term) => [term, values.push(term.text)]));
  const last = unfinished ? groups.flat().at(-1) : undefined;
  const begins =
    last && !last.phrase && !last.without
      ? `to_tsquery('hub_simple', $${values.push(
          wordsOf(last.text)
            .map((word) => `'${word}':*`)
            .join(' & '),
        )})`
      : undefined;
  const strictly = (parameter: string, term: Term) => {
    const one = `${term.without ? '!! ' : ''}search_term(${parameter}, ${term.phrase})`;
    return begins && term === last ? `(${one} || ${begins})` : one;
  };
  return {
    strict: build(strictly, ' && ', (group) => group),
    loose: build(either, ' && ', positive),
    any: build(either, ' || ', positive),
  };
}

const positive = (group: Term[]): Term[] => group.filter(({ without }) => !without);
const either = (parameter: string): string =>
  `(plainto_tsquery('german', ${parameter}) || plainto_tsquery('hub_english', ${parameter}))`;
