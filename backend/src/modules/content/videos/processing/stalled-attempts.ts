import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../../platform/logging/logging.module.js';
import { PROCESS_VIDEO, type ProcessVideoJob, PUBLISH_EMBED, VideoAttempts } from '../video-attempts.js';

const REASON = 'The processing of this video ended unexpectedly. Please try again.';

/**
 * Ends attempts whose job is gone: it was tried too often, because it took the whole server down each time, or somebody
 * deleted it. Without that the video would be "processing" for ever.
 */
@Injectable()
export class StalledAttempts {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly attempts: VideoAttempts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    const running = await this.database.query<ProcessVideoJob>(
      `select item_id as "videoId", attempt_id as "attemptId" from videos where attempt_id is not null`,
    );
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
