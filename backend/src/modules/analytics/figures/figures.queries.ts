import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { OverviewResponse, SeriesPointResponse, SeriesResponse } from '../analytics.dto.js';
import { type Interval, type Range, getRangeStart } from './ranges.js';
import { startOfDay } from '../activity/activity-sql.js';
import type { Actor } from '../../../platform/access/actor.js';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { ActivityQueries } from '../activity/activity.queries.js';

/** The metric and kind of `daily_rollups` behind each figure; active users have a row per period. */
const figures: Record<Exclude<keyof SeriesPointResponse, 'start' | 'active_users'>, [metric: string, kind: string]> = {
  document_views: ['viewed', 'document'],
  video_views: ['viewed', 'video'],
  thread_views: ['viewed', 'thread'],
  new_documents: ['created', 'document'],
  new_videos: ['created', 'video'],
  new_threads: ['created', 'thread'],
  comments: ['commented', 'comment'],
  replies: ['replied', 'post'],
  sign_ups: ['registered', 'user'],
};

const DAYS = 30;

interface Growth {
  documents: number | null;
  videos: number | null;
  users: number | null;
  views: number | null;
}

interface GrowthRow {
  measure: keyof Growth;
  latest: number;
  earlier: number;
}

const RECENT = 20;

/** Figures per day, week or month. */
@Injectable()
export class FiguresQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly content: ContentFacade,
    private readonly users: UsersFacade,
    private readonly activity: ActivityQueries,
  ) {}

  /**
   * The first week or month has the days of the range only, so that the sums are the same by day, week and month.
   * Active users are counted once per whole week or month.
   */
  async getSeries(interval: Interval, range: Range, now = new Date()): Promise<SeriesResponse> {
    const start = sql`${getRangeStart(range, now)}::date`;
    const sums = Object.entries(figures).map(
      ([name, [metric, kind]]) =>
        sql`${sumWhere(sql`r.metric = ${sql.lit(metric)} and r.kind = ${sql.lit(kind)} and r.day >= ${start}`)}
            as ${sql.ref(name)}`,
    );
    const { rows } = await sql<SeriesPointResponse>`
      select to_char(b.start, 'YYYY-MM-DD') as start, ${sql.join(sums)},
             ${sumWhere(sql`r.metric = 'active' and r.kind = ${interval}`)} as active_users
      from generate_series(
        date_trunc(${interval}, ${start}::timestamp), ${now}::date::timestamp, ('1 ' || ${interval}::text)::interval
      ) b (start)
      left join daily_rollups r
        on date_trunc(${interval}, r.day::timestamp) = b.start
          and r.day >= date_trunc(${interval}, ${start}::timestamp)
      group by b.start
      order by b.start`.execute(this.database.db);
    return { interval, range, points: rows };
  }

  private async getGrowth(now = new Date()): Promise<Growth> {
    const [middle, start] = [startOfDay(now, DAYS), startOfDay(now, 2 * DAYS)];
    const { rows } = await sql<GrowthRow>`
      select case r.metric when 'viewed' then 'views' when 'registered' then 'users' else r.kind || 's' end as measure,
              coalesce(sum(r.n) filter (where r.day > ${middle}::date), 0)::int as latest,
              coalesce(sum(r.n) filter (where r.day <= ${middle}::date), 0)::int as earlier
       from daily_rollups r
       where r.day > ${start}::date and r.day <= ${startOfDay(now, 0)}::date
         and exists (select from daily_rollups first where first.day <= ${start}::date + 1)
         and (r.metric = 'registered' or (r.metric in ('viewed', 'created') and r.kind in ('document', 'video')))
       group by 1`.execute(this.database.db);
    const getGrowth = (measure: keyof Growth): number | null => {
      const row = rows.find((each) => each.measure === measure);
      return row ? percentGrowth(row.latest, row.earlier) : null;
    };
    return {
      documents: getGrowth('documents'),
      videos: getGrowth('videos'),
      users: getGrowth('users'),
      views: getGrowth('views'),
    };
  }

  async getOverview(actor: Actor): Promise<OverviewResponse> {
    const [{ documents, videos, views }, users, growth, recent] = await Promise.all([
      this.content.getTotals(),
      this.users.count(),
      this.getGrowth(),
      this.activity.list(actor, { limit: RECENT }),
    ]);
    return { totals: { documents, videos, users, views }, growth, recent_activity: recent };
  }
}

const sumWhere = (condition: RawBuilder<boolean>) => sql`coalesce(sum(r.n) filter (where ${condition}), 0)::int`;

/** In whole percent; null without an earlier value to compare with. */
export const percentGrowth = (latest: number, earlier: number): number | null =>
  earlier === 0 ? null : Math.round((100 * (latest - earlier)) / earlier);
