import { type RawBuilder, sql } from 'kysely';
import { getWords } from './search-text.js';
import { toOptionWord, hasUnspacedScript, splitQuery, splitToLetters } from './search-words.js';

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
  /** words that contain the term and match as well */
  compounds?: readonly string[] | undefined;
}

/** A query as expressions of type tsquery. */
interface SearchConditions {
  /** finds items */
  strict: RawBuilder<unknown>;
  /** finds items when all words are stop words */
  loose: RawBuilder<unknown>;
  /** matches each of the words, for ranking */
  any: RawBuilder<unknown>;
  /** matches what snippets mark, where that is not `any` */
  marked: RawBuilder<unknown> | undefined;
}

const MAX_TERMS = 12;
const QUOTE = /[“”„‟«»＂「」『』]/g;
/** One hyphen excludes; more of them begin an option of a command, which is a word. */
const TOKEN = /(-?)"([^"]*)"?|(?:(-)(?!-))?([^\s"]+)/g;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Typographic quotes mean the same as the straight one. */
export const straightenQuotes = (query: string): string => query.replace(QUOTE, '"');

/** Parses a query. @returns undefined without a word to find */
export function getTerms(query: string): SearchTerms | undefined {
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

const getRanked = (group: Term[]) => group.filter((term) => !term.without || getOption(term));

const getPositive = (group: Term[]) => group.filter(({ without }) => !without);

export function toTsquery(terms: SearchTerms): SearchConditions {
  const ranked = terms.groups.flatMap(getRanked);
  const isMarkedAlike = ranked.every(({ text, without }) => !without && !hasUnspacedScript(text));
  return {
    strict: toStrict(terms),
    loose: joinTerms(terms, getPositive, ' && ', toAny),
    any: joinTerms(terms, getRanked, ' || ', toAny),
    marked: isMarkedAlike ? undefined : joinTerms(terms, getRanked, ' || ', toMarked),
  };
}

const EMPTY = sql`''::tsquery`;

const join = (conditions: readonly RawBuilder<unknown>[], operator: string): RawBuilder<unknown> =>
  sql`(${sql.join(conditions, sql.raw(operator))})`;

const joinGroups = (groups: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(groups, sql` || `);

const toStrict = ({ groups, unfinished }: SearchTerms): RawBuilder<unknown> => {
  const last = unfinished ? groups.flat().at(-1) : undefined;
  return joinGroups(
    groups.map((group) => {
      const hasWord = group.some(({ without }) => !without);
      const conditions = group.map((term) => {
        if (term.without) return hasWord ? toExcluded(term) : toOption(term);
        return term === last && !term.phrase ? sql`(${toFound(term)} || ${toPrefix(term.text)})` : toFound(term);
      });
      return join(conditions, ' && ');
    }),
  );
};

/** Each word once: ts_rank and ts_headline count repeated ones. */
function joinTerms(
  { groups }: SearchTerms,
  select: (group: Term[]) => Term[],
  operator: string,
  toCondition: (term: Term) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return joinGroups(
    groups.map((group) => {
      const terms = new Map(select(group).map((term) => [`${term.without ? '-' : ''}${term.text}`, term]));
      return terms.size ? join([...terms.values()].map(toCondition), operator) : EMPTY;
    }),
  );
}

/** Matches each word of the term, in either language; of an excluded one the option that it may be. */
function toAny(term: Term): RawBuilder<unknown> {
  if (term.without) return toOption(term);
  const split = getParts(term.text);
  return either([toWords(term.text), ...(split ? [toWords(split)] : []), ...(term.compounds ?? []).map(toWords)]);
}

function toMarked({ text }: Term): RawBuilder<unknown> {
  const split = getParts(text) && (hasUnspacedScript(text) ? splitToLetters(text) : splitQuery(text)).trim();
  return either([toWords(text), ...(split ? [toWords(split)] : [])]);
}

function toFound({ text, phrase, compounds = [] }: Term): RawBuilder<unknown> {
  const found: [RawBuilder<unknown>, ...RawBuilder<unknown>[]] = [sql`search_term(${text}::text, ${sql.lit(phrase)})`];
  const isUnspaced = hasUnspacedScript(text);
  const split = getParts(text);
  // The parts of an identifier follow each other; pairs of characters overlap, so that all of them say enough.
  if (split) found.push(sql`search_term(${split}::text, ${sql.lit(phrase || !isUnspaced)})`);
  if (isUnspaced && [...text].length === 1) found.push(toPrefix(text));
  for (const compound of compounds) found.push(sql`search_term(${compound}::text, false)`);
  return either(found);
}

/** Texts without the term, and those that have it with the hyphen. */
function toExcluded(term: Term): RawBuilder<unknown> {
  const without = sql`!! ${toFound(term)}`;
  return getOption(term) ? sql`(${without} || ${toOption(term)})` : without;
}

/** A group of exclusions only would match everything, so its words are options of commands. */
function toOption(term: Term): RawBuilder<unknown> {
  const option = getOption(term);
  return option ? toWords(toOptionWord(option)) : EMPTY;
}

const toWords = (text: string): RawBuilder<unknown> =>
  sql`(${toDistinctWords('german', text)} || ${toDistinctWords('hub_english', text)})`;

const toPrefix = (text: string): RawBuilder<unknown> =>
  sql`to_tsquery('hub_simple', ${getWords(text)
    .map((word) => `'${word}':*`)
    .join(' & ')})`;

/**
 * Matches texts with all words of a text, like plainto_tsquery, but has each of them once. ts_headline keeps each word
 * of a text as often as the query has it: 100 times the same one took gigabytes of memory.
 */
const toDistinctWords = (config: string, text: string): RawBuilder<unknown> =>
  sql`(select coalesce(string_agg(format('''%s''', replace(replace(lexeme, '\\', '\\\\'), '''', '''''')), ' & '), '')
     from unnest(to_tsvector(${sql.lit(config)}, ${text}::text)))::tsquery`;

/** The parts of a term that PostgreSQL takes for one word, or '' when it splits the term itself. */
function getParts(text: string): string {
  const parts = splitQuery(text).trim();
  return parts !== text && HAS_WORD.test(parts) ? parts : '';
}

/** Whether PostgreSQL takes a term for one word whose parts are searched. */
export const hasParts = ({ groups }: SearchTerms): boolean => groups.flat().some(({ text }) => getParts(text) !== '');

/** The name of the option of a command that an excluded term may be, or ''. */
const getOption = ({ text, phrase }: Term): string => (phrase ? '' : (/^[\p{L}\p{N}-]*/u.exec(text)?.[0] ?? ''));

const either = (queries: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]): RawBuilder<unknown> =>
  queries.length > 1 ? join(queries, ' || ') : queries[0];

/** Shorter words match whole words of titles only: most titles contain words that begin with two letters. */
const MIN_PREFIX = 3;

/**
 * The query for titles, where the last word may be the beginning of one. Only the last: PostgreSQL reads all items of a
 * prefix, which are very many for common words.
 * @returns undefined for queries with operators, which say exactly what they mean
 */
export function toTitleQuery({ groups }: SearchTerms): RawBuilder<unknown> | undefined {
  const [terms = [], ...others] = groups;
  if (others.length || terms.some(({ phrase, without }) => phrase || without)) return undefined;
  const words = terms.flatMap(({ text }) => getWords(text));
  const last = words.at(-1) ?? '';
  if (last.length < MIN_PREFIX) return undefined;
  const query = [...words.slice(0, -1).map((word) => `'${word}'`), `'${last}':*`].join(' & ');
  return sql`to_tsquery('hub_simple', ${query})`;
}
