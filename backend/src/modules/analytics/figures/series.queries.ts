import { Injectable } from '@nestjs/common';
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

const sumOf = (condition: string): string => `coalesce(sum(r.n) filter (where ${condition}), 0)::int`;

const seriesSql = `
  select to_char(b.start, 'YYYY-MM-DD') as start,
         ${Object.entries(figures)
           .map(
             ([name, [metric, kind]]) =>
               `${sumOf(`r.metric = '${metric}' and r.kind = '${kind}' and r.day >= $2::date`)} as ${name}`,
           )
           .join(', ')},
         ${sumOf(`r.metric = 'active' and r.kind = $1`)} as active_users
  from generate_series(date_trunc($1, $2::date::timestamp), $3::date::timestamp, ('1 ' || $1)::interval) b (start)
  left join daily_rollups r
    on date_trunc($1, r.day::timestamp) = b.start and r.day >= date_trunc($1, $2::date::timestamp)
  group by b.start
  order by b.start`;

/** Figures per day, week or month. */
@Injectable()
export class SeriesQueries {
  constructor(private readonly database: DatabaseReader) {}

  /**
   * The first week or month has the days of the range only, so that the sums are the same by day, week and month.
   * Active users are counted once per whole week or month.
   */
  async getSeries(interval: Interval, range: Range, now = new Date()): Promise<SeriesResponse> {
    const points = await this.database.query<SeriesPointResponse>(seriesSql, [interval, startOf(range, now), now]);
    return { interval, range, points };
  }
}
