import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import { Events } from '../../../platform/events/events.js';
import { ModerationQueueRegistry } from '../../../platform/moderation/queue-registry.js';
import { Settings } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import type { VideoStatus } from '../audience/audience.js';
import {
  reviewClosed,
  reviewRequested,
  type VideoProcessed,
  videoProcessed,
  videoReviewed,
  videoStatusChanged,
} from '../items/item.events.js';
import { setStatus, withdraw } from '../items/item.js';
import { canEdit } from '../items/item.policy.js';
import { selectInReview } from '../items/items.queries.js';
import { parseDecision, toReviewRequest } from '../items/review.dto.js';
import { videosNeedReview } from '../items/review.settings.js';
import { describeLateChapters } from './chapters.js';
import { endAttempt, endReview, hasSource, isPlayable, requestChanges } from './video.js';
import { awaitsReview, canSubmit, type VideoFacts } from './video.policy.js';
import { VideoQueueService } from './video-queue.service.js';
import type { ReviewVideoRequest } from './videos.dto.js';
import { type LockedVideo, VideosRepository } from './videos.repository.js';

/** Why an attempt ended that a user stopped. */
export const PROCESSING_CANCELED = 'Processing was canceled.';

/** Statuses of videos and decisions of reviewers, with their events and audit entries. */
@Injectable()
export class VideoWorkflowService {
  constructor(
    private readonly videos: VideosRepository,
    private readonly queue: VideoQueueService,
    private readonly settings: Settings,
    private readonly users: UsersFacade,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
    reviews: ModerationQueueRegistry,
  ) {
    reviews.register({
      type: 'video',
      reason: 'review',
      viewPermissions: ['moderation.handle', 'content.publish'],
      decidePermission: 'content.publish',
      selectPending: (actor) => selectInReview('video', actor),
      decide: (actor, decision) => this.review(actor, decision.id, toReviewRequest(decision)),
    });
  }

  /** @throws 403, 404 */
  async setStatus(actor: Actor, id: string, status: VideoStatus, note = ''): Promise<void> {
    await this.videos.change(actor, id, (locked) => this.applyStatus(actor, locked, status, note));
  }

  /**
   * Sets the status in the caller's transaction: READY publishes the video, or submits a returned one for review,
   * PROCESSING begins processing, ERROR withdraws the video. The present status is allowed to everyone who may edit, so
   * that a form can send it.
   * @throws 403
   */
  async applyStatus(actor: Actor, locked: LockedVideo, to: VideoStatus, note = ''): Promise<void> {
    const { item, video } = locked;
    const facts = getVideoFacts(locked);
    if (!actor.can('content.publish')) {
      if (to === 'READY' && canSubmit(actor, facts)) await this.publish(locked, actor.userId);
      else if (facts.status !== to || !canEdit(actor, facts))
        throw await missingPermission(this.permissions, actor, 'content.publish');
      return;
    }
    if (facts.status === to && !awaitsReview(facts)) return;
    if (to === 'ERROR') {
      this.unpublish(actor, locked, note);
      if (video.attempt_id !== null) endAttempt(video, PROCESSING_CANCELED);
    } else setStatus(item, to);
    if (to === 'READY') endReview(video);
    if (to === 'PROCESSING' && video.attempt_id === null) await this.queue.beginAttempt(video);
    await this.audit.record({
      actor,
      action: 'video.status_changed',
      subject: { type: 'video', id: item.id },
      // The title, which is no change, names the video after it was deleted.
      before: { status: facts.status, title: item.title },
      after: { status: to, title: item.title, ...(note && { note }) },
    });
    const { id, author_id: authorId } = item;
    await this.events.publish(videoStatusChanged, {
      id,
      authorId,
      actorId: actor.userId,
      before: facts.status,
      after: to,
      note,
    });
    if (awaitsReview(facts)) await this.events.publish(reviewClosed, { id, of: 'item', isDecided: true });
  }

  /**
   * Hides the video from readers, in the caller's transaction. What plays is kept; only those who may publish show it
   * again.
   */
  unpublish(actor: Actor, { item, video }: LockedVideo, note = ''): void {
    withdraw(item, 'ERROR');
    requestChanges(video, note || 'An editor hid this video.', actor.userId);
  }

  /**
   * Publishes a video that awaits review, or returns it to its author.
   * @throws 400, 404, 409 not_in_review when it does not await review, stale_version when it was saved since
   */
  async review(actor: Actor, id: string, request: ReviewVideoRequest): Promise<void> {
    const { action, note } = parseDecision(request);
    await this.videos.change(actor, id, async (locked) => {
      const { item, video } = locked;
      const before = { status: item.status, version: item.version };
      if (!awaitsReview(getVideoFacts(locked)))
        throw conflict('not_in_review', 'This is no longer waiting for review.');
      await this.videos.requireVersion(actor, locked, request.version);
      const isApproved = action === 'approve';
      setStatus(item, isApproved ? 'READY' : 'ERROR');
      if (isApproved) endReview(video);
      else requestChanges(video, note, actor.userId);
      const { author_id: authorId, status, version } = item;
      await this.audit.record({
        actor,
        action: 'video.reviewed',
        subject: { type: 'video', id: item.id },
        before,
        after: { action, note, author_id: authorId, status, version },
      });
      await this.events.publish(videoReviewed, { id: item.id, authorId, actorId: actor.userId, action, note });
      await this.events.publish(reviewClosed, { id: item.id, of: 'item', isDecided: true });
    });
  }

  /**
   * Makes the video READY, in the caller's transaction. It awaits review when the submitter may not publish and a
   * reviewer returned it or an editor hid it; where videos need review, also when it was never published.
   * @param at of a video with a past
   */
  async publish(locked: LockedVideo, submitterId: string, at?: Date): Promise<'published' | 'awaits_review'> {
    const { item, video } = locked;
    const needsReview = await this.needsReview(locked, submitterId);
    setStatus(item, 'READY', { awaitsReview: needsReview, submitterId, now: at });
    if (!needsReview) endReview(video);
    if (needsReview)
      await this.events.publish(reviewRequested, { id: item.id, actorId: submitterId, of: 'item', note: '' }, at);
    return needsReview ? 'awaits_review' : 'published';
  }

  /** Publishes the event of an attempt that ended, in the caller's transaction. */
  async announceEnd({ item, video }: LockedVideo, outcome: VideoProcessed['outcome'], at?: Date): Promise<void> {
    const { id, author_id: authorId } = item;
    const lateChapters = outcome === 'failed' ? undefined : describeLateChapters(video.chapters, video.duration_sec);
    const { source_type: sourceType, error_reason: errorReason } = video;
    await this.events.publish(videoProcessed, { id, authorId, sourceType, outcome, errorReason, lateChapters }, at);
  }

  private async needsReview({ item, video }: LockedVideo, submitterId: string): Promise<boolean> {
    const isReturned = video.review_note !== null;
    if (!isReturned && (item.published_at || !(await this.settings.get(videosNeedReview)))) return false;
    return !(await this.users.findIdsByPermissions('content.publish')).includes(submitterId);
  }
}

export const getVideoFacts = ({ item, video }: LockedVideo): VideoFacts => ({
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
