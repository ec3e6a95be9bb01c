import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isEntryVisibleTo } from '../audience/audience.js';
import type { SearchType } from './search-index.service.js';
import { getWords } from './search-text.js';

interface SimilarItem {
  type: SearchType;
  id: string;
  title: string;
  /** path in the frontend */
  url: string;
}

const MAX_WORDS = 12;
/** Newest items of each type whose titles are compared without the index. */
const SAMPLE_SIZE = 300;
/** The index is not queried for words that more titles contain than this: it would list all of them. */
const MAX_INDEX_MATCHES = 20_000;
const MAX_MATCHES_PER_WORD = 200;
const MAX_CANDIDATES = 100;
/** Items with a smaller share of the best score have little in common with the title. */
const MIN_SCORE_SHARE = 0.5;

/**
 * Items whose titles share words with a title that is being typed. Any word that is no stop word matches; rare words
 * weigh more. The number of rows read is limited for common words too: these match the newest items only.
 */
@Injectable()
export class SimilarItemsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** The most similar items first, only those that the actor may see. */
  async list(actor: Actor, title: string, types: readonly SearchType[], limit: number): Promise<SimilarItem[]> {
    const words = [...new Set(getWords(title))].filter((word) => word.length > 1).slice(0, MAX_WORDS);
    if (!words.length) return [];
    const isVisible = isEntryVisibleTo(actor, 'e');
    const { rows } = await sql<SimilarItem>`
       with words as materialized (
         select w.query
         from (select distinct search_term(t.word, false) as query from unnest(${words}::text[]) as t (word)) w
         where numnode(w.query) > 0
       ),
       sample as materialized (
         select e.type, e.id, e.title_tsv
         from unnest(${types}::text[]) t (type)
         cross join lateral (
           select e.type, e.id, e.title_tsv
           from search_entries e
           where e.type = t.type and e.part = 0 and ${isVisible}
           order by e.at desc, e.id desc limit ${sql.lit(SAMPLE_SIZE)}
         ) e
       ),
       sampled as materialized (
         select w.query, s.type, s.id from words w join sample s on s.title_tsv @@ w.query
       ),
       estimates as materialized (
         select w.query,
                (select count(*) from sampled s where s.query = w.query)::float8
                  / greatest((select count(*) from sample), 1)
                  * (select greatest(c.reltuples, 0) from pg_class c where c.oid = 'search_entries'::regclass) as n
         from words w
       ),
       found as materialized (
         select r.query, e.type, e.id
         from estimates r
         cross join lateral (
           select e.type, e.id
           from search_entries e
           where r.n <= ${sql.lit(MAX_INDEX_MATCHES)} and e.part = 0 and e.type = any(${types}::text[])
             and e.title_tsv @@ r.query and ${isVisible}
           limit ${sql.lit(MAX_MATCHES_PER_WORD)}
         ) e
       ),
       hits as materialized (select query, type, id from sampled union select query, type, id from found),
       weights as materialized (
         select r.query, 1 / ln(2 + greatest(max(r.n), count(h.id))) as weight
         from estimates r join hits h on h.query = r.query
         group by r.query
       ),
       candidates as materialized (
         select h.type, h.id
         from hits h join weights w on w.query = h.query
         group by h.type, h.id
         order by sum(w.weight) desc limit ${sql.lit(MAX_CANDIDATES)}
       ),
       scored as materialized (
         select c.type, c.id, sum(w.weight) as score
         from candidates c
         join search_entries e on e.type = c.type and e.id = c.id and e.part = 0
         join weights w on e.title_tsv @@ w.query
         group by c.type, c.id
       )
       select e.type, e.id, e.title, e.url
       from scored s
       join search_entries e on e.type = s.type and e.id = s.id and e.part = 0
       where s.score >= (select max(score) from scored) * ${sql.lit(MIN_SCORE_SHARE)}
       order by s.score desc, e.boost desc, e.at desc, e.id desc
       limit ${limit}`.execute(this.database.db);
    return rows;
  }
}
