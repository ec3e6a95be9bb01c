import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { selectFileNames } from '../../../platform/files/file-references.js';
import {
  isAfterValues,
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
  type SortValue,
} from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countCapped,
  type PageRequest,
  toPage,
  toTotal,
} from '../../../platform/http/pagination/pagination.js';
import { isEntryVisibleTo } from '../audience/audience.js';
import { type CandidateSources, type SearchFilter, selectCandidates } from './search-candidates.js';
import { byScore, type SearchCursor } from './search-cursor.js';
import type { SearchType } from './search-index.service.js';
import { hasParts, type SearchTerms } from './search-terms.js';
import { SearchSourceRegistry } from './search-source-registry.js';
import { LEAD_LENGTH, MARK, MARK_END } from './search-text.js';
import { hasUnspacedScript } from './search-words.js';
import { toMarkable, withoutMarkup } from './snippets.js';

export interface MatchRow {
  type: SearchType;
  id: string;
  title: string;
  summary: string;
  url: string;
  heading: string | null;
  heading_url: string | null;
  /** the file with the matches, where the item's own text does not have them all */
  file_id: string | null;
  file_name: string | null;
  media_type: string | null;
  /** of the file, as in file_text_pieces */
  page: number | null;
  /** snippet that marks matches by English word forms */
  english: string;
  /** the same by German word forms; only where the English one may lack some words */
  german: string | null;
}

export interface Matches {
  rows: MatchRow[];
  total: number;
  /** whether there may be more than `total` */
  capped: boolean;
  /** false when only titles match, by words that begin with those of the query */
  hasWholeWords?: boolean;
  /** of the next page of the latest items; null on the last */
  nextCursor?: string | null;
  /** where the next page of matches begins; undefined on the last */
  next?: Pick<SearchCursor, 'sources' | 'values'>;
}

type FoundRow = Omit<MatchRow, 'type'> & {
  type: SearchType | null;
  sort_values: SortValue[];
  sources: CandidateSources;
  has_more: boolean;
  n: number;
  is_common: boolean;
  has_whole_words: boolean;
};

/** Searches take long, so they must not take all of the pool's connections from other reads. */
const MAX_CONCURRENT_SEARCHES = 4;
/** Of the files of one item, for the best; an item may have many. */
const MAX_COMPARED_PAGES = 200;
const HEADLINE_OPTIONS = [
  `StartSel="${MARK}"`,
  `StopSel="${MARK_END}"`,
  'MaxFragments=2',
  'MaxWords=24',
  'MinWords=10',
  'ShortWord=0',
  'FragmentDelimiter=" … "',
].join(',');

const latestFirst = (alias: string): KeysetOrder => ({
  name: 'latest items',
  direction: 'desc',
  columns: [
    { sql: sql.ref(`${alias}.at`), type: 'timestamptz' },
    { sql: sql.ref(`${alias}.id`), type: 'uuid' },
  ],
});

/**
 * Relevance, plus a third for recent items (halved with each half year), plus up to 30 % for helpful ones. Below 2, so
 * that a title with the query always outranks a text with it. The constant 0.02 keeps items with matches deep in their
 * texts above zero. In floating point, because numeric arithmetic, which is what extract() returns, takes longer than
 * the rest of the query.
 */
const selectScore = (time: Date) => sql`(0.02 + c.relevance) * (
          1
          + 0.33::float8 * exp(
              -0.69::float8 * greatest(0, extract(epoch from ${time}::timestamptz - c.at)::float8) / 15552000
            )
          + 0.03::float8 * least(c.boost, 10)
        )`;

@Injectable()
export class SearchQueries {
  private readonly limit = pLimit(MAX_CONCURRENT_SEARCHES);

  constructor(
    private readonly database: DatabaseReader,
    private readonly sources: SearchSourceRegistry,
  ) {}

  /**
   * The best matches that the actor may see. Snippets are made for these only.
   * @param page.time for which scores are computed
   * @param page.after where the page before ended
   */
  async find(
    actor: Actor,
    terms: SearchTerms,
    filter: SearchFilter,
    { limit, offset, time, after }: PageRequest & Pick<SearchCursor, 'time'> & { after?: SearchCursor | undefined },
  ): Promise<Matches> {
    const isUnspaced = terms.groups.flat().some(({ text }) => hasUnspacedScript(text));
    const split = toMarkable(isUnspaced);
    // To split all texts would take longer: others are split where the first snippet marks too little.
    const first = hasParts(terms) || isUnspaced ? split : withoutMarkup;
    const options = sql.lit(HEADLINE_OPTIONS);
    const files = this.sources.selectFiles(filter.types);
    const statement = sql<FoundRow>`${selectCandidates(actor, terms, filter, files, after?.sources)},
      best as (
        select b.type, b.id, b.at, b.score
        from (
          select c.type, c.id, c.at, 2 * c.title_rank + ${selectScore(time)} as score
          from candidates c
        ) b
        ${after ? sql`where ${isAfterValues(byScore, after.values)}` : sql``}
        order by ${orderBy(byScore)}
        limit ${limit}::int + 1 ${after ? sql`` : sql`offset ${offset ?? 0}`}
      ),
      shown as (
        select b.type, b.id, b.at, b.score from best b order by ${orderBy(byScore)} limit ${limit}::int
      )
      select x.n, x.is_common, x.has_whole_words, x.sources, (select count(*) from best) > ${limit}::int as has_more,
             ${selectSortValues(byScore)} as sort_values, b.type, b.id, e.title, e.summary, e.url,
             nullif(p.title, '') as heading, p.url as heading_url, f.file_id, f.file_name, f.media_type, f.page,
             h.english,
             case when 4 * (length(h.english) - length(replace(h.english, ${sql.lit(MARK)}, ''))) <= numnode(q.marked)
               then ts_headline('german', ${split}, q.marked, ${options})
             end as german
      from extent x
      cross join q
      left join shown b on true
      left join search_entries e on e.type = b.type and e.id = b.id and e.part = 0
      left join lateral (
        select o.title, o.url, o.body
        from search_entries o
        where o.type = b.type and o.id = b.id and o.part > 0 and o.tsv @@ q.any_word
        order by o.tsv @@ q.every desc, ts_rank(o.tsv, q.any_word) desc, o.part
        limit 1
      ) p on true
      left join lateral (
        select t.file_id, i.name as file_name, i.media_type, t.page, t.body
        from (
          select m.file_id, m.part, m.page, m.body, m.tsv
          from (${files}) u
          join file_text_pieces m on m.file_id = u.file_id and m.tsv @@ q.every
          where u.type = b.type and u.id = b.id and not e.tsv @@ q.every
          limit ${MAX_COMPARED_PAGES}
        ) t
        join (${selectFileNames}) i on i.id = t.file_id
        order by ts_rank(t.tsv, q.any_word) desc, t.file_id, t.part
        limit 1
      ) f on true
      cross join lateral (
        select coalesce(f.body, nullif(p.body, ''), nullif(e.body, ''), e.summary) as text
      ) s
      cross join lateral (
        select ts_headline('hub_english', ${first}, q.marked, ${options}) as english offset 0
      ) h
      order by ${orderBy(byScore)}`;
    const { rows } = await this.limit(() => statement.execute(this.database.db));
    const last = rows.at(-1);
    return {
      ...(last?.has_more && { next: { sources: last.sources, values: last.sort_values } }),
      rows: rows.filter((row): row is FoundRow & MatchRow => row.type !== null),
      total: rows[0]?.n ?? 0,
      capped: rows[0]?.is_common ?? false,
      hasWholeWords: rows[0]?.has_whole_words ?? false,
    };
  }

  /** The latest items of a category, for a search without a query. */
  async listLatest(
    actor: Actor,
    { types, categoryId, difficulty }: SearchFilter & { categoryId: string },
    page: PageRequest,
  ): Promise<Matches> {
    const { isAfter, tail } = buildPage(latestFirst('e'), page);
    const source = sql`from search_entries e
         where e.part = 0 and e.type = any(${types}::text[]) and e.category_id = ${categoryId}::uuid
           and (${difficulty ?? null}::text is null or e.difficulty = ${difficulty ?? null})
           and ${isEntryVisibleTo(actor, 'e')}`;
    const { rows } = await sql<MatchRow & SortedRow & { n: number }>`
      select x.n, b.type, b.id, b.title, b.summary, b.url, null as heading, null as heading_url, null as file_id,
             null as file_name, null as media_type, null::int as page, b.text as english, null as german,
             ${selectSortValues(latestFirst('b'))} as sort_values
      from (select ${countCapped(source)} as n) x
      left join (
        select e.type, e.id, e.at, e.title, e.summary, e.url,
               coalesce(nullif(e.summary, ''), left(e.body, ${sql.lit(LEAD_LENGTH)})) as text
        ${source} and ${isAfter}
        ${tail}
      ) b on true
      order by ${orderBy(latestFirst('b'))}`.execute(this.database.db);
    const n = rows[0]?.n ?? 0;
    const found = rows.filter((row) => row.type !== null);
    return {
      ...toPage<MatchRow>(latestFirst('b'), found, page.limit),
      ...toTotal(n),
    };
  }
}
