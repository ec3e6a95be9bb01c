import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../../platform/database/database.js';
import type { StoredFile } from '../../../../platform/files/files.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { LOGGER } from '../../../../platform/logging/logger.js';
import { MediaError } from '../../../../platform/media/media-task.js';
import type { Item } from '../../items/item.js';
import type { Video } from '../video.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import { isCurrentAttempt, type ProcessVideoJob } from '../video-queue.service.js';
import { AttemptMonitor, SupersededError } from './attempt-monitor.js';
import { type ConversionRequest, MediaConverter } from './media-converter.js';
import { OriginalFilesService, type MediaSource } from './original-files.service.js';
import { WorkingFolderService } from './working-folder.service.js';
import type { Localized } from '../../../../platform/language/texts.js';

const UPLOAD_GONE: Localized = ({ platform }) => platform.uploadGone;

type VideoRow = MediaSource & Pick<Video, 'original_name' | 'replacement_name'> & Pick<Item, 'thumbnail_file_id'>;

/**
 * Makes an uploaded video playable. It may run more than once for an attempt, since instances and processes die; only
 * the run that finds the attempt unfinished at its end has an effect.
 */
@Injectable()
export class VideoProcessor {
  constructor(
    private readonly database: Database,
    private readonly attempts: VideoAttemptsService,
    private readonly originals: OriginalFilesService,
    private readonly converter: MediaConverter,
    private readonly folders: WorkingFolderService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends the attempt: with a playable video, or with a reason for its author.
   * @param stopping aborted when the instance stops; rejects then, as after errors that a repetition may avoid
   */
  async run(attempt: ProcessVideoJob, stopping: AbortSignal): Promise<void> {
    using monitor = new AttemptMonitor((percent) => this.attempts.reportProgress(attempt, percent), stopping);
    try {
      await monitor.start();
      await using folder = await this.folders.create(attempt.attemptId);
      await this.process(attempt, monitor, folder.path);
    } catch (error) {
      if (error instanceof SupersededError) return await this.folders.remove(attempt.attemptId);
      if (!(error instanceof MediaError || error instanceof DomainError)) throw error;
      this.logger.info({ err: error, video: attempt.videoId }, 'a video cannot be processed');
      await this.attempts.fail(attempt, error.detail);
    }
  }

  private async process(attempt: ProcessVideoJob, monitor: AttemptMonitor, folder: string): Promise<void> {
    const video = await this.find(attempt);
    const original = video && (await this.originals.takeOver(attempt, video));
    monitor.requireCurrent(video !== undefined && original !== 'superseded');
    if (!video || !original || original === 'superseded') {
      await this.attempts.fail(attempt, UPLOAD_GONE);
      return;
    }
    const isLong = attempt.seconds !== undefined;
    await using converted = await this.convert(video, original, { monitor, folder, isLong });
    monitor.signal.throwIfAborted();
    await this.attempts.complete(attempt, converted);
  }

  private async convert(
    video: VideoRow,
    original: StoredFile,
    { monitor, folder, isLong }: Pick<ConversionRequest, 'monitor' | 'folder' | 'isLong'>,
  ) {
    const path = await this.originals.localPath(original, folder, monitor.signal);
    monitor.setProgress(2);
    return this.converter.convert({
      path,
      original,
      name: video.replacement_name ?? video.original_name ?? original.name,
      folder,
      needsPoster: !video.thumbnail_file_id,
      monitor,
      isLong,
    });
  }

  private find(attempt: ProcessVideoJob): Promise<VideoRow | undefined> {
    return this.database.db
      .selectFrom('videos as v')
      .innerJoin('content_items as i', 'i.id', 'v.item_id')
      .select(['v.upload_id', 'v.original_file_id', 'v.original_name', 'v.replacement_name', 'i.thumbnail_file_id'])
      .where(isCurrentAttempt('v', attempt))
      .executeTakeFirst();
  }
}
