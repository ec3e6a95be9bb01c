import { wordsOf } from './search-text.js';
import { flagWord, hasUnspacedScript, splitQuery, splitToLetters } from './search-words.js';

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
  /** texts with the word are left out, unless they have it with the hyphen, as an option of a command */
  without: boolean;
}

/** The SQL of a query. */
export interface SearchConditions {
  /** finds items */
  strict: string;
  /** finds items when all words are stop words */
  loose: string;
  /** matches each of the words, for ranking */
  any: string;
  /** matches what snippets mark, where that is not `any` */
  marked: string | undefined;
}

const MAX_TERMS = 12;
const QUOTE = /[“”„‟«»＂「」『』]/g;
/** One hyphen excludes; more of them begin an option of a command, which is a word. */
const TOKEN = /(-?)"([^"]*)"?|(?:(-)(?!-))?([^\s"]+)/g;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Typographic quotes mean the same as the straight one. */
export const straightenQuotes = (query: string): string => query.replace(QUOTE, '"');

/** Parses a query. @returns undefined without a word to find */
export function termsOf(query: string): SearchTerms | undefined {
  const tokens = [...straightenQuotes(query).replace(/[<>]/g, ' ').matchAll(TOKEN)].slice(0, MAX_TERMS);
  const groups: Term[][] = [[]];
  for (const [, notPhrase, phrase, notWord, word = ''] of tokens) {
    if (phrase === undefined && word.toLowerCase() === 'or') groups.push([]);
    else if (HAS_WORD.test(phrase ?? word))
      groups.at(-1)?.push({ text: phrase ?? word, phrase: phrase !== undefined, without: !!(notPhrase || notWord) });
  }
  const found = groups.filter((terms) => terms.length > 0);
  return found.length ? { groups: found } : undefined;
}

const getRanked = (group: Term[]) => group.filter((term) => !term.without || optionOf(term));

const getPositive = (group: Term[]) => group.filter(({ without }) => !without);

/** The query as SQL. Adds its parameters to `values`. */
export function toTsquery(terms: SearchTerms, values: unknown[]): SearchConditions {
  const builder = new QueryBuilder(values);
  const strict = builder.strict(terms);
  const any = builder.join(terms, getRanked, ' || ', (term) => builder.any(term));
  const marked = builder.join(terms, getRanked, ' || ', (term) => builder.marked(term));
  const loose = builder.join(terms, getPositive, ' && ', (term) => builder.any(term));
  return { strict, loose, any, marked: marked === any ? undefined : marked };
}

const EMPTY = `''::tsquery`;

/** Binds each text once, when it is used: PostgreSQL refuses parameters that are not. */
class QueryBuilder {
  private readonly parameters = new Map<string, string>();

  constructor(private readonly values: unknown[]) {}

  strict({ groups, unfinished }: SearchTerms): string {
    const last = unfinished ? groups.flat().at(-1) : undefined;
    return groups
      .map((group) => {
        const hasWord = group.some(({ without }) => !without);
        const conditions = group.map((term) => {
          if (term.without) return hasWord ? this.excluded(term) : this.option(term);
          return term === last && !term.phrase
            ? `(${this.found(term)} || ${this.prefix(term.text)})`
            : this.found(term);
        });
        return `(${conditions.join(' && ')})`;
      })
      .join(' || ');
  }

  join(
    { groups }: SearchTerms,
    select: (group: Term[]) => Term[],
    operator: string,
    toSql: (term: Term) => string,
  ): string {
    return groups
      .map((group) => [...new Set(select(group).map(toSql))])
      .map((conditions) => (conditions.length ? `(${conditions.join(operator)})` : EMPTY))
      .join(' || ');
  }

  /** Matches each word of the term, in either language; of an excluded one the option that it may be. */
  any(term: Term): string {
    if (term.without) return this.option(term);
    const split = partsOf(term.text);
    return either([this.words(term.text), ...(split ? [this.words(split)] : [])]);
  }

  marked({ text }: Term): string {
    const split = partsOf(text) && (hasUnspacedScript(text) ? splitToLetters(text) : splitQuery(text)).trim();
    return either([this.words(text), ...(split ? [this.words(split)] : [])]);
  }

  private found({ text, phrase }: Term): string {
    const found = [`search_term(${this.bind(text)}, ${phrase})`];
    const isUnspaced = hasUnspacedScript(text);
    const split = partsOf(text);
    // The parts of an identifier follow each other; pairs of characters overlap, so that all of them say enough.
    if (split) found.push(`search_term(${this.bind(split)}, ${phrase || !isUnspaced})`);
    if (isUnspaced && [...text].length === 1) found.push(this.prefix(text));
    return either(found);
  }

  /** Texts without the term, and those that have it with the hyphen. */
  private excluded(term: Term): string {
    const without = `!! ${this.found(term)}`;
    return optionOf(term) ? `(${without} || ${this.option(term)})` : without;
  }

  /** A group of exclusions only would match everything, so its words are options of commands. */
  private option(term: Term): string {
    const option = optionOf(term);
    return option ? this.words(flagWord(option)) : EMPTY;
  }

  private words(text: string): string {
    const parameter = this.bind(text);
    return `(${distinctWords('german', parameter)} || ${distinctWords('hub_english', parameter)})`;
  }

  private prefix(text: string): string {
    const words = wordsOf(text).map((word) => `'${word}':*`);
    return `to_tsquery('hub_simple', ${this.bind(words.join(' & '))})`;
  }

  private bind(text: string): string {
    const parameter = this.parameters.get(text) ?? `$${this.values.push(text)}`;
    this.parameters.set(text, parameter);
    return parameter;
  }
}

/**
 * SQL: matches texts with all words of a text, like plainto_tsquery, but has each of them once. ts_headline keeps each
 * word of a text as often as the query has it: 100 times the same one took gigabytes of memory.
 */
const distinctWords = (config: string, text: string): string =>
  `(select coalesce(string_agg(format('''%s''', replace(replace(lexeme, '\\', '\\\\'), '''', '''''')), ' & '), '')
     from unnest(to_tsvector('${config}', ${text})))::tsquery`;

/** The parts of a term that PostgreSQL takes for one word, or '' when it splits the term itself. */
function partsOf(text: string): string {
  const parts = splitQuery(text).trim();
  return parts !== text && HAS_WORD.test(parts) ? parts : '';
}

/** Whether PostgreSQL takes a term for one word whose parts are searched. */
export const hasParts = ({ groups }: SearchTerms): boolean => groups.flat().some(({ text }) => partsOf(text) !== '');

/** The name of the option of a command that an excluded term may be, or ''. */
const optionOf = ({ text, phrase }: Term): string => (phrase ? '' : (/^[\p{L}\p{N}-]*/u.exec(text)?.[0] ?? ''));

const either = (queries: readonly string[]): string =>
  queries.length > 1 ? `(${queries.join(' || ')})` : queries.join('');

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
