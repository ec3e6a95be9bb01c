import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { findNextDigest } from '../settings/digest-schedule.js';
import { type DigestJob, SEND_DIGEST } from './digest-sender.js';
import { DigestsRepository } from './digests.repository.js';

const BATCH = 200;

/** Queues digests in the mornings of their users: one per user and period. */
@Injectable()
export class DigestScheduler implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly digests: DigestsRepository,
    private readonly mailer: Mailer,
  ) {}

  onModuleInit(): void {
    this.jobs.define('notifications.digests', () => this.queueDue(), {
      cron: '*/5 * * * *',
      transactional: false,
      deleteAfterSeconds: 3600,
    });
  }

  /** Queues the digests whose time has come, whichever instance runs it. */
  async queueDue(now = new Date()): Promise<void> {
    while ((await this.queueBatch(now)) === BATCH);
  }

  /** Digests are queued in the transaction that ends their periods. Without a mail server these end as well. */
  private queueBatch(now: Date): Promise<number> {
    return this.database.transaction(async () => {
      const due = await this.digests.lockDue(now, BATCH);
      if (!due.length) return 0;
      const next = due.map(({ user_id, digest, time_zone }) => ({
        user_id,
        next_digest_at: findNextDigest(now, digest, time_zone),
      }));
      await this.digests.endPeriods(now, next);
      const jobs = due.map(({ user_id: userId, digested_at }): DigestJob => {
        return { id: uuidv7(), userId, since: (digested_at ?? now).toISOString() };
      });
      if (this.mailer.isConfigured) await this.jobs.sendMany(SEND_DIGEST, jobs);
      return due.length;
    });
  }
}
