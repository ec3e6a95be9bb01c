import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { Settings } from '../../../platform/settings/settings.js';
import { retentionDays } from '../analytics.settings.js';
import { lockRollups, recordSql, startOfDay } from './activity-sql.js';

export interface ActivityEntry {
  /** of the event; a UUIDv7, so it also orders by time */
  id: string;
  action: string;
  contentType: string;
  contentId: string;
  /** null for guests */
  userId: string | null;
  /** now, or the time of an event that was dated back, by default */
  at?: Date;
}

export interface ActivityRow {
  id: string;
  action: string;
  content_type: string;
  content_id: string;
  user_id: string | null;
  user_name: string | null;
  created_at: Date;
}

/** Which events a list contains. */
export const activityFilters = ['all', 'changes', 'views'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

const conditions: Record<ActivityFilter, string> = {
  all: 'true',
  changes: `a.action <> 'viewed'`,
  views: `a.action = 'viewed'`,
};

export interface ActivityListOptions {
  filter?: ActivityFilter;
  /** only events before the one with this id */
  before?: string | undefined;
  /** only events since this time */
  since?: Date | undefined;
  limit: number;
}

/** How long figures per item and day are kept; the longest range of top content is a year. */
const CONTENT_VIEWS_DAYS = 400;

/** The log of events, and the figures per day that follow from it. Joins the caller's transaction. */
@Injectable()
export class ActivityLog implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.define('analytics.sweep', () => this.deleteOld(), { cron: '53 3 * * *' });
  }

  async record(entry: ActivityEntry): Promise<void> {
    await this.recordAll([entry]);
  }

  /** Adds events with one statement. Those that are in the log already change nothing. */
  async recordAll(entries: readonly ActivityEntry[]): Promise<void> {
    const now = this.events.getPastTime() ?? new Date();
    await this.database.transaction(async () => {
      await this.database.query(lockRollups);
      await this.database.query(recordSql, [
        entries.map(({ id }) => id),
        entries.map(({ action }) => action),
        entries.map(({ contentType }) => contentType),
        entries.map(({ contentId }) => contentId),
        entries.map(({ userId }) => userId),
        entries.map(({ at = now }) => at),
      ]);
    });
  }

  /** The latest first. */
  async list({ filter = 'all', before, since, limit }: ActivityListOptions): Promise<ActivityRow[]> {
    // The limit is part of the text: for an unknown one, PostgreSQL plans to read a tenth of all events.
    return this.database.query<ActivityRow>(
      `select a.id, a.action, a.content_type, a.content_id, a.user_id, p.name as user_name, a.created_at
       from (
         select a.id, a.action, a.content_type, a.content_id, a.user_id, a.created_at from activity a
         where ${conditions[filter]}
           ${before ? 'and a.id < $1::uuid' : 'and $1::uuid is null'}
           ${since ? 'and a.created_at >= $2::timestamptz' : 'and $2::timestamptz is null'}
         order by a.id desc limit ${Math.trunc(limit)}
       ) a
       left join people p on p.id = a.user_id
       order by a.id desc`,
      [before ?? null, since ?? null],
    );
  }

  /** Removes the link between a user and their events; all figures stay as they are. */
  async anonymize(userId: string): Promise<void> {
    await this.database.query('update activity set user_id = null where user_id = $1', [userId]);
    await this.database.query('update active_users set user_id = gen_random_uuid() where user_id = $1', [userId]);
  }

  /** Deletes whole days (UTC), so that the figures of those that remain equal their events. */
  async deleteOld(now = new Date()): Promise<void> {
    const oldest = startOfDay(now, await this.settings.get(retentionDays));
    await this.database.query('delete from activity where created_at < $1', [oldest]);
    await this.database.query('delete from active_users where start < $1::date', [oldest]);
    await this.database.query('delete from daily_content_views where day < $1::date', [
      startOfDay(now, CONTENT_VIEWS_DAYS),
    ]);
  }
}
