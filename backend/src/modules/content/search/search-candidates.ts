import type { Actor } from '../../../platform/access/actor.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { Difficulty } from '../items/enums.js';
import type { SearchType } from './search-entry.js';
import { type SearchTerms, toTsquery } from './search-terms.js';

export interface SearchFilter {
  types: SearchType[];
  categoryId?: string | undefined;
  difficulty?: Difficulty | undefined;
}

/** Newest items of each type that are checked first … */
const PROBE_SIZE = 100;
/** … and, when enough of these match, newest and most helpful items. */
const SAMPLE_SIZE = 400;
/** From this share of matches on, a query is common: the index would have to list very many items. */
const COMMON_SHARE = 0.3;
/** With so many matching titles in the sample, the index is not queried for more titles. */
const ENOUGH_TITLES = 40;
/** Matches of the index, anywhere in the text … */
const MAX_INDEX_MATCHES = 1000;
/** … and, when there are more, in the title. */
const MAX_TITLE_MATCHES = 500;

/**
 * The candidates of a search as common table expressions, `candidates` being the last. The number of rows read is
 * limited for common words too: a rare query has all matching items as candidates; a common one the newest, the most
 * helpful and those with matching titles. `extent` is the number of candidates, and whether there are more.
 */
export function candidatesSql(
  actor: Actor,
  terms: SearchTerms,
  { types, categoryId, difficulty }: SearchFilter,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [audiencesOf(actor), actor.id, types];
  const conditions = ['e.part = 0', visibleTo('e', '$1', '$2')];
  if (categoryId) conditions.push(`e.category_id = $${values.push(categoryId)}::uuid`);
  if (difficulty) conditions.push(`e.difficulty = $${values.push(difficulty)}`);
  const isVisible = conditions.join(' and ');
  const { strict, loose, any } = toTsquery(terms, values);
  // Computing the relevance twice for items found twice costs less than carrying the vectors along.
  const columns = 'e.type, e.id, e.at, e.boost, ts_rank(e.short_tsv, q.any_word) as relevance';
  const fromIndex = (vector: string, condition: string, limit: number) => `
      select ${columns}
      from search_entries e, q
      where ${condition} and e.type = any($3::text[]) and e.${vector} @@ q.every and ${isVisible}
      limit ${limit}`;
  const fromFirst = (limit: number, order: string, condition = 'true') => `
      select ${columns}, e.title_tsv @@ q.every as is_titled
      from unnest($3::text[]) t (type)
      cross join lateral (
        select e.type, e.id, e.at, e.boost, e.short_tsv, e.title_tsv, e.tsv
        from search_entries e
        where e.type = t.type and ${isVisible} and ${condition}
        order by ${order} limit ${limit}
      ) e, q
      where e.tsv @@ q.every`;
  const newestFirst = 'e.at desc, e.id desc';
  const helpfulFirst = 'e.boost desc, e.at desc, e.id desc';
  const sql = `with words as materialized (
      select ${strict} as strict, ${loose} as loose, ${any} as any_word
    ),
    q as materialized (
      select case when numnode(strict) = 0 then loose else strict end as every, any_word from words
    ),
    probe as materialized (
      select count(*) >= ${PROBE_SIZE * COMMON_SHARE} as is_common from (${fromFirst(PROBE_SIZE, newestFirst)}) p
    ),
    newest as materialized (${fromFirst(SAMPLE_SIZE, newestFirst, '(select is_common from probe)')}),
    sample as materialized (
      select count(*) >= ${SAMPLE_SIZE * COMMON_SHARE} as is_common,
             count(*) filter (where is_titled) >= ${ENOUGH_TITLES} as is_titled
      from newest
    ),
    found as materialized (${fromIndex('tsv', 'not (select is_common from sample)', MAX_INDEX_MATCHES + 1)}),
    more as materialized (
      select s.is_common or (select count(*) from found) > ${MAX_INDEX_MATCHES} as is_common, s.is_titled from sample s
    ),
    titled as (${fromIndex('title_tsv', '(select is_common and not is_titled from more)', MAX_TITLE_MATCHES)}),
    helpful as (${fromFirst(SAMPLE_SIZE, helpfulFirst, 'e.boost > 0 and (select is_common from more)')}),
    candidates as materialized (
      select distinct on (c.type, c.id) c.type, c.id, c.at, c.boost, c.relevance
      from (
        select type, id, at, boost, relevance from newest
        union all select type, id, at, boost, relevance from found
        union all select type, id, at, boost, relevance from titled
        union all select type, id, at, boost, relevance from helpful
      ) c
      order by c.type, c.id
    ),
    extent as materialized (
      select least((select count(*) from candidates), ${MAX_INDEX_MATCHES})::int as n, is_common from more
    )`;
  return { sql, values };
}
