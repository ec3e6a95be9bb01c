import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { SearchType } from './search-entry.js';
import { wordsOf } from './search-text.js';
import type { SuggestionResponse } from './search.dto.js';

const SUGGESTIONS = 8;
/** So many titles of the newest of each type are looked through before the index is asked, and as many of the most helpful. */
const LOOKED_THROUGH = 500;
/** With so many of these there is enough to choose from: a few letters begin a word in thousands of titles, all of which the index would list. */
const ENOUGH = 12;
/** What the index is asked for at most. */
const FOUND = 200;

/** While somebody types: titles with these words, the last one unfinished. */
@Injectable()
export class SuggestionsQueries {
  constructor(private readonly database: Database) {}

  async list(actor: Actor, typed: string, types: SearchType[]): Promise<SuggestionResponse[]> {
    const words = wordsOf(typed).slice(0, 8);
    if (!words.length || !types.length) return [];
    const visible = visibleTo('e', '$1', '$2');
    const columns = 'e.type, e.id, e.title, e.url, e.boost, e.at';
    const first = (order: string, condition = '') => `select ${columns} from unnest($3::text[]) t (type)
      cross join lateral (select ${columns}, e.title_tsv from search_entries e where e.type = t.type and e.part = 0 and ${visible} ${condition} order by ${order} limit ${LOOKED_THROUGH}) e, q
      where e.title_tsv @@ q.begun`;
    return this.database.query<SuggestionResponse>(
      `with q as materialized (select to_tsquery('hub_simple', $4) as begun),
       newest as materialized (${first('e.at desc, e.id desc')}),
       helpful as materialized (${first('e.boost desc, e.at desc, e.id desc', 'and e.boost > 0')}),
       found as materialized (select ${columns} from search_entries e, q
         where (select count(*) from newest) < ${ENOUGH} and e.part = 0 and e.type = any($3::text[]) and e.title_tsv @@ q.begun and ${visible} limit ${FOUND})
       select f.type, f.id, f.title, f.url, case f.type when 'user' then (select p.handle from people p where p.id = f.id) end as handle from (
         select ${columns} from newest e union select ${columns} from helpful e union select ${columns} from found e
       ) f order by starts_with(lower(f.title), $5) desc, f.boost desc, f.at desc, f.id desc limit ${SUGGESTIONS}`,
      [audiencesOf(actor), actor.id, types, words.map((word) => `'${word}':*`).join(' & '), words.join(' ')],
    );
  }
}
