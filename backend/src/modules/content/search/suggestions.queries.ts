import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isEntryVisibleTo } from '../audience/audience.js';
import type { SearchType } from './search-index.service.js';
import { SearchSourceRegistry } from './search-source-registry.js';
import { getWords, writtenWordsOf } from './search-text.js';
import type { SuggestionResponse } from './search.dto.js';

const MAX_SUGGESTIONS = 8;
const MAX_WORDS = 8;
/** Newest and most helpful items of each type that are checked before the index is queried. */
const SAMPLE_SIZE = 500;
/** With so many matches in the sample the index is not queried: a few letters would match thousands of titles. */
const ENOUGH_MATCHES = 12;
const MAX_INDEX_MATCHES = 200;

/** Titles for a query that is being typed: the last word may be unfinished. */
@Injectable()
export class SuggestionsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly sources: SearchSourceRegistry,
  ) {}

  async list(actor: Actor, typed: string, types: SearchType[]): Promise<SuggestionResponse[]> {
    const words = getWords(typed).slice(0, MAX_WORDS);
    if (!words.length || !types.length) return [];
    const isVisible = isEntryVisibleTo(actor, 'e');
    const columns = sql`e.type, e.id, e.title, e.url, e.boost, e.at`;
    const begun = words.map((word) => `'${word}':*`).join(' & ');
    const fromFirst = (order: string, condition = 'true') => sql`
         select ${columns}
         from unnest(${types}::text[]) t (type)
         cross join lateral (
           select ${columns}, e.title_tsv
           from search_entries e
           where e.type = t.type and e.part = 0 and ${isVisible} and ${sql.raw(condition)}
           order by ${sql.raw(order)} limit ${sql.lit(SAMPLE_SIZE)}
         ) e, q
         where e.title_tsv @@ q.begun`;
    const { rows } = await sql<SuggestionResponse>`
      with q as materialized (select to_tsquery('hub_simple', ${begun}) as begun),
       newest as materialized (${fromFirst('e.at desc, e.id desc')}),
       helpful as materialized (${fromFirst('e.boost desc, e.at desc, e.id desc', 'e.boost > 0')}),
       found as materialized (
         select ${columns}
         from search_entries e, q
         where (select count(*) from newest) < ${sql.lit(ENOUGH_MATCHES)} and e.part = 0
           and e.type = any(${types}::text[]) and e.title_tsv @@ q.begun and ${isVisible}
         limit ${sql.lit(MAX_INDEX_MATCHES)}
       )
       select f.type, f.id, f.title, f.url, ${this.selectHandle()} as handle
       from (
         select ${columns} from newest e
         union select ${columns} from helpful e
         union select ${columns} from found e
       ) f
       order by starts_with(lower(f.title), ${writtenWordsOf(typed).join(' ')}) desc, f.boost desc, f.at desc, f.id desc
       limit ${sql.lit(MAX_SUGGESTIONS)}`.execute(this.database.db);
    return rows;
  }

  private selectHandle(): RawBuilder<string | null> {
    const cases = this.sources.all.flatMap((source) => {
      const handle = source.selectHandle?.(sql.ref('f.id'));
      return handle ? [sql`when ${sql.lit(source.type)} then ${handle}`] : [];
    });
    return cases.length ? sql`case f.type ${sql.join(cases, sql` `)} end` : sql`null`;
  }
}
