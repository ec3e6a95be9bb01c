import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { SeriesPointResponse, SeriesResponse } from './series.dto.js';
import { type Interval, type Range, startOf } from './ranges.js';

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

const sumOf = (condition: RawBuilder<boolean>) => sql`coalesce(sum(r.n) filter (where ${condition}), 0)::int`;

/** Figures per day, week or month. */
@Injectable()
export class SeriesQueries {
  constructor(private readonly database: DatabaseReader) {}

  /**
   * The first week or month has the days of the range only, so that the sums are the same by day, week and month.
   * Active users are counted once per whole week or month.
   */
  async getSeries(interval: Interval, range: Range, now = new Date()): Promise<SeriesResponse> {
    const start = sql`${startOf(range, now)}::date`;
    const sums = Object.entries(figures).map(
      ([name, [metric, kind]]) =>
        sql`${sumOf(sql`r.metric = ${sql.lit(metric)} and r.kind = ${sql.lit(kind)} and r.day >= ${start}`)}
            as ${sql.ref(name)}`,
    );
    const { rows } = await sql<SeriesPointResponse>`
      select to_char(b.start, 'YYYY-MM-DD') as start, ${sql.join(sums)},
             ${sumOf(sql`r.metric = 'active' and r.kind = ${interval}`)} as active_users
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
}
