import { defineEvent } from '../../../platform/events/events.js';
import type { VideoSourceType, VideoStatus } from '../audience/enums.js';
import type { ReviewAction } from '../items/review.dto.js';

/** A user set the status of a video. */
export const videoStatusChanged = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  before: VideoStatus;
  after: VideoStatus;
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
