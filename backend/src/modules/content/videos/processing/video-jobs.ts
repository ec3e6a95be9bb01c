import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../../platform/database/database.js';
import { Config } from '../../../../platform/config/config.js';
import { JobInterruptedError, Jobs } from '../../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../../platform/logging/logger.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import {
  type ProcessVideoJob,
  PROCESS_VIDEO,
  PUBLISH_EMBED,
  VIDEO_LANES,
  VideoQueueService,
} from '../video-queue.service.js';
import { VideoProcessor } from './video-processor.js';
import { LongVideoError } from './video-limits.service.js';
import type { Localized } from '../../../../platform/language/texts.js';

/** Longer than any conversion may take; the job's heartbeat reports a dead instance within seconds. */
const EXPIRE_IN_SECONDS = 13 * 3600;
/** Unexpected errors, for example of the storage, are repeated for some minutes. */
const MAX_RETRIES = 6;
const STALLED: Localized = ({ content }) => content.processingStalled;
const INTERNAL_ERROR: Localized = ({ content }) => content.processingFailed;

/** Runs the queued attempts. Videos of other services have a queue of their own and do not wait for conversions. */
@Injectable()
export class VideoJobs implements OnModuleInit, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly config: Config,
    private readonly attempts: VideoAttemptsService,
    private readonly processor: VideoProcessor,
    private readonly queue: VideoQueueService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.jobs.define<ProcessVideoJob>(PROCESS_VIDEO, (job, { retries }) => this.process(job, retries), {
      transactional: false,
      concurrency: this.config.env.VIDEO_WORKERS,
      lanes: VIDEO_LANES,
      expireInSeconds: EXPIRE_IN_SECONDS,
    });
    // The address was checked when it was saved, and the server fetches nothing.
    this.jobs.define<ProcessVideoJob>(PUBLISH_EMBED, async (job) => void (await this.attempts.complete(job, null)));
    this.jobs.define('videos.stalled', () => this.endStalledAttempts(), { cron: '*/5 * * * *' });
  }

  /** Ends conversions, so that another instance, or this one after its restart, repeats them at once. */
  onModuleDestroy(): void {
    this.stopping.abort(new JobInterruptedError());
  }

  private async process(job: ProcessVideoJob, retries: number): Promise<void> {
    try {
      await this.processor.run(job, this.stopping.signal);
    } catch (error) {
      if (error instanceof LongVideoError) return await this.attempts.queueAsLong(job, error.seconds);
      if (this.stopping.signal.aborted || retries < MAX_RETRIES) throw error;
      this.logger.error({ err: error, video: job.videoId }, 'processing of a video given up');
      await this.attempts.fail(job, INTERNAL_ERROR);
    } finally {
      if (!this.stopping.signal.aborted) await this.queue.rank();
    }
  }

  /**
   * Ends attempts without a job, whose videos would otherwise stay PROCESSING. pg-boss drops a job after its last
   * retry, for example when the server crashed each time, and an operator may delete jobs.
   */
  async endStalledAttempts(): Promise<void> {
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
      await this.attempts.fail(attempt, STALLED);
    }
  }
}
