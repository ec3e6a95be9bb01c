import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { startOfDay } from '../activity/activity-sql.js';

const DAYS = 30;

export interface Growth {
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

/**
 * Compares the last 30 days, today included, with the 30 days before. A hub that has recorded events for less than
 * these 60 days has nothing to compare with.
 */
@Injectable()
export class GrowthQueries {
  constructor(private readonly database: DatabaseReader) {}

  async getGrowth(now = new Date()): Promise<Growth> {
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
    const growthOf = (measure: keyof Growth): number | null => {
      const row = rows.find((each) => each.measure === measure);
      return row ? percentGrowth(row.latest, row.earlier) : null;
    };
    return {
      documents: growthOf('documents'),
      videos: growthOf('videos'),
      users: growthOf('users'),
      views: growthOf('views'),
    };
  }
}

/** In whole percent; null without an earlier value to compare with. */
export const percentGrowth = (latest: number, earlier: number): number | null =>
  earlier === 0 ? null : Math.round((100 * (latest - earlier)) / earlier);
