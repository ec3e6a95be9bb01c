import { Injectable } from '@nestjs/common';
import { ModerationQueueRegistry } from '../../../platform/moderation/queue-registry.js';
import { selectInReview } from '../items/items.queries.js';
import { toReviewRequest } from '../items/review.dto.js';
import { VideoStatusService } from './video-status.service.js';

/** Videos that await review, for the moderation queue. */
@Injectable()
export class VideoReviewQueue {
  constructor(statuses: VideoStatusService, queue: ModerationQueueRegistry) {
    queue.register({
      type: 'video',
      reason: 'review',
      permissions: ['moderation.handle', 'content.publish'],
      deciders: 'content.publish',
      selectPending: (actor) => selectInReview('video', actor),
      decide: (actor, decision) => statuses.review(actor, decision.id, toReviewRequest(decision)),
    });
  }
}
