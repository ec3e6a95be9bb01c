import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../../platform/logging/logger.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import { type ProcessVideoJob, PROCESS_VIDEO, PUBLISH_EMBED } from '../video-queue.service.js';

const REASON = 'The processing of this video ended unexpectedly. Please try again.';

/**
 * Ends attempts without a job, whose videos would otherwise stay PROCESSING. pg-boss drops a job after its last retry,
 * for example when the server crashed each time, and an operator may delete jobs.
 */
@Injectable()
export class StalledAttempts implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly attempts: VideoAttemptsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.jobs.define('videos.stalled', () => this.sweep(), { cron: '*/5 * * * *' });
  }

  async sweep(): Promise<void> {
    const running = await this.database.db
      .selectFrom('videos')
      .select(['item_id as videoId', 'attempt_id as attemptId'])
      .where('attempt_id', 'is not', null)
      .$narrowType<{ attemptId: string }>()
      .execute();
    if (!running.length) return;
    // Read after the attempts: the job of each was queued in the transaction that began it.
    const pending = await this.jobs.listPending<ProcessVideoJob>([PROCESS_VIDEO, PUBLISH_EMBED]);
    const known = new Set(pending.map(({ attemptId }) => attemptId));
    for (const attempt of running.filter(({ attemptId }) => !known.has(attemptId))) {
      this.logger.warn(attempt, 'the job of a video is gone');
      await this.attempts.fail(attempt, REASON);
    }
  }
}
