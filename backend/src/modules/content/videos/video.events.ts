import { defineEvent } from '../../../platform/events/events.js';
import type { VideoStatus } from '../items/enums.js';
import type { ReviewAction } from '../lifecycle/review.dto.js';

/** A user set the status of a video. */
export const videoStatusChanged = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  before: VideoStatus;
  after: VideoStatus;
  note: string;
}>('video.status_changed');

/** Processing of a video ended: with a reason when it failed. */
export const videoProcessed = defineEvent<{
  id: string;
  authorId: string;
  awaitsReview: boolean;
  errorReason: string | null;
}>('video.processed');

/** A decision on a video that awaited review. */
export const videoReviewed = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  action: ReviewAction;
  note: string;
}>('video.reviewed');
