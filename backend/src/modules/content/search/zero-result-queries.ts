import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { type SearchTerms, toStrictQuery } from './search-terms.js';

/** Different queries recorded per day, so that nonsense cannot fill the disk. */
const MAX_PER_DAY = 1000;
const RETENTION_DAYS = 90;

export interface ZeroResultQuery {
  /** in lower case */
  query: string;
  /** how often it was searched */
  count: number;
  /** UTC, 2026-11-21 */
  lastDay: string;
}

/** Counts queries without results per day, without users, to show which content is missing. */
@Injectable()
export class ZeroResultQueries implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.define('search.sweep', () => this.deleteExpired(), { cron: '43 3 * * *' });
  }

  /** Does nothing for a query that matches items which only this user may not see. */
  async record(query: string, terms: SearchTerms, now = new Date()): Promise<void> {
    const values: unknown[] = [now.toISOString().slice(0, 10), query.toLowerCase().replace(/\s+/g, ' ')];
    const strict = toStrictQuery(terms, values);
    await this.database.query(
      `insert into search_misses as m (day, query, n)
       select $1::date, $2, 1
       where not exists (select 1 from search_entries e where e.part = 0 and e.tsv @@ (${strict}))
         and (
           (select count(*) from search_misses where day = $1::date) < ${MAX_PER_DAY}
           or exists (select 1 from search_misses where day = $1::date and query = $2)
         )
       on conflict (day, query) do update set n = m.n + 1`,
      values,
    );
  }

  /** The queries since a day (UTC), the most frequent first. */
  async list(since: Date, limit: number): Promise<ZeroResultQuery[]> {
    return this.database.query<ZeroResultQuery>(
      `select m.query, sum(m.n)::int as count, max(m.day)::text as "lastDay" from search_misses m
       where m.day >= $1::date
       group by m.query
       order by count desc, "lastDay" desc, m.query limit $2`,
      [since.toISOString().slice(0, 10), limit],
    );
  }

  async deleteExpired(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 3600_000).toISOString().slice(0, 10);
    await this.database.query('delete from search_misses where day < $1::date', [before]);
  }
}
