import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { isEntryVisibleTo } from '../audience/audience.js';

/** Different queries recorded per day, so that nonsense cannot fill the disk. */
const MAX_PER_DAY = 1000;
const RETENTION_DAYS = 90;

export interface ZeroResultQuery {
  /** in lower case */
  query: string;
  /** how often it was searched */
  count: number;
  /** UTC, 2026-11-21 */
  last_searched: string;
}

/** So many of the most frequent queries are compared with what the reader of the list finds. */
const MAX_COMPARED = 200;

/** Counts queries without results per day, without users, to show which content is missing. */
@Injectable()
export class ZeroResultRecorder implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.define('search.sweep', () => this.deleteExpired(), { cron: '43 3 * * *' });
  }

  /** Also for a query that matches items which this user may not see: a missing one would tell of them. */
  async record(query: string, now = new Date()): Promise<void> {
    const day = now.toISOString().slice(0, 10);
    const normalized = query.toLowerCase().replace(/\s+/g, ' ');
    await sql`
      insert into search_misses as m (day, query, n)
      select ${day}::date, ${normalized}, 1
      where (select count(*) from search_misses where day = ${day}::date) < ${sql.lit(MAX_PER_DAY)}
        or exists (select 1 from search_misses where day = ${day}::date and query = ${normalized})
      on conflict (day, query) do update set n = m.n + 1`.execute(this.database.db);
  }

  /**
   * The queries since a day (UTC), the most frequent first. Without those that find something that the actor may see:
   * that content is not missing, it is not for everyone, or it was written since.
   */
  async list(actor: Actor, since: Date, limit: number): Promise<ZeroResultQuery[]> {
    const { rows } = await sql<ZeroResultQuery>`
      with frequent as materialized (
        select m.query, sum(m.n)::int as count, max(m.day)::text as last_day from search_misses m
        where m.day >= ${since.toISOString().slice(0, 10)}::date
        group by m.query
        order by count desc, last_day desc, m.query limit ${sql.lit(MAX_COMPARED)}
      )
      select f.query, f.count, f.last_day as last_searched from frequent f
      where not exists (
        select 1 from search_entries e
        where e.part = 0 and e.tsv @@ search_term(f.query, false) and ${isEntryVisibleTo(actor, 'e')}
      )
      order by f.count desc, f.last_day desc, f.query limit ${limit}`.execute(this.database.db);
    return rows;
  }

  async deleteExpired(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 3600_000).toISOString().slice(0, 10);
    await sql`delete from search_misses where day < ${before}::date`.execute(this.database.db);
  }
}
