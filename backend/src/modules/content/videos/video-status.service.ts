import { Injectable } from '@nestjs/common';
import { setStatus, withdraw } from '../items/item.js';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Events } from '../../../platform/events/events.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import type { VideoStatus } from '../audience/enums.js';
import { canEdit } from '../items/item.policy.js';
import { reviewClosed } from '../items/item.events.js';
import { decisionOf } from '../items/review.dto.js';
import { videoReviewed, videoStatusChanged } from './video.events.js';
import { awaitsReview, canSubmit } from './video.policy.js';
import { endAttempt, endReview, requestChanges } from './video.js';
import { VideoAttempts } from './video-attempts.js';
import { factsOf, PROCESSING_CANCELED } from './video-media.js';
import { VideoPublication } from './video-publication.js';
import type { ReviewVideoRequest } from './videos.dto.js';
import { type LockedVideo, VideosRepository } from './videos.repository.js';

/** Statuses that users set, and decisions of reviewers. */
@Injectable()
export class VideoStatusService {
  constructor(
    private readonly videos: VideosRepository,
    private readonly attempts: VideoAttempts,
    private readonly publication: VideoPublication,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

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
    const facts = factsOf(locked);
    if (!actor.can('content.publish')) {
      if (to === 'READY' && canSubmit(actor, facts)) await this.publication.publish(locked, actor.userId);
      else if (facts.status !== to || !canEdit(actor, facts))
        throw await missingPermission(this.permissions, actor, 'content.publish');
      return;
    }
    if (facts.status === to && !awaitsReview(facts)) return;
    if (to === 'ERROR') {
      this.hide(actor, locked, note);
      if (video.attempt_id !== null) endAttempt(video, PROCESSING_CANCELED);
    } else setStatus(item, to);
    if (to === 'READY') endReview(video);
    if (to === 'PROCESSING' && video.attempt_id === null) await this.attempts.begin(locked);
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
  hide(actor: Actor, { item, video }: LockedVideo, note = ''): void {
    withdraw(item, 'ERROR');
    requestChanges(video, note || 'An editor hid this video.', actor.userId);
  }

  /**
   * Publishes a video that awaits review, or returns it to its author.
   * @throws 400, 404, 409 not_in_review when it does not await review, stale_version when it was saved since
   */
  async review(actor: Actor, id: string, request: ReviewVideoRequest): Promise<void> {
    const { action, note } = decisionOf(request);
    await this.videos.change(actor, id, async (locked) => {
      const { item, video } = locked;
      const before = { status: item.status, version: item.version };
      if (!awaitsReview(factsOf(locked))) throw conflict('not_in_review', 'This is no longer waiting for review.');
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
}
