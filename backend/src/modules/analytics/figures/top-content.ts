import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { daysOf, type Range, startOf } from './ranges.js';

export interface TopContentRow {
  content_id: string;
  kind: string;
  views: number;
}

/** More than are shown, because readers see only those that they may see and that still exist. */
const PLACES = 100;

/**
 * The most viewed items and threads of each range. A job counts them once a minute: adding up a year of views takes
 * longer than a request may.
 */
@Injectable()
export class TopContent implements OnModuleInit {
  /** what the last count of this instance was based on */
  private counted = '';

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.define('analytics.top-content', () => this.refresh(), { cron: '* * * * *', deleteAfterSeconds: 3600 });
  }

  async list(range: Range): Promise<TopContentRow[]> {
    return this.database.query<TopContentRow>(
      `select content_id, kind, n::int as views from top_content where days = $1 order by n desc, content_id desc`,
      [daysOf[range]],
    );
  }

  async refresh(now = new Date()): Promise<void> {
    const views = await this.database.one<{ n: string }>(
      `select coalesce(sum(n), 0) as n from daily_rollups where metric = 'viewed'`,
    );
    const basis = `${now.toISOString().slice(0, 10)} ${views?.n}`;
    if (basis === this.counted) return;
    await this.database.transaction(() => this.count(now));
    this.database.afterCommit(() => (this.counted = basis));
  }

  private async count(now: Date): Promise<void> {
    await this.database.query('delete from top_content');
    for (const [range, days] of Object.entries(daysOf))
      await this.database.query(
        `insert into top_content (days, content_id, kind, n)
         select $1::int, v.content_id, min(v.kind), sum(v.n)
         from daily_content_views v
         where v.day >= $2::date
         group by v.content_id
         order by sum(v.n) desc, v.content_id desc limit ${PLACES}`,
        [days, startOf(range as Range, now)],
      );
  }
}
