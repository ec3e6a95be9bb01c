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

  /** A digest is queued in the transaction that ends its period. Without a mail server the period ends all the same. */
  private queueBatch(now: Date): Promise<number> {
    return this.database.transaction(async () => {
      const due = await this.digests.lockDue(now, BATCH);
      for (const { user_id: userId, digest, time_zone, digested_at } of due) {
        await this.digests.endPeriod(userId, now, findNextDigest(now, digest, time_zone));
        if (!this.mailer.isConfigured) continue;
        const job: DigestJob = { id: uuidv7(), userId, since: (digested_at ?? now).toISOString() };
        await this.jobs.send(SEND_DIGEST, job);
      }
      return due.length;
    });
  }
}
