import { Injectable } from '@nestjs/common';
import { setStatus } from '../items/item.js';
import { Database } from '../../../platform/database/database.js';
import type { Thumbnail } from '../../../platform/images/images.js';
import { beginAttempt, endAttempt, isPlayable, setMedia } from './video.js';
import type { VideoProcessed } from './video.events.js';
import { VideoFiles } from './video-files.js';
import { VideoPublication } from './video-publication.js';
import { VideoTurns } from './video-turns.js';
import { type LockedVideo, type NewRendition, VideosRepository } from './videos.repository.js';

/** The data of its jobs. A job whose attempt is no longer that of the video has nothing to do. */
export interface ProcessVideoJob {
  videoId: string;
  attemptId: string;
  /** length of a video that waits among the long ones, once it is known to be one */
  seconds?: number;
  /** ISO time at which its result is dated, only of videos with a past */
  at?: string;
}

/** What processing made of an uploaded file; the files are stored and nothing refers to them yet. */
export interface ProcessedMedia {
  /** what browsers play; may be the original */
  fileId: string;
  originalFileId: string;
  durationSec: number | null;
  renditions: readonly NewRendition[];
  /** a frame of the video, for videos without a thumbnail */
  thumbnail?: Thumbnail | undefined;
}

/**
 * The processing of a video: one attempt at a time, which ends when another one begins, when it is canceled and when
 * the video is deleted.
 */
@Injectable()
export class VideoAttempts {
  constructor(
    private readonly database: Database,
    private readonly videos: VideosRepository,
    private readonly files: VideoFiles,
    private readonly publication: VideoPublication,
    private readonly turns: VideoTurns,
  ) {}

  /** Queues an attempt, in the caller's transaction. @param at dates its result back */
  async begin({ video }: Pick<LockedVideo, 'video'>, at?: Date): Promise<void> {
    const attempt = { videoId: video.item_id, attemptId: beginAttempt(video) };
    const job: ProcessVideoJob = { ...attempt, ...(at && { at: at.toISOString() }) };
    await this.turns.queue(job, { isEmbed: video.source_type !== 'UPLOAD' });
  }

  /** Queues an attempt among those of long videos, in place of the job that runs. May be repeated. */
  async queueAsLong(attempt: ProcessVideoJob, seconds: number): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.setProgress(attempt, null)) await this.turns.queueAsLong({ ...attempt, seconds });
    });
  }

  /**
   * Stores the progress in percent.
   * @returns false when the attempt is no longer that of the video: the work must stop
   */
  reportProgress(attempt: ProcessVideoJob, percent: number): Promise<boolean> {
    return this.setProgress(attempt, Math.max(0, Math.min(100, Math.floor(percent))));
  }

  private async setProgress({ videoId, attemptId }: ProcessVideoJob, progress: number | null): Promise<boolean> {
    const { numUpdatedRows } = await this.database.db
      .updateTable('videos')
      .set({ progress })
      .where('item_id', '=', videoId)
      .where('attempt_id', '=', attemptId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Stores that the uploaded file is now the original and that the upload is no longer needed.
   * @returns false as {@link reportProgress}
   */
  async takeOver(attempt: ProcessVideoJob, originalFileId: string): Promise<boolean> {
    return this.change(attempt, async ({ video }) => {
      Object.assign(video, { original_file_id: originalFileId, upload_id: null });
      await this.files.sync(video);
    });
  }

  /**
   * Ends the attempt with a video that can be played.
   * @param media null for videos of other services
   * @returns false as {@link reportProgress}
   */
  async complete(attempt: ProcessVideoJob, media: ProcessedMedia | null): Promise<boolean> {
    return this.change(attempt, async (locked, at) => {
      const { item, video } = locked;
      const playedBefore = !!item.published_at && isPlayable(video);
      if (media) {
        const { fileId, originalFileId, durationSec, renditions, thumbnail } = media;
        setMedia(video, { file_id: fileId, original_file_id: originalFileId, duration_sec: durationSec });
        await this.videos.replaceRenditions(video.item_id, renditions);
        await this.files.sync(video);
        if (thumbnail) await this.files.setPoster(locked, thumbnail);
      }
      endAttempt(video, null);
      await this.publication.announceEnd(locked, await this.publishProcessed(locked, playedBefore, at), at);
    });
  }

  /** @param playedBefore whether readers could play another file of it */
  private async publishProcessed(
    locked: LockedVideo,
    playedBefore: boolean,
    at: Date | null,
  ): Promise<VideoProcessed['outcome']> {
    const { status } = locked.item;
    if (status !== 'PROCESSING') return status === 'ERROR' ? 'hidden' : 'ready';
    const outcome = await this.publication.publish(locked, locked.item.author_id, at);
    return outcome === 'published' && playedBefore ? 'ready' : outcome;
  }

  /**
   * Ends the attempt with a reason, as a sentence for the author. What could be played before still can.
   * @returns false as {@link reportProgress}
   */
  async fail(attempt: ProcessVideoJob, reason: string): Promise<boolean> {
    return this.change(attempt, async (locked, at) => {
      endAttempt(locked.video, reason);
      const { item } = locked;
      if (item.status === 'PROCESSING') setStatus(item, 'ERROR');
      await this.publication.announceEnd(locked, 'failed', at);
    });
  }

  private async change(
    { videoId, attemptId, at }: ProcessVideoJob,
    work: (locked: LockedVideo, at: Date | null) => Promise<void>,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const exists = await this.database.db
        .selectFrom('videos')
        .select('item_id')
        .where('item_id', '=', videoId)
        .where('attempt_id', '=', attemptId)
        .executeTakeFirst();
      if (!exists) return false;
      const locked = await this.videos.lock(null, videoId);
      if (locked.video.attempt_id !== attemptId) return false;
      await work(locked, at === undefined ? null : new Date(at));
      await this.videos.syncDerivedData(null, locked);
      return true;
    });
  }
}
