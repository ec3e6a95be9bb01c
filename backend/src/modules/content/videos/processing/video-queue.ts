import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import type { VideoSourceType } from '../../items/enums.js';
import { PROCESS_VIDEO, type ProcessVideoJob, VideoAttempts } from '../video-attempts.js';

const EXPIRE_IN_SECONDS = 6 * 3600;

/** Runs the queued attempts. */
@Injectable()
export class VideoQueue implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly attempts: VideoAttempts,
  ) {}

  onModuleInit(): void {
    this.jobs.define<ProcessVideoJob>(PROCESS_VIDEO, (job) => this.process(job), {
      transactional: false,
      expireInSeconds: EXPIRE_IN_SECONDS,
    });
  }

  private async process(attempt: ProcessVideoJob): Promise<void> {
    const video = await this.database.one<{ source_type: VideoSourceType }>(
      'select source_type from videos where item_id = $1 and attempt_id = $2',
      [attempt.videoId, attempt.attemptId],
    );
    if (!video) return;
    // The address of another service's video was checked when it was saved.
    if (video.source_type !== 'UPLOAD') await this.attempts.complete(attempt, null);
    else await this.attempts.fail(attempt, 'This hub cannot process uploaded videos.');
  }
}
