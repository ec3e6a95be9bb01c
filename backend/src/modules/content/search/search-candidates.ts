import type { Actor } from '../../../platform/access/actor.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { Difficulty } from '../items/enums.js';
import { type SearchTerms, toTsquery } from './search-terms.js';
import type { SearchType } from './search-entry.js';

export interface SearchFilter {
  types: SearchType[];
  categoryId?: string | undefined;
  difficulty?: Difficulty | undefined;
}

/** So many of the newest of each type are looked through first. Where three in ten have the words … */
const PROBED = 100;
/** … so many are, and as many of the most helpful. */
const LOOKED_THROUGH = 400;
/** Where three in ten of these have the words as well, so have very many others: the index would have to list them all. */
const COMMON_SHARE = 0.3;
/** And where so many have them in the title, these do for all that do. */
const OFTEN_TITLED = 40;
/** What the index is asked for at most, for words anywhere … */
const FOUND = 1000;
/** … and, where that is not all, for words in the title. */
const TITLES = 500;

/**
 * The candidates of a search as common table expressions, `candidates` being the last. However common a word and however
 * large the hub, what is looked at is limited. Of words that few have, all items are candidates; of common ones the newest,
 * the most helpful and those with the words in the title, so that none of the best is missing. `extent` says how many were
 * found, and whether there are more.
 */
export function candidates(
  actor: Actor,
  terms: SearchTerms,
  { types, categoryId, difficulty }: SearchFilter,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [audiencesOf(actor), actor.id, types];
  const visible = visibleTo('e', '$1', '$2');
  const filters: string[] = [];
  if (categoryId) filters.push(`and e.category_id = $${values.push(categoryId)}::uuid`);
  if (difficulty) filters.push(`and e.difficulty = $${values.push(difficulty)}`);
  const filtered = filters.join(' ');
  const { strict, loose, any } = toTsquery(terms, values);
  // The fit at once: carrying the vectors along would cost more than weighing one twice that is found in two ways.
  const columns = 'e.type, e.id, e.at, e.boost, ts_rank(e.short_tsv, q.any_word) as fit';
  const inIndex = (vector: string, condition: string, limit: number) => `select ${columns} from search_entries e, q
    where ${condition} and e.part = 0 and e.type = any($3::text[]) and e.${vector} @@ q.every and ${visible} ${filtered} limit ${limit}`;
  const first = (
    limit: number,
    order: string,
    condition: string,
  ) => `select ${columns}, e.title_tsv @@ q.every as is_titled from unnest($3::text[]) t (type)
    cross join lateral (
      select e.type, e.id, e.at, e.boost, e.short_tsv, e.title_tsv, e.tsv from search_entries e
      where e.type = t.type and e.part = 0 and ${visible} ${filtered} ${condition} order by ${order} limit ${limit}
    ) e, q
    where e.tsv @@ q.every`;
  const newest = 'e.at desc, e.id desc';
  const sql = `with words as materialized (select ${strict} as strict, ${loose} as loose, ${any} as any_word),
    q as materialized (select case when numnode(strict) = 0 then loose else strict end as every, any_word from words),
    probe as materialized (select count(*) >= ${PROBED * COMMON_SHARE} as is_common from (${first(PROBED, newest, '')}) p),
    newest as materialized (${first(LOOKED_THROUGH, newest, 'and (select is_common from probe)')}),
    seen as materialized (select count(*) >= ${LOOKED_THROUGH * COMMON_SHARE} as is_common, count(*) filter (where is_titled) >= ${OFTEN_TITLED} as is_titled from newest),
    found as materialized (${inIndex('tsv', 'not (select is_common from seen)', FOUND + 1)}),
    more as materialized (select s.is_common or (select count(*) from found) > ${FOUND} as is_common, s.is_titled from seen s),
    titled as (${inIndex('title_tsv', '(select is_common and not is_titled from more)', TITLES)}),
    helpful as (${first(LOOKED_THROUGH, 'e.boost desc, e.at desc, e.id desc', 'and e.boost > 0 and (select is_common from more)')}),
    candidates as materialized (select distinct on (c.type, c.id) c.type, c.id, c.at, c.boost, c.fit from (
      select type, id, at, boost, fit from newest union all select type, id, at, boost, fit from found union all select type, id, at, boost, fit from titled union all select type, id, at, boost, fit from helpful
    ) c order by c.type, c.id),
    extent as materialized (select least((select count(*) from candidates), ${FOUND})::int as n, is_common from more)`;
  return { sql, values };
}
