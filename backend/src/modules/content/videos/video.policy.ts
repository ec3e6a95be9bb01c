import type { Actor } from '../../../platform/access/actor.js';
import type { VideoSourceType, VideoState, VideoStatus, Visibility } from '../audience/audience.js';
import {
  canDelete,
  canEdit,
  canReview,
  canSeePublished,
  canShare,
  isAuthor,
  type ItemFacts,
} from '../items/item.policy.js';

export interface VideoFacts extends ItemFacts {
  status: VideoStatus;
  /** its author has not submitted it, or it was returned */
  is_draft: boolean;
  visibility: Visibility;
  /** null until it is published; a READY video without it awaits review, unless it is a draft */
  published_at: Date | null;
  source_type: VideoSourceType;
  attempt_id: string | null;
  error_reason: string | null;
  review_note: string | null;
  has_source: boolean;
  is_playable: boolean;
}

/** Reasons of errors, progress and file names are for those who can do something about them. */
export const canSeeProcessing = (actor: Actor, { author_id }: ItemFacts): boolean =>
  (actor.id !== null && actor.id === author_id) || actor.canAny('content.edit_any', 'content.publish');

type StateFacts = Pick<VideoFacts, 'status' | 'is_draft' | 'published_at'>;

export const awaitsReview = ({ status, is_draft, published_at }: StateFacts): boolean =>
  !is_draft && status === 'READY' && published_at === null;

export const getVideoState = (video: StateFacts): VideoState =>
  video.is_draft ? 'DRAFT' : awaitsReview(video) ? 'IN_REVIEW' : video.status;

/** Whether an editor hid the video, and its author has not submitted it again. */
const isHidden = ({ status, review_note }: Pick<VideoFacts, 'status' | 'review_note'>): boolean =>
  status === 'ERROR' && review_note !== null;

/** Whether processing failed and may begin again. */
export const canRetry = (actor: Actor, video: VideoFacts): boolean =>
  canEdit(actor, video) &&
  video.has_source &&
  video.attempt_id === null &&
  (video.error_reason !== null || (video.status === 'ERROR' && !(isHidden(video) && video.is_playable)));

/**
 * Whether the actor may submit a draft, whose file may still be processed, or a video that was hidden. Those who may
 * publish do that instead of the latter.
 */
export const canSubmit = (actor: Actor, video: VideoFacts): boolean =>
  video.is_draft
    ? video.status !== 'ERROR' && (isAuthor(actor, video) || canReview(actor))
    : canEdit(actor, video) && !canReview(actor) && isHidden(video) && video.attempt_id === null && video.is_playable;

/** Authors withdraw what readers have not seen yet; those who may publish make a draft of any video. */
export const canWithdraw = (actor: Actor, video: VideoFacts): boolean =>
  !video.is_draft &&
  (canReview(actor) || (isAuthor(actor, video) && video.published_at === null && video.status !== 'ERROR'));

export const canCancel = (actor: Actor, video: VideoFacts): boolean =>
  canEdit(actor, video) && video.attempt_id !== null;

/** What the screen offers; commands check the same functions. */
export function getVideoAbilities(actor: Actor, video: VideoFacts) {
  const canDecide = canReview(actor) && canSeePublished(actor, video);
  return {
    edit: canEdit(actor, video),
    delete: canDelete(actor, video),
    retry: canRetry(actor, video),
    cancel: canCancel(actor, video),
    submit: canSubmit(actor, video),
    withdraw: canWithdraw(actor, video),
    publish: canDecide && (video.is_draft ? video.status !== 'ERROR' : video.status !== 'READY' || awaitsReview(video)),
    review: canDecide && awaitsReview(video),
    share: getVideoState(video) === 'READY' && canShare(actor, video),
  };
}
