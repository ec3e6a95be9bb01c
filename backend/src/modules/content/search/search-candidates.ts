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

/** So many of the newest of each type are looked through before the index is asked, and as many of the most helpful. */
const LOOKED_THROUGH = 400;
/** Where so many of these have the words, so have very many others: the index would have to list them all. */
const VERY_COMMON = 120;
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
export function candidates(actor: Actor, terms: SearchTerms, { types, categoryId, difficulty }: SearchFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [audiencesOf(actor), actor.id, types];
  const visible = visibleTo('e', '$1', '$2');
  const filters: string[] = [];
  if (categoryId) filters.push(`and e.category_id = $${values.push(categoryId)}::uuid`);
  if (difficulty) filters.push(`and e.difficulty = $${values.push(difficulty)}`);
  const filtered = filters.join(' ');
  const { strict, loose, any } = toTsquery(terms, values);
  const columns = 'e.type, e.id, e.at, e.boost, e.short_tsv';
  const inIndex = (vector: string, condition: string, limit: number) => `select ${columns} from search_entries e, q
    where ${condition} and e.part = 0 and e.type = any($3::text[]) and e.${vector} @@ q.every and ${visible} ${filtered} limit ${limit}`;
  const first = (order: string, condition: string) => `select ${columns}, e.title_tsv @@ q.every as is_titled from unnest($3::text[]) t (type)
    cross join lateral (
      select e.type, e.id, e.at, e.boost, e.short_tsv, e.title_tsv, e.tsv from search_entries e
      where e.type = t.type and e.part = 0 and ${visible} ${filtered} ${condition} order by ${order} limit ${LOOKED_THROUGH}
    ) e, q
    where e.tsv @@ q.every`;
  const sql = `with words as materialized (select ${strict} as strict, ${loose} as loose, ${any} as any_word),
    q as materialized (select case when numnode(strict) = 0 then loose else strict end as every, any_word from words),
    newest as materialized (${first('e.at desc, e.id desc', '')}),
    seen as materialized (select count(*) >= ${VERY_COMMON} as is_common, count(*) filter (where is_titled) >= ${OFTEN_TITLED} as is_titled from newest),
    found as materialized (${inIndex('tsv', 'not (select is_common from seen)', FOUND + 1)}),
    more as materialized (select s.is_common or (select count(*) from found) > ${FOUND} as is_common, s.is_titled from seen s),
    titled as (${inIndex('title_tsv', '(select is_common and not is_titled from more)', TITLES)}),
    helpful as (${first('e.boost desc, e.at desc, e.id desc', 'and e.boost > 0 and (select is_common from more)')}),
    candidates as materialized (select distinct on (c.type, c.id) c.type, c.id, c.at, c.boost, c.short_tsv from (
      select ${columns} from newest e union all select ${columns} from found e union all select ${columns} from titled e union all select ${columns} from helpful e
    ) c order by c.type, c.id),
    extent as materialized (select least((select count(*) from candidates), ${FOUND})::int as n, is_common from more)`;
  return { sql, values };
}
