import { HIDDEN_BY_EDITOR } from '@hub/shared/system-notes';
import { PROCESSING_CANCELED } from '@hub/shared/video-processing';
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
import type { VideoState, VideoStatus } from '../audience/audience.js';
import {
  reviewClosed,
  reviewRequested,
  type VideoProcessed,
  videoProcessed,
  videoReviewed,
  videoStatusChanged,
} from '../items/item.events.js';
import { setStatus, withdraw } from '../items/item.js';
import { canEdit, canReview } from '../items/item.policy.js';
import { selectInReview } from '../items/items.queries.js';
import { parseDecision, toReviewRequest } from '../items/review.dto.js';
import { videosNeedReview } from '../items/review.settings.js';
import { describeLateChapters } from './chapters.js';
import { endAttempt, endReview, getVideoStatus, hasSource, isPlayable, requestChanges } from './video.js';
import { awaitsReview, canSubmit, canWithdraw, getVideoState, type VideoFacts } from './video.policy.js';
import { VideoQueueService } from './video-queue.service.js';
import type { ReviewVideoRequest } from './videos.dto.js';
import { getStoredStatus, type LockedVideo, VideosRepository } from './videos.repository.js';

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

  /** @throws 403, 404, 409 as {@link applyStatus} */
  async setStatus(actor: Actor, id: string, to: VideoState, note = ''): Promise<void> {
    await this.videos.change(actor, id, (locked) => this.applyStatus(locked, to, note));
  }

  /** @throws 403, 404, 409 not_a_draft, not_processed */
  async submitDraft(actor: Actor, id: string): Promise<void> {
    await this.videos.change(actor, id, (locked) => {
      if (!getVideoFacts(locked).is_draft) throw notADraft();
      return this.applyStatus(locked, 'IN_REVIEW');
    });
  }

  /**
   * Sets the status in the caller's transaction: READY publishes the video, or submits it where the actor may not
   * publish; IN_REVIEW submits it for review, DRAFT takes it back, PROCESSING begins processing, ERROR withdraws the
   * video. The present status is allowed to everyone who may edit, so that a form can send it.
   * @throws 403, 409 not_a_draft, not_processed
   */
  async applyStatus(locked: LockedVideo<Actor>, to: VideoState, note = ''): Promise<void> {
    const { actor } = locked;
    const facts = getVideoFacts(locked);
    const mayPublish = actor.can('content.publish');
    const submits = to === 'IN_REVIEW' || (to === 'READY' && (facts.is_draft || !mayPublish));
    if (to === getVideoState(facts) && (mayPublish || canEdit(actor, facts))) return;
    if (submits && canSubmit(actor, facts)) await this.submit(actor, locked, to === 'IN_REVIEW');
    else if (to === 'DRAFT' && canWithdraw(actor, facts)) await this.makeDraft(actor, locked, note);
    else if (submits && facts.is_draft && facts.status === 'ERROR' && (mayPublish || canEdit(actor, facts)))
      throw conflict('not_processed', (texts) => texts.content.notProcessed);
    else if (to === 'IN_REVIEW' && mayPublish) throw notADraft();
    else if (mayPublish && to !== 'DRAFT' && to !== 'IN_REVIEW') await this.setAnyStatus(actor, locked, to, note);
    else if (to !== facts.status || !canEdit(actor, facts))
      throw await missingPermission(this.permissions, actor, 'content.publish');
  }

  /** What only those who may publish can do. */
  private async setAnyStatus(actor: Actor, locked: LockedVideo, to: VideoStatus, note: string): Promise<void> {
    const { item, video } = locked;
    const facts = getVideoFacts(locked);
    if (to === 'ERROR') {
      this.unpublish(actor, locked, note);
      if (video.attempt_id !== null) endAttempt(video, PROCESSING_CANCELED);
    } else setStatus(item, to);
    if (to === 'READY') endReview(video);
    if (to === 'PROCESSING' && video.attempt_id === null) await this.queue.beginAttempt(video);
    await this.recordChange(actor, locked, facts, { to, note });
  }

  /** Of a draft whose file is still processed, that follows once it is. */
  private async submit(actor: Actor, locked: LockedVideo, asksForReview: boolean): Promise<void> {
    const { item } = locked;
    const facts = getVideoFacts(locked);
    if (facts.status === 'PROCESSING') {
      setStatus(item, 'PROCESSING');
      item.submitter_id = actor.userId;
      item.submitted_at = asksForReview ? new Date() : null;
      return;
    }
    const outcome = await this.publish(locked, { submitterId: actor.userId, asksForReview });
    await this.recordChange(actor, locked, facts, { to: outcome === 'published' ? 'READY' : 'IN_REVIEW', note: '' });
  }

  private async makeDraft(actor: Actor, locked: LockedVideo, note: string): Promise<void> {
    const { item, video } = locked;
    const facts = getVideoFacts(locked);
    withdraw(item, 'DRAFT');
    if (note && item.author_id !== actor.id) requestChanges(video, note, actor.userId);
    await this.recordChange(actor, locked, facts, { to: 'DRAFT', note });
  }

  /** Publishes the event of a change, and records in the audit log what takes more than being the author. */
  private async recordChange(
    actor: Actor,
    { item: { id, title, author_id: authorId } }: LockedVideo,
    facts: VideoFacts,
    { to, note }: { to: VideoState; note: string },
  ): Promise<void> {
    const before = getVideoState(facts);
    if (actor.can('content.publish'))
      await this.audit.record({
        actor,
        action: 'video.status_changed',
        subject: { type: 'video', id },
        // The title, which is no change, names the video after it was deleted.
        before: { status: before, title },
        after: { status: to, title, ...(note && { note }) },
      });
    await this.events.publish(videoStatusChanged, { id, authorId, actorId: actor.userId, before, after: to, note });
    if (before === 'IN_REVIEW')
      await this.events.publish(reviewClosed, { id, of: 'item', isDecided: to !== 'DRAFT' || actor.id !== authorId });
  }

  /** What the request for a new video says of its status; others than these change nothing. */
  applyFirstStatus(locked: LockedVideo<Actor>, status: VideoState | undefined): void {
    const { actor } = locked;
    if (status === 'ERROR' && actor.can('content.publish')) this.unpublish(actor, locked);
    else if (status === 'DRAFT') setStatus(locked.item, 'DRAFT');
    else if (status === 'IN_REVIEW') locked.item.submitted_at = new Date();
  }

  /**
   * Hides the video from readers, in the caller's transaction. What plays is kept; only those who may publish show it
   * again.
   */
  unpublish(actor: Actor, { item, video }: LockedVideo, note = ''): void {
    withdraw(item, 'ERROR');
    requestChanges(video, note || HIDDEN_BY_EDITOR, actor.userId);
  }

  /** @throws 403 for who may publish nothing, before they learn whether an item exists */
  async requireReviewer(actor: Actor): Promise<void> {
    if (!canReview(actor) && !actor.isCategoryModerator)
      throw await missingPermission(this.permissions, actor, 'content.publish');
  }

  /**
   * Publishes a video that awaits review, or returns it to its author as a draft.
   * @throws 400, 403, 404, 409 not_in_review when it does not await review, stale_version when it was saved since
   */
  async review(actor: Actor, id: string, request: ReviewVideoRequest): Promise<void> {
    const { action, note } = parseDecision(request);
    await this.videos.change(actor, id, async (locked) => {
      const { item, video } = locked;
      if (!canReview(locked.actor)) throw await missingPermission(this.permissions, actor, 'content.publish');
      const before = { status: item.status, version: item.version };
      if (!awaitsReview(getVideoFacts(locked))) throw conflict('not_in_review', (texts) => texts.content.notInReview);
      await this.videos.requireVersion(actor, locked, request.version);
      const isApproved = action === 'approve';
      setStatus(item, isApproved ? 'READY' : 'DRAFT');
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
   * @param submission.asksForReview whether it awaits review in any case
   * @param at of a video with a past, which was reviewed then
   */
  async publish(
    locked: LockedVideo,
    { submitterId, asksForReview }: { submitterId: string; asksForReview: boolean },
    at?: Date,
  ): Promise<'published' | 'awaits_review'> {
    const { item, video } = locked;
    const needsReview = asksForReview || (!at && (await this.needsReview(locked, submitterId)));
    setStatus(item, 'READY', { awaitsReview: needsReview, submitterId, now: at });
    if (!needsReview) endReview(video);
    if (needsReview)
      await this.events.publish(reviewRequested, { id: item.id, actorId: submitterId, of: 'item', note: '' }, at);
    return needsReview ? 'awaits_review' : 'published';
  }

  /** Publishes the event of an attempt that ended, in the caller's transaction. */
  async publishEnd({ item, video }: LockedVideo, outcome: VideoProcessed['outcome'], at?: Date): Promise<void> {
    const { id, author_id: authorId } = item;
    const isDraft = item.status === 'DRAFT';
    const lateChapters =
      outcome === 'failed'
        ? undefined
        : describeLateChapters(video.chapters, video.duration_sec, await this.users.getTextsOf(authorId));
    const { source_type: sourceType, error_reason: errorReason } = video;
    const processed = { id, authorId, sourceType, outcome, isDraft, errorReason, lateChapters };
    await this.events.publish(videoProcessed, processed, at);
  }

  private async needsReview({ item, video }: LockedVideo, submitterId: string): Promise<boolean> {
    const isReturned = video.review_note !== null;
    if (!isReturned && (item.published_at || !(await this.settings.get(videosNeedReview)))) return false;
    return (
      !(await this.users.findIdsByPermissions('content.publish')).includes(submitterId) &&
      !(await this.users.findCategoryModerators(item.category_id)).includes(submitterId)
    );
  }
}

const notADraft = () => conflict('not_a_draft', (texts) => texts.content.notADraft);

export const getVideoFacts = (locked: LockedVideo): VideoFacts => {
  const { item, video } = locked;
  const stored = getStoredStatus(locked);
  return {
    author_id: item.author_id,
    status: getVideoStatus(video, stored),
    is_draft: stored === 'DRAFT',
    visibility: item.visibility,
    published_at: item.published_at,
    source_type: video.source_type,
    attempt_id: video.attempt_id,
    error_reason: video.error_reason,
    review_note: video.review_note,
    has_source: hasSource(video),
    is_playable: isPlayable(video),
  };
};
