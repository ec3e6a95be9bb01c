import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';

/** Different queries kept of one day: nobody can fill the disk by asking nonsense. */
const PER_DAY = 1000;
const KEPT_DAYS = 90;

/** What people looked for in vain, so that somebody can write it. Who asked is not kept. */
@Injectable()
export class SearchMisses implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.define('search.sweep', () => this.sweep(), { cron: '43 3 * * *' });
  }

  /** Notes it, unless something has these words that only the asking person may not see. */
  async record(query: string, now = new Date()): Promise<void> {
    await this.database.query(
      `insert into search_misses as m (day, query, n) select $1::date, $2, 1
       where not exists (select 1 from search_entries e where e.part = 0 and e.tsv @@ search_term($2, false))
         and ((select count(*) from search_misses where day = $1::date) < ${PER_DAY} or exists (select 1 from search_misses where day = $1::date and query = $2))
       on conflict (day, query) do update set n = m.n + 1`,
      [now.toISOString().slice(0, 10), query.toLowerCase().replace(/\s+/g, ' ')],
    );
  }

  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600_000).toISOString().slice(0, 10);
    await this.database.query('delete from search_misses where day < $1::date', [before]);
  }
}
