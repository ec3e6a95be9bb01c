import { Injectable } from '@nestjs/common';
import { setStatus } from '../items/item.js';
import type { Actor } from '../../../platform/access/actor.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import { ItemWriter } from '../items/item-writer.js';
import { endAttempt, hasSource, isPlayable, setSource, type VideoSource } from './video.js';
import { canCancel, canRetry, type VideoFacts } from './video.policy.js';
import { VideoAttempts } from './video-attempts.js';
import { VideoFiles } from './video-files.js';
import { type LockedVideo, VideosRepository } from './videos.repository.js';

/** Why an attempt ended that a user stopped. */
export const PROCESSING_CANCELED = 'Processing was canceled.';

/** The source of a video and its processing, as its editors control it. */
@Injectable()
export class VideoMedia {
  constructor(
    private readonly videos: VideosRepository,
    private readonly files: VideoFiles,
    private readonly attempts: VideoAttempts,
    private readonly items: ItemWriter,
  ) {}

  /** @throws 403 */
  requireEditable(actor: Actor, authorId: string): Promise<void> {
    return this.items.requireEditable(actor, { author_id: authorId });
  }

  /** Begins to process the source of a new video, in the caller's transaction. @param at dates the result back */
  async processNewSource(locked: LockedVideo, at?: Date): Promise<void> {
    await this.files.claimFiles(locked.video);
    await this.attempts.begin(locked, at);
  }

  /**
   * Replaces the source, in the caller's transaction. A published video stays READY while a file is processed and the
   * former one plays, and when the new source needs no processing.
   */
  async replace(locked: LockedVideo, source: VideoSource): Promise<void> {
    const { item, video } = locked;
    setSource(video, source);
    if (source.type !== 'UPLOAD') await this.videos.replaceRenditions(video.item_id, []);
    await this.files.claimFiles(video);
    if (!isPlayable(video) || item.status !== 'READY') setStatus(item, 'PROCESSING');
    if (source.type === 'UPLOAD' || item.status === 'PROCESSING') await this.attempts.begin(locked);
    else endAttempt(video, null);
  }

  /**
   * Processes the source again.
   * @throws 403, 404, 409 when there is nothing to repeat
   */
  async retry(actor: Actor, id: string): Promise<void> {
    await this.change(actor, id, async (locked) => {
      const { item } = locked;
      if (!canRetry(actor, factsOf(locked))) throw conflict('nothing_to_retry', 'There is nothing to process again.');
      if (item.status === 'ERROR') setStatus(item, 'PROCESSING');
      await this.attempts.begin(locked);
    });
  }

  /** @throws 403, 404, 409 when nothing is processed */
  async cancel(actor: Actor, id: string): Promise<void> {
    await this.change(actor, id, (locked) => {
      if (!canCancel(actor, factsOf(locked))) throw conflict('nothing_to_cancel', 'This video is not being processed.');
      endAttempt(locked.video, PROCESSING_CANCELED);
      if (locked.item.status === 'PROCESSING') setStatus(locked.item, 'ERROR');
    });
  }

  private change(actor: Actor, id: string, work: (locked: LockedVideo) => void | Promise<void>): Promise<void> {
    return this.videos.change(actor, id, async (locked) => {
      await this.requireEditable(actor, locked.item.author_id);
      await work(locked);
    });
  }
}

export const factsOf = ({ item, video }: LockedVideo): VideoFacts => ({
  author_id: item.author_id,
  status: item.status as VideoFacts['status'],
  visibility: item.visibility,
  published_at: item.published_at,
  source_type: video.source_type,
  attempt_id: video.attempt_id,
  error_reason: video.error_reason,
  review_note: video.review_note,
  has_source: hasSource(video),
  is_playable: isPlayable(video),
});
