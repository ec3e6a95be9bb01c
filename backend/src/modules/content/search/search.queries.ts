import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import { candidates, type SearchFilter } from './search-candidates.js';
import type { SearchType } from './search-entry.js';
import type { SearchTerms } from './search-terms.js';
import { GREATER, LESS, MARK, MARK_END } from './search-text.js';

export interface FoundRow {
  type: SearchType;
  id: string;
  title: string;
  summary: string;
  url: string;
  heading: string | null;
  heading_url: string | null;
  english: string;
  /** where the English form may have missed some of the words */
  german: string | null;
}

export interface Found {
  rows: FoundRow[];
  total: number;
  capped: boolean;
}

const BROWSED = 1000;
/** Searches at once: they take long, and should neither hold each other up nor keep other reads from the pool's connections. */
const AT_ONCE = 4;
const HEADLINE = `StartSel="${MARK}",StopSel="${MARK_END}",MaxFragments=2,MaxWords=24,MinWords=10,ShortWord=0,FragmentDelimiter=" … "`;

/**
 * How well the words fit, a third more for what is fresh (halved with each half year) and up to 30 % more for what
 * people found helpful. Something found only deep in its text starts low, but not from nothing. In floating point: as
 * numerics, which is what extract() gives, this would take longer than everything else.
 */
const SCORE = `(0.02 + c.fit) * (1 + 0.33::float8 * exp(-0.69::float8 * greatest(0, extract(epoch from now() - c.at)::float8) / 15552000) + 0.03::float8 * least(c.boost, 10))`;

@Injectable()
export class SearchQueries {
  private readonly inTurn = pLimit(AT_ONCE);

  constructor(private readonly database: Database) {}

  /** The best of what this person may see; the lines shown are cut for these only. */
  async find(
    actor: Actor,
    terms: SearchTerms,
    filter: SearchFilter,
    page: { limit: number; offset: number },
  ): Promise<Found> {
    const { sql, values } = candidates(actor, terms, filter);
    const statement = `${sql},
      best as (
        select c.type, c.id, c.at, ${SCORE} as score from candidates c
        order by score desc, c.at desc, c.id desc limit $${values.push(page.limit)} offset $${values.push(page.offset)}
      )
      select x.n, x.is_common, b.type, b.id, e.title, e.summary, e.url, nullif(p.title, '') as heading, p.url as heading_url,
        h.english, case when 4 * (length(h.english) - length(replace(h.english, '${MARK}', ''))) <= numnode(q.any_word) then ts_headline('german', s.text, q.any_word, '${HEADLINE}') end as german
      from extent x cross join q
      left join best b on true
      left join search_entries e on e.type = b.type and e.id = b.id and e.part = 0
      left join lateral (
        select o.title, o.url, o.body from search_entries o where o.type = b.type and o.id = b.id and o.part > 0 and o.tsv @@ q.any_word
        order by o.tsv @@ q.every desc, ts_rank(o.tsv, q.any_word) desc, o.part limit 1
      ) p on true
      cross join lateral (select translate(coalesce(nullif(p.body, ''), nullif(e.body, ''), e.summary), '<>', '${LESS}${GREATER}') as text) s
      cross join lateral (select ts_headline('hub_english', s.text, q.any_word, '${HEADLINE}') as english offset 0) h
      order by b.score desc, b.at desc, b.id desc`;
    const rows = await this.inTurn(() =>
      this.database.query<FoundRow & { n: number; is_common: boolean; type: SearchType | null }>(statement, values),
    );
    return {
      rows: rows.filter((row) => row.type !== null),
      total: rows[0]?.n ?? 0,
      capped: rows[0]?.is_common ?? false,
    };
  }

  /** The newest of a category, for those who have not typed anything yet. */
  async browse(
    actor: Actor,
    { types, categoryId, difficulty }: SearchFilter & { categoryId: string },
    page: { limit: number; offset: number },
  ): Promise<Found> {
    const source = `from search_entries e where e.part = 0 and e.type = any($3::text[]) and e.category_id = $4::uuid and ($5::text is null or e.difficulty = $5) and ${visibleTo('e', '$1', '$2')}`;
    const rows = await this.database.query<FoundRow & { n: number }>(
      `select x.n, b.type, b.id, b.title, b.summary, b.url, null as heading, null as heading_url, b.text as english, null as german
       from (select count(*)::int as n from (select 1 ${source} limit ${BROWSED + 1}) c) x
       left join (select e.type, e.id, e.at, e.title, e.summary, e.url, coalesce(nullif(e.summary, ''), e.body) as text ${source} order by e.at desc, e.id desc limit $6 offset $7) b on true
       order by b.at desc, b.id desc`,
      [audiencesOf(actor), actor.id, types, categoryId, difficulty ?? null, page.limit, page.offset],
    );
    const n = rows[0]?.n ?? 0;
    return { rows: rows.filter((row) => row.type !== null), total: Math.min(n, BROWSED), capped: n > BROWSED };
  }
}
