import type { Actor } from '../../../platform/access/actor.js';
import type { VideoSourceType, VideoStatus, Visibility } from '../audience/audience.js';
import { canDelete, canEdit, canReview, canSeePublished, type ItemFacts } from '../items/item.policy.js';

export interface VideoFacts extends ItemFacts {
  status: VideoStatus;
  visibility: Visibility;
  /** null until it is published; a READY video without it awaits review */
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

export const awaitsReview = ({ status, published_at }: Pick<VideoFacts, 'status' | 'published_at'>): boolean =>
  status === 'READY' && published_at === null;

/** Whether a reviewer returned the video or an editor hid it, and its author has not submitted it again. */
const isReturned = ({ status, review_note }: Pick<VideoFacts, 'status' | 'review_note'>): boolean =>
  status === 'ERROR' && review_note !== null;

/** Whether processing failed and may begin again. */
export const canRetry = (actor: Actor, video: VideoFacts): boolean =>
  canEdit(actor, video) &&
  video.has_source &&
  video.attempt_id === null &&
  (video.error_reason !== null || (video.status === 'ERROR' && !(isReturned(video) && video.is_playable)));

/** Whether the actor may ask for the review of a returned video. Those who may publish do that instead. */
export const canSubmit = (actor: Actor, video: VideoFacts): boolean =>
  canEdit(actor, video) && !canReview(actor) && isReturned(video) && video.attempt_id === null && video.is_playable;

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
    publish: canDecide && (video.status !== 'READY' || awaitsReview(video)),
    review: canDecide && awaitsReview(video),
  };
}
