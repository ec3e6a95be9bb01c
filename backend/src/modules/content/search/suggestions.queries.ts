import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { prepared } from '../../../platform/database/prepared.js';
import { isEntryVisibleTo, prepareReader, type PreparedReader } from '../audience/audience.js';
import type { SearchType } from './search-index.service.js';
import { SearchSourceRegistry } from './search-source-registry.js';
import { getWords, getWrittenWords } from './search-text.js';
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
  private readonly findTitles = prepared<
    PreparedReader & { types: SearchType[]; begun: string; written: string },
    SuggestionResponse
  >((_db, values) => {
    const isVisible = isEntryVisibleTo(values, 'e');
    const columns = sql`e.type, e.id, e.title, e.url, e.boost, e.at`;
    const selectFirst = (order: string, condition = 'true') => sql`
         select ${columns}
         from unnest(${values.types}::text[]) t (type)
         cross join lateral (
           select ${columns}, e.title_tsv
           from search_entries e
           where e.type = t.type and e.part = 0 and ${isVisible} and ${sql.raw(condition)}
           order by ${sql.raw(order)} limit ${sql.lit(SAMPLE_SIZE)}
         ) e, q
         where e.title_tsv @@ q.begun`;
    return sql<SuggestionResponse>`
      with q as materialized (select to_tsquery('hub_simple', ${values.begun}) as begun),
       newest as materialized (${selectFirst('e.at desc, e.id desc')}),
       helpful as materialized (${selectFirst('e.boost desc, e.at desc, e.id desc', 'e.boost > 0')}),
       found as materialized (
         select ${columns}
         from search_entries e, q
         where (select count(*) from newest) < ${sql.lit(ENOUGH_MATCHES)} and e.part = 0
           and e.type = any(${values.types}::text[]) and e.title_tsv @@ q.begun and ${isVisible}
         limit ${sql.lit(MAX_INDEX_MATCHES)}
       )
       select f.type, f.id, f.title, f.url, ${this.selectHandle()} as handle
       from (
         select ${columns} from newest e
         union select ${columns} from helpful e
         union select ${columns} from found e
       ) f
       order by starts_with(lower(f.title), ${values.written}) desc, f.boost desc, f.at desc, f.id desc
       limit ${sql.lit(MAX_SUGGESTIONS)}`;
  });

  /** While nothing is typed. */
  private readonly findNewest = prepared<PreparedReader & { types: SearchType[] }, SuggestionResponse>(
    (_db, values) => sql<SuggestionResponse>`
      select e.type, e.id, e.title, e.url, null as handle
      from unnest(${values.types}::text[]) t (type)
      cross join lateral (
        select e.type, e.id, e.title, e.url, e.at
        from search_entries e
        where e.type = t.type and e.part = 0 and ${isEntryVisibleTo(values, 'e')}
        order by e.at desc, e.id desc limit ${sql.lit(MAX_SUGGESTIONS)}
      ) e
      order by e.at desc, e.id desc
      limit ${sql.lit(MAX_SUGGESTIONS)}`,
  );

  constructor(
    private readonly database: DatabaseReader,
    private readonly sources: SearchSourceRegistry,
  ) {}

  async list(actor: Actor, typed: string, types: SearchType[]): Promise<SuggestionResponse[]> {
    // Users are found by their names only.
    const listed = types.filter((type) => type !== 'user');
    if (typed.trim() === '') return this.findNewest(this.database.db, { ...prepareReader(actor), types: listed });
    const words = getWords(typed).slice(0, MAX_WORDS);
    if (!words.length || !types.length) return [];
    const begun = words.map((word) => `'${word}':*`).join(' & ');
    const written = getWrittenWords(typed).join(' ');
    return this.findTitles(this.database.db, { ...prepareReader(actor), types, begun, written });
  }

  private selectHandle(): RawBuilder<string | null> {
    const cases = this.sources.all.flatMap((source) => {
      const handle = source.selectHandle?.(sql.ref('f.id'));
      return handle ? [sql`when ${sql.lit(source.type)} then ${handle}`] : [];
    });
    return cases.length ? sql`case f.type ${sql.join(cases, sql` `)} end` : sql`null`;
  }
}
