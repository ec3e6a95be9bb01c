import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { UserContributionsQueries } from '../activity/contributions.queries.js';
import { RANGE_DAYS, type Range, getRangeStart } from './ranges.js';
import type { TopContentItemResponse } from '../analytics.dto.js';

const SHOWN = 10;
/** More than are shown, because readers see only those that they may see and that still exist. */
const PLACES = 100;

/**
 * The most viewed items and threads of each range. A job counts them once a minute: adding up a year of views takes
 * longer than a request may.
 */
@Injectable()
export class TopContentService implements OnModuleInit {
  /** what the last count of this instance was based on */
  private counted = '';

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly contributions: UserContributionsQueries,
  ) {}

  onModuleInit(): void {
    this.jobs.define('analytics.top-content', () => this.refresh(), { cron: '* * * * *', deleteAfterSeconds: 3600 });
  }

  /** Only content that the actor may see. */
  async list(actor: Actor, range: Range): Promise<TopContentItemResponse[]> {
    const rows = await this.database.db
      .selectFrom('top_content')
      .select(['content_id as id', 'kind as content_type', sql<number>`n::int`.as('views')])
      .where('days', '=', RANGE_DAYS[range])
      .orderBy('n', 'desc')
      .orderBy('content_id', 'desc')
      .execute();
    const captions = await this.contributions.listCaptions(
      rows.map(({ id }) => id),
      actor,
    );
    return rows
      .flatMap((row) => {
        const caption = captions.get(row.id);
        return caption ? { ...row, title: caption.title, url: caption.path } : [];
      })
      .slice(0, SHOWN);
  }

  async refresh(now = new Date()): Promise<void> {
    const views = await this.database.db
      .selectFrom('daily_rollups')
      .select(sql<string>`coalesce(sum(n), 0)`.as('n'))
      .where('metric', '=', 'viewed')
      .executeTakeFirstOrThrow();
    const basis = `${now.toISOString().slice(0, 10)} ${views.n}`;
    if (basis === this.counted) return;
    await this.database.transaction(() => this.count(now));
    this.database.afterCommit(() => (this.counted = basis));
  }

  private async count(now: Date): Promise<void> {
    const { db } = this.database;
    await db.deleteFrom('top_content').execute();
    for (const [range, days] of Object.entries(RANGE_DAYS))
      await sql`
        insert into top_content (days, content_id, kind, n)
        select ${days}::int, v.content_id, min(v.kind), sum(v.n)
        from daily_content_views v
        where v.day >= ${getRangeStart(range as Range, now)}::date
        group by v.content_id
        order by sum(v.n) desc, v.content_id desc limit ${sql.lit(PLACES)}`.execute(db);
  }
}
