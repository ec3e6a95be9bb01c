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

/** A word that more items have than this is a common one. */
const FOUND = 1000;
/** For a common word: how many with it in the title are ranked … */
const TITLES = 500;
/** … and how many of the newest and of the most helpful of each type are looked through. */
const LOOKED_THROUGH = 500;

/**
 * The candidates of a search as common table expressions, `candidates` being the last. However common a word and however
 * large the hub, what is ranked is limited: all that the index finds, up to a limit; where that is reached, also those with
 * the words in the title, the newest and the most helpful, so that none of the best is missing.
 */
export function candidates(actor: Actor, terms: SearchTerms, { types, categoryId, difficulty }: SearchFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [audiencesOf(actor), actor.id, types];
  const conditions = [visibleTo('e', '$1', '$2')];
  if (categoryId) conditions.push(`e.category_id = $${values.push(categoryId)}::uuid`);
  if (difficulty) conditions.push(`e.difficulty = $${values.push(difficulty)}`);
  const visible = conditions.join(' and ');
  const { strict, loose, any } = toTsquery(terms, values);
  const columns = 'e.type, e.id, e.at, e.boost, e.short_tsv';
  const inIndex = (vector: string, limit: number) => `select ${columns} from search_entries e, q
    where e.part = 0 and e.type = any($3::text[]) and e.${vector} @@ q.every and ${visible} limit ${limit}`;
  const first = (order: string, condition = '') => `select ${columns} from unnest($3::text[]) t (type)
    cross join lateral (
      select e.type, e.id, e.at, e.boost, e.short_tsv, e.tsv, e.audience, e.author_id, e.category_id, e.difficulty from search_entries e
      where e.type = t.type and e.part = 0 ${condition} order by ${order} limit ${LOOKED_THROUGH}
    ) e, q
    where (select is_common from extent) and e.tsv @@ q.every and ${visible}`;
  const sql = `with words as materialized (select ${strict} as strict, ${loose} as loose, ${any} as any_word),
    q as materialized (select case when numnode(strict) = 0 then loose else strict end as every, any_word from words),
    found as materialized (${inIndex('tsv', FOUND + 1)}),
    extent as materialized (select least(count(*), ${FOUND})::int as n, count(*) > ${FOUND} as is_common from found),
    titled as (select ${columns} from (${inIndex('title_tsv', TITLES)}) e where (select is_common from extent)),
    newest as (${first('e.at desc, e.id desc')}),
    helpful as (${first('e.boost desc, e.at desc, e.id desc', 'and e.boost > 0')}),
    candidates as (select ${columns} from found e union all select ${columns} from titled e union all select ${columns} from newest e union all select ${columns} from helpful e)`;
  return { sql, values };
}
