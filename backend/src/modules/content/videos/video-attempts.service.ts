import { PROCESSING_CANCELED } from '@hub/shared/video-processing';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import type { Thumbnail } from '../../../platform/images/images.js';
import type { VideoProcessed } from '../items/item.events.js';
import { setProcessingStatus } from '../items/item.js';
import { ItemTrashService } from '../items/item-trash.service.js';
import { ItemsService } from '../items/items.service.js';
import { ThumbnailsService } from '../items/thumbnails.service.js';
import { UsersFacade } from '../../auth/index.js';
import { endAttempt, isPlayable, setMedia, setSource, type VideoSource } from './video.js';
import { canCancel, canRetry } from './video.policy.js';
import { isCurrentAttempt, type ProcessVideoJob, VideoQueueService } from './video-queue.service.js';
import { getVideoFacts, VideoWorkflowService } from './video-workflow.service.js';
import { type LockedVideo, type NewRendition, VideosRepository } from './videos.repository.js';
import type { Localized } from '../../../platform/language/texts.js';

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
 * the video is deleted. A video that is restored begins anew.
 */
@Injectable()
export class VideoAttemptsService {
  constructor(
    private readonly database: Database,
    private readonly videos: VideosRepository,
    private readonly items: ItemsService,
    private readonly queue: VideoQueueService,
    private readonly workflow: VideoWorkflowService,
    private readonly thumbnails: ThumbnailsService,
    private readonly users: UsersFacade,
    trash: ItemTrashService,
  ) {
    trash.registerHooks('video', { afterRestore: (id) => this.resume(id) });
  }

  /** Begins to process the source of a new video, in the caller's transaction. @param at dates the result back */
  async processNewSource({ video }: LockedVideo, at?: Date): Promise<void> {
    await this.videos.claimFiles(video);
    await this.queue.beginAttempt(video, at);
  }

  /**
   * Replaces the source, in the caller's transaction. A published video stays READY while a file is processed and the
   * former one plays, and when the new source needs no processing. A draft stays one.
   */
  async replaceSource(locked: LockedVideo, source: VideoSource): Promise<void> {
    const { item, video } = locked;
    setSource(video, source);
    if (source.type !== 'UPLOAD') await this.videos.replaceRenditions(video.item_id, []);
    await this.videos.claimFiles(video);
    const staysReady = item.status === 'READY' && isPlayable(video);
    if (!staysReady && item.status !== 'DRAFT') setProcessingStatus(item, 'PROCESSING');
    if (source.type === 'UPLOAD' || !staysReady) await this.queue.beginAttempt(locked.video);
    else endAttempt(video, null);
  }

  /**
   * Processes the source again.
   * @throws 403, 404, 409 when there is nothing to repeat
   */
  async retry(actor: Actor, id: string): Promise<void> {
    await this.changeVideo(actor, id, async (locked) => {
      const { item } = locked;
      if (!canRetry(actor, getVideoFacts(locked)))
        throw conflict('nothing_to_retry', (texts) => texts.content.nothingToRetry);
      if (item.status === 'ERROR') setProcessingStatus(item, 'PROCESSING');
      await this.queue.beginAttempt(locked.video);
    });
  }

  /** @throws 403, 404, 409 when nothing is processed */
  async cancel(actor: Actor, id: string): Promise<void> {
    await this.changeVideo(actor, id, (locked) => {
      if (!canCancel(locked.actor, getVideoFacts(locked)))
        throw conflict('nothing_to_cancel', (texts) => texts.content.nothingToCancel);
      endAttempt(locked.video, PROCESSING_CANCELED);
      if (locked.item.status === 'PROCESSING') setProcessingStatus(locked.item, 'ERROR');
    });
  }

  /** Begins anew what had not ended when the video was deleted. */
  private async resume(id: string): Promise<void> {
    const locked = await this.videos.lock(null, id);
    if (locked.video.attempt_id === null) return;
    await this.queue.beginAttempt(locked.video);
    await this.videos.save(locked);
  }

  private changeVideo(
    actor: Actor,
    id: string,
    work: (locked: LockedVideo<Actor>) => void | Promise<void>,
  ): Promise<void> {
    return this.videos.change(actor, id, async (locked) => {
      await this.items.requirePermissionToEdit(locked.actor, locked.item);
      await work(locked);
    });
  }

  /** Queues an attempt among those of long videos, in place of the job that runs. May be repeated. */
  async queueAsLong(attempt: ProcessVideoJob, seconds: number): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.setProgress(attempt, null)) await this.queue.queueAsLong({ ...attempt, seconds });
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
      .where(isCurrentAttempt('videos', { videoId, attemptId }))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Stores that the uploaded file is now the original and that the upload is no longer needed.
   * @returns false as {@link reportProgress}
   */
  async takeOver(attempt: ProcessVideoJob, originalFileId: string): Promise<boolean> {
    return this.changeAttempt(attempt, async ({ video }) => {
      Object.assign(video, { original_file_id: originalFileId, upload_id: null });
      await this.videos.syncFiles(video);
    });
  }

  /**
   * Ends the attempt with a video that can be played.
   * @param media null for videos of other services
   * @returns false as {@link reportProgress}
   */
  async complete(attempt: ProcessVideoJob, media: ProcessedMedia | null): Promise<boolean> {
    return this.changeAttempt(attempt, async (locked, at) => {
      const { item, video } = locked;
      const playedBefore = !!item.published_at && isPlayable(video);
      if (media) {
        const { fileId, originalFileId, durationSec, renditions, thumbnail } = media;
        setMedia(video, { file_id: fileId, original_file_id: originalFileId, duration_sec: durationSec });
        await this.videos.replaceRenditions(video.item_id, renditions);
        await this.videos.syncFiles(video);
        if (thumbnail && !item.thumbnail_file_id) await this.thumbnails.setThumbnail(null, locked, thumbnail);
      }
      endAttempt(video, null);
      await this.workflow.publishEnd(locked, await this.publishProcessed(locked, playedBefore, at), at);
    });
  }

  /** @param playedBefore whether readers could play another file of it */
  private async publishProcessed(
    locked: LockedVideo,
    playedBefore: boolean,
    at: Date | undefined,
  ): Promise<VideoProcessed['outcome']> {
    const { status, author_id, submitter_id, submitted_at } = locked.item;
    if (status !== 'PROCESSING') return status === 'READY' ? 'ready' : 'hidden';
    const submission = { submitterId: submitter_id ?? author_id, asksForReview: submitted_at !== null };
    const outcome = await this.workflow.publish(locked, submission, at);
    return outcome === 'published' && playedBefore ? 'ready' : outcome;
  }

  /**
   * Ends the attempt with a reason, as a sentence in the language of the author. What could be played before still can.
   * @returns false as {@link reportProgress}
   */
  async fail(attempt: ProcessVideoJob, reason: Localized): Promise<boolean> {
    return this.changeAttempt(attempt, async (locked, at) => {
      const { item } = locked;
      endAttempt(locked.video, reason(await this.users.getTextsOf(item.author_id)));
      if (item.status === 'PROCESSING') setProcessingStatus(item, 'ERROR');
      await this.workflow.publishEnd(locked, 'failed', at);
    });
  }

  private async changeAttempt(
    { videoId, attemptId, at }: ProcessVideoJob,
    work: (locked: LockedVideo, at: Date | undefined) => Promise<void>,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const exists = await this.database.db
        .selectFrom('videos')
        .select('item_id')
        .where(isCurrentAttempt('videos', { videoId, attemptId }))
        .executeTakeFirst();
      if (!exists) return false;
      const locked = await this.videos.lock(null, videoId);
      if (locked.video.attempt_id !== attemptId) return false;
      await work(locked, at === undefined ? undefined : new Date(at));
      await this.videos.syncDerivedData(null, locked);
      return true;
    });
  }
}
