import { defineEvent, type EventType } from '../../../platform/events/events.js';
import type { ContentKind, DocumentStatus, VideoSourceType, VideoState } from '../audience/audience.js';
import type { ReviewAction } from './review.dto.js';

/** An item of a kind was created. */
interface ItemCreated {
  id: string;
  authorId: string;
}

/** An item went to the trash. */
interface ItemDeleted extends ItemCreated {
  actorId: string;
  title: string;
  /** missing in events of the version before */
  categoryId?: string | null;
  /** deleted with the whole demo: activity and notifications do not name it */
  isDemo?: boolean;
}

/** Each kind has events of its own, so that a kind can be listened to alone. */
export const itemCreated: Record<ContentKind, EventType<ItemCreated>> = {
  document: defineEvent('document.created'),
  video: defineEvent('video.created'),
};

export const itemDeleted: Record<ContentKind, EventType<ItemDeleted>> = {
  document: defineEvent('document.deleted'),
  video: defineEvent('video.deleted'),
};

/** What a reviewer decides on: an item, or a pending edit of a published one. */
export type ReviewSubject = 'item' | 'edit';

export interface ReviewRequested {
  id: string;
  actorId: string;
  of: ReviewSubject;
  /** the author's summary of an edit; may be empty */
  note: string;
}

/** An item or an edit was submitted for review. */
export const reviewRequested = defineEvent<ReviewRequested>('item.review_requested');

/** An item or an edit no longer awaits review: it was decided on, or taken back by its author. */
export const reviewClosed = defineEvent<{ id: string; of: ReviewSubject; isDecided: boolean }>('item.review_closed');

export const documentStatusChanged = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  before: DocumentStatus;
  after: DocumentStatus;
  note: string;
}>('document.status_changed');
/** A decision on a document in review, which also changes its status, or on a pending edit. */
export const documentReviewed = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  of: 'document' | 'edit';
  action: 'approve' | 'request_changes';
  note: string;
}>('document.reviewed');

/** A user set the status of a video, submitted it or made it a draft. */
export const videoStatusChanged = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  before: VideoState;
  after: VideoState;
  note: string;
}>('video.status_changed');

/**
 * How processing of a video ended. ready: readers could play it before, and it plays a new file; hidden: it can be
 * played, and readers do not see it.
 */
export interface VideoProcessed {
  id: string;
  authorId: string;
  sourceType: VideoSourceType;
  outcome: 'published' | 'awaits_review' | 'ready' | 'hidden' | 'failed';
  /** whether a hidden video is a draft; absent in events of a former version */
  isDraft?: boolean;
  /** a sentence for the author; null unless it failed */
  errorReason: string | null;
  /** a sentence for the author that names chapters after the end of the video; absent without such chapters */
  lateChapters?: string | undefined;
}

export const videoProcessed = defineEvent<VideoProcessed>('video.processed');

/** A decision on a video that awaited review. */
export const videoReviewed = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  action: ReviewAction;
  note: string;
}>('video.reviewed');
