import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { audiencesOf, entryVisibleTo } from '../items/audience.js';

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

/** Of the most frequent queries so many are compared with what a reader of the list finds. */
const MAX_COMPARED = 200;

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

  /** Also for a query that matches items which this user may not see: a missing one would tell of them. */
  async record(query: string, now = new Date()): Promise<void> {
    await this.database.query(
      `insert into search_misses as m (day, query, n)
       select $1::date, $2, 1
       where (select count(*) from search_misses where day = $1::date) < ${MAX_PER_DAY}
         or exists (select 1 from search_misses where day = $1::date and query = $2)
       on conflict (day, query) do update set n = m.n + 1`,
      [now.toISOString().slice(0, 10), query.toLowerCase().replace(/\s+/g, ' ')],
    );
  }

  /**
   * The queries since a day (UTC), the most frequent first. Without those that find something that the actor may see:
   * that content is not missing, it is not for everyone, or it was written since.
   */
  async list(actor: Actor, since: Date, limit: number): Promise<ZeroResultQuery[]> {
    return this.database.query<ZeroResultQuery>(
      `with frequent as materialized (
         select m.query, sum(m.n)::int as count, max(m.day)::text as last_day from search_misses m
         where m.day >= $3::date
         group by m.query
         order by count desc, last_day desc, m.query limit ${MAX_COMPARED}
       )
       select f.query, f.count, f.last_day as "lastDay" from frequent f
       where not exists (
         select 1 from search_entries e
         where e.part = 0 and e.tsv @@ search_term(f.query, false) and ${entryVisibleTo('e', '$1', '$2')}
       )
       order by f.count desc, f.last_day desc, f.query limit $4`,
      [audiencesOf(actor), actor.id, since.toISOString().slice(0, 10), limit],
    );
  }

  async deleteExpired(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 3600_000).toISOString().slice(0, 10);
    await this.database.query('delete from search_misses where day < $1::date', [before]);
  }
}
