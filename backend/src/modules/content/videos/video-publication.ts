import { Injectable } from '@nestjs/common';
import { setStatus } from '../items/item.js';
import { Events } from '../../../platform/events/events.js';
import { Settings } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { reviewRequested } from '../items/item.events.js';
import { describeLateChapters } from './chapters.js';
import { endReview } from './video.js';
import { type VideoProcessed, videoProcessed } from './video.events.js';
import { reviewVideos } from './videos.settings.js';
import type { LockedVideo } from './videos.repository.js';

/** Publishes videos that can be played, or submits them for review. */
@Injectable()
export class VideoPublication {
  constructor(
    private readonly settings: Settings,
    private readonly users: UsersFacade,
    private readonly events: Events,
  ) {}

  /**
   * Makes the video READY, in the caller's transaction. It awaits review when the submitter may not publish and a
   * reviewer returned it or an editor hid it; where videos need review, also when it was never published.
   * @param at of a video with a past
   */
  async publish(
    locked: LockedVideo,
    submitterId: string,
    at: Date | null = null,
  ): Promise<'published' | 'awaits_review'> {
    const { item, video } = locked;
    const awaitsReview = await this.needsReview(locked, submitterId);
    setStatus(item, 'READY', { awaitsReview, submitterId, now: at ?? new Date() });
    if (!awaitsReview) endReview(video);
    if (awaitsReview)
      await this.events.publish(reviewRequested, { id: item.id, actorId: submitterId, of: 'item', note: '' }, at);
    return awaitsReview ? 'awaits_review' : 'published';
  }

  /** Publishes the event of an attempt that ended, in the caller's transaction. */
  async announceEnd({ item, video }: LockedVideo, outcome: VideoProcessed['outcome'], at: Date | null): Promise<void> {
    const { id, author_id: authorId } = item;
    const lateChapters = outcome === 'failed' ? undefined : describeLateChapters(video.chapters, video.duration_sec);
    const { source_type: sourceType, error_reason: errorReason } = video;
    await this.events.publish(videoProcessed, { id, authorId, sourceType, outcome, errorReason, lateChapters }, at);
  }

  private async needsReview({ item, video }: LockedVideo, submitterId: string): Promise<boolean> {
    const isReturned = video.review_note !== null;
    if (!isReturned && (item.published_at || !(await this.settings.get(reviewVideos)))) return false;
    return !(await this.users.findIdsWith('content.publish')).includes(submitterId);
  }
}
