import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { isEntryVisibleTo, contentKinds, type Difficulty } from '../audience/audience.js';
import type { SearchType } from './search-index.service.js';
import { type SearchTerms, toTitleQuery, toTsquery } from './search-terms.js';

export interface SearchFilter {
  types: SearchType[];
  categoryId?: string | undefined;
  difficulty?: Difficulty | undefined;
}

const itemTypes: ReadonlySet<SearchType> = new Set(contentKinds);
/** Newest items of each type that are checked first … */
const PROBE_SIZE = 100;
/** … and, when enough of these match, newest and most helpful items. */
const SAMPLE_SIZE = 400;
/** From this share of matches on, a query is common: the index would have to list very many items. */
const COMMON_SHARE = 0.3;
/** With so many matching titles in the sample, the index is not queried for more titles. */
const ENOUGH_TITLES = 40;
/**
 * So many more rows are read for the pages after a cursor: items that were added since the first page must not push its
 * candidates out of a sample.
 */
const ADDED_SIZE = 100;
/** Matches of the index, anywhere in the text … */
const MAX_INDEX_MATCHES = 1000;
/** … and in the title, which may contain longer words that begin with those of the query. */
const MAX_TITLE_MATCHES = 500;
/** Pages of files that are read, most of them without their texts. */
const MAX_FILE_PAGES = 20_000;

/** The relevance of a match in a file: below that of one in the text, and little more for many pages. */
const FILE_RELEVANCE = sql.raw('least(0.05::float8, 0.01 * (1 + ln(m.pages::float8)))');

/**
 * Generic plans use the smaller indexes of documents and videos only when the text of the statement implies them.
 * @returns a condition that all of these types fulfill, or nothing
 */
export const isOfItems = (types: readonly SearchType[]): RawBuilder<unknown> =>
  types.every((type) => itemTypes.has(type)) ? sql`and e.type in ('document', 'video')` : sql``;

/** How the candidates of a search were found; the pages after a cursor find theirs in the same way. */
export interface CandidateSources {
  /** the newest items, since many of them match */
  newest: boolean;
  /** the matches of the index, since not many of the newest items match */
  index: boolean;
  /** the items with matching titles, since the newest have few; they decide ranks, so their limit stays the same */
  titled: boolean;
  /** the most helpful items, since the others are not all matches */
  helpful: boolean;
}

/**
 * The candidates of a search as common table expressions, `candidates` being the last. The number of rows read is
 * limited for common words too: a rare query has all matching items as candidates; a common one the newest, the most
 * helpful and those with matching titles. `title_rank` is 2 when the title contains the query, 1 when it contains words
 * that begin with the query's. Items whose files have the query on one page are candidates too, unless texts have
 * enough: who sees such an item is decided by its own entry. `extent` is the number of candidates, whether there are
 * more, and whether an item contains the query's whole words, and the {@link CandidateSources}.
 * @param files a statement for the files of the items: (type, id, file_id)
 * @param sources of the first page: the candidates then include its candidates
 */
export function selectCandidates(
  actor: Actor,
  terms: SearchTerms,
  { types, categoryId, difficulty }: SearchFilter,
  files: RawBuilder<unknown>,
  sources?: CandidateSources,
): RawBuilder<unknown> {
  const isVisible = sql`e.part = 0 and ${isEntryVisibleTo(actor, 'e')}${
    categoryId ? sql` and e.category_id = ${categoryId}::uuid` : sql``
  }${difficulty ? sql` and e.difficulty = ${difficulty}` : sql``}`;
  const { strict, loose, any, marked } = toTsquery(terms);
  const titleQuery = toTitleQuery(terms);
  // Items with matching titles are also in `titled`, which has their title_rank. To compute the relevance of items
  // found twice again costs less than to carry the vectors along.
  const columns = sql`e.type, e.id, e.at, e.boost, ts_rank(e.short_tsv, q.any_word) as relevance`;
  const titleRank = sql`case when e.title_tsv @@ q.every then 2 when e.title_tsv @@ q.in_title then 1 else 0 end`;
  const sampleSize = SAMPLE_SIZE + (sources ? ADDED_SIZE : 0);
  const maxMatches = MAX_INDEX_MATCHES + 1 + (sources ? ADDED_SIZE : 0);
  const isCommon = sources
    ? sql.lit(sources.helpful)
    : sql`s.is_common or (select count(*) from found) > ${sql.lit(MAX_INDEX_MATCHES)}`;
  const fromIndex = (matches: RawBuilder<unknown>, rank: RawBuilder<unknown>, condition: string, limit: number) => sql`
      select ${columns}, ${rank} as title_rank
      from search_entries e, q
      where ${sql.raw(condition)} and e.type = any(${types}::text[]) ${isOfItems(types)} and ${matches}
        and ${isVisible}
      limit ${sql.lit(limit)}`;
  const fromFirst = (limit: number, order: string, condition = 'true') => sql`
      select ${columns}, ${titleRank} as title_rank
      from unnest(${types}::text[]) t (type)
      cross join lateral (
        select e.type, e.id, e.at, e.boost, e.short_tsv, e.title_tsv, e.tsv
        from search_entries e
        where e.type = t.type and ${isVisible} and ${sql.raw(condition)}
        order by ${sql.raw(order)} limit ${sql.lit(limit)}
      ) e, q
      where e.tsv @@ q.every`;
  const newestFirst = 'e.at desc, e.id desc';
  const helpfulFirst = 'e.boost desc, e.at desc, e.id desc';
  const probe = sources
    ? sql`select ${sql.lit(sources.newest)} as is_common`
    : sql`select count(*) >= ${sql.lit(PROBE_SIZE * COMMON_SHARE)} as is_common
      from (${fromFirst(PROBE_SIZE, newestFirst)}) p`;
  const sample = sources
    ? sql`select ${sql.lit(!sources.index)} as is_common, ${sql.lit(!sources.titled)} as is_titled`
    : sql`select count(*) >= ${sql.lit(SAMPLE_SIZE * COMMON_SHARE)} as is_common,
             count(*) filter (where title_rank = 2) >= ${sql.lit(ENOUGH_TITLES)} as is_titled
      from newest`;
  return sql`with words as materialized (
      select ${strict} as strict, ${loose} as loose, ${any} as any_word${marked ? sql`, ${marked} as marked` : sql``}
    ),
    q as materialized (
      select w.every, w.every${titleQuery ? sql` || ${titleQuery}` : sql``} as in_title, w.any_word, w.marked
      from (
        select case when numnode(strict) = 0 then loose else strict end as every, any_word,
               ${marked ? sql`marked` : sql`any_word as marked`}
        from words
      ) w
    ),
    probe as materialized (${probe}),
    newest as materialized (${fromFirst(sampleSize, newestFirst, '(select is_common from probe)')}),
    sample as materialized (${sample}),
    found as materialized (
      ${fromIndex(sql`e.tsv @@ q.every`, sql`0`, 'not (select is_common from sample)', maxMatches)}
    ),
    more as materialized (
      select ${isCommon} as is_common, s.is_titled from sample s
    ),
    titled as (
      ${fromIndex(sql`e.title_tsv @@ q.in_title`, titleRank, '(select not is_titled from more)', MAX_TITLE_MATCHES)}
    ),
    helpful as (${fromFirst(sampleSize, helpfulFirst, 'e.boost > 0 and (select is_common from more)')}),
    in_files as materialized (
      select e.type, e.id, e.at, e.boost, max(${FILE_RELEVANCE}) as relevance, 0 as title_rank
      from (
        select p.file_id, count(*) as pages
        from (
          select t.file_id from file_text_pieces t, q
          where not (select is_common from more) and t.tsv @@ q.every limit ${sql.lit(MAX_FILE_PAGES)}
        ) p
        group by p.file_id
      ) m
      join (${files}) u on u.file_id = m.file_id
      join search_entries e on e.type = u.type and e.id = u.id and ${isVisible}
      group by e.type, e.id, e.at, e.boost
      limit ${sql.lit(MAX_INDEX_MATCHES)}
    ),
    candidates as materialized (
      select c.type, c.id, c.at, c.boost, max(c.relevance) as relevance, max(c.title_rank) as title_rank
      from (
        select type, id, at, boost, relevance, title_rank from newest
        union all select type, id, at, boost, relevance, title_rank from found
        union all select type, id, at, boost, relevance, title_rank from titled
        union all select type, id, at, boost, relevance, title_rank from helpful
        union all select type, id, at, boost, relevance, title_rank from in_files
      ) c
      group by c.type, c.id, c.at, c.boost
    ),
    extent as materialized (
      select least((select count(*) from candidates), ${sql.lit(MAX_INDEX_MATCHES)})::int as n, is_common,
             exists (select 1 from newest) or exists (select 1 from found) or exists (select 1 from in_files)
               as has_whole_words,
             json_build_object(
               'newest', (select is_common from probe), 'index', (select not is_common from sample),
               'titled', not is_titled, 'helpful', is_common
             ) as sources
      from more
    )`;
}
