import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { Jobs } from '../../../platform/jobs/jobs.js';

export interface ActivityEntry {
  /** of the event; a UUIDv7, so it also orders by time */
  id: string;
  action: string;
  contentType: string;
  contentId: string;
  /** null for guests */
  userId: string | null;
}

export interface ActivityRow {
  id: string;
  action: string;
  content_type: string;
  content_id: string;
  user_id: string | null;
  created_at: Date;
}

const RETENTION_DAYS = 365;

/** The log of recent activity. Joins the caller's transaction. */
@Injectable()
export class ActivityLog implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.jobs.define('analytics.sweep', () => this.deleteOld(), { cron: '53 3 * * *' });
  }

  async record({ id, action, contentType, contentId, userId }: ActivityEntry): Promise<void> {
    await this.database.query(
      `insert into activity (id, action, content_type, content_id, user_id, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
      [id, action, contentType, contentId, userId, this.events.getPastTime() ?? new Date()],
    );
  }

  async listLatest(limit: number): Promise<ActivityRow[]> {
    return this.database.query<ActivityRow>(
      'select id, action, content_type, content_id, user_id, created_at from activity order by id desc limit $1',
      [limit],
    );
  }

  async deleteOld(now = new Date()): Promise<void> {
    await this.database.query('delete from activity where created_at < $1', [
      new Date(now.getTime() - RETENTION_DAYS * 24 * 3600_000),
    ]);
  }
}
