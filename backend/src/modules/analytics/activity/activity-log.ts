import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';

export interface Happening {
  /** of the event; also says when it was */
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

const KEPT_DAYS = 365;

/** What happened lately. Joins the caller's transaction. */
@Injectable()
export class ActivityLog implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.define('analytics.sweep', () => this.sweep(), { cron: '53 3 * * *' });
  }

  async note({ id, action, contentType, contentId, userId }: Happening, now = new Date()): Promise<void> {
    await this.database.query(
      'insert into activity (id, action, content_type, content_id, user_id, created_at) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing',
      [id, action, contentType, contentId, userId, now],
    );
  }

  async latest(limit: number): Promise<ActivityRow[]> {
    return this.database.query<ActivityRow>(
      'select id, action, content_type, content_id, user_id, created_at from activity order by id desc limit $1',
      [limit],
    );
  }

  async sweep(now = new Date()): Promise<void> {
    await this.database.query('delete from activity where created_at < $1', [
      new Date(now.getTime() - KEPT_DAYS * 24 * 3600_000),
    ]);
  }
}
