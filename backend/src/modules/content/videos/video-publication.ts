import { Injectable } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { Settings } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { reviewRequested } from '../lifecycle/item.events.js';
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
   * Makes the video READY, in the caller's transaction. Where videos need review, one whose author may not publish
   * awaits it, unless it was published before.
   * @param actorId who submits it for review
   */
  async publish({ item, video }: LockedVideo, actorId: string): Promise<VideoProcessed['outcome']> {
    const wasPublished = !!item.publishedAt;
    const awaitsReview = !item.publishedAt && (await this.needsReview(item.authorId));
    const now = this.events.getPastTime() ?? new Date();
    item.setStatus('READY', { awaitsReview, submitterId: actorId, now });
    video.setReview(null, null);
    if (awaitsReview) await this.events.publish(reviewRequested, { id: item.id, actorId, of: 'item', note: '' });
    return awaitsReview ? 'awaits_review' : wasPublished ? 'ready' : 'published';
  }

  /** Publishes the event of an attempt that ended, in the caller's transaction. */
  async announceEnd({ item, video }: LockedVideo, outcome: VideoProcessed['outcome']): Promise<void> {
    const { id, authorId } = item;
    const { sourceType, errorReason } = video;
    await this.events.publish(videoProcessed, { id, authorId, sourceType, outcome, errorReason: errorReason ?? null });
  }

  private async needsReview(authorId: string): Promise<boolean> {
    if (!(await this.settings.get(reviewVideos))) return false;
    return !(await this.users.findIdsWith('content.publish')).includes(authorId);
  }
}
