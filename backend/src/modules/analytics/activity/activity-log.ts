import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { Row } from '../../../schema/index.js';
import { retentionDays } from '../analytics.settings.js';
import { insertEvents, lockRollups, startOfDay } from './activity-sql.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { userErased } from '../../auth/index.js';

/** The id is a UUIDv7, that of the event where it comes from the outbox, so it also orders by time. */
export type ActivityEntry = Row<'activity'>;

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
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'activity',
          description: 'Entries in the log of recent activity',
          select: (id) => sql`
            select a.id as cursor, a.action, a.content_type, a.content_id, a.created_at
            from activity a where a.user_id = ${id}::uuid`,
        },
      ],
    });
  }

  onModuleInit(): void {
    this.jobs.define('analytics.sweep', () => this.deleteOld(), { cron: '53 3 * * *' });
    // After the erasure, because the log is large and has no index by user. The events stay, as those of a guest.
    this.events.on(userErased, 'activity', ({ userId }) => this.anonymize(userId));
  }

  async record(entry: ActivityEntry): Promise<void> {
    await this.recordAll([entry]);
  }

  /** Records the removal of the demo as one event; its parts are no events of their own. */
  async recordDemoRemoval(userId: string): Promise<void> {
    const id = uuidv7();
    await this.record({
      id,
      action: 'removed',
      content_type: 'demo',
      content_id: id,
      user_id: userId,
      created_at: new Date(),
    });
  }

  /** Adds events with one statement. Those that are in the log already change nothing. */
  async recordAll(entries: readonly ActivityEntry[]): Promise<void> {
    await this.database.transaction(async () => {
      await lockRollups.execute(this.database.db);
      await insertEvents(entries).execute(this.database.db);
    });
  }

  /** Removes the link between a user and their events; all figures stay as they are. */
  async anonymize(userId: string): Promise<void> {
    const { db } = this.database;
    await db.updateTable('activity').set({ user_id: null }).where('user_id', '=', userId).execute();
    await db
      .updateTable('active_users')
      .set({ user_id: sql`gen_random_uuid()` })
      .where('user_id', '=', userId)
      .execute();
  }

  /**
   * Deletes the events before a day (UTC) with their figures, for the past of a demo. Active users stay counted in the
   * week and the month of the day.
   */
  async deletePast(day: Date): Promise<void> {
    const first = startOfDay(day, 0);
    await this.database.transaction(async () => {
      const { db } = this.database;
      await lockRollups.execute(db);
      await db.deleteFrom('activity').where('created_at', '<', first).execute();
      await db.deleteFrom('daily_content_views').where('day', '<', first).execute();
      await sql`
        delete from active_users a
        where a.start < date_trunc(a.period, ${first}::timestamptz at time zone 'UTC')::date`.execute(db);
      await sql`
        delete from daily_rollups r
        where r.day < date_trunc(case r.metric when 'active' then r.kind else 'day' end,
                                 ${first}::timestamptz at time zone 'UTC')::date`.execute(db);
    });
  }

  /** Deletes whole days (UTC), so that the figures of those that remain equal their events. */
  async deleteOld(now = new Date()): Promise<void> {
    const { db } = this.database;
    const oldest = startOfDay(now, await this.settings.get(retentionDays));
    await db.deleteFrom('activity').where('created_at', '<', oldest).execute();
    await db.deleteFrom('active_users').where('start', '<', oldest).execute();
    await db.deleteFrom('daily_content_views').where('day', '<', startOfDay(now, CONTENT_VIEWS_DAYS)).execute();
  }
}
