import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import {
  ModerationQueueRegistry,
  type PendingItem,
  type QueueDecision,
} from '../../../../platform/moderation/queue-registry.js';
import { seesPublished, selectInReview } from '../../items/items.queries.js';
import type { ReviewSubject } from '../../items/item.events.js';
import { toReviewRequest } from '../../items/review.dto.js';
import { ReviewService } from './review.service.js';

const access = { permissions: ['moderation.handle', 'content.publish'], deciders: 'content.publish' } as const;

/** Documents in review and pending edits, for the moderation queue. */
@Injectable()
export class DocumentReviewQueue {
  constructor(
    private readonly reviews: ReviewService,
    queue: ModerationQueueRegistry,
  ) {
    queue.register({
      type: 'document',
      reason: 'review',
      ...access,
      selectPending: (actor) => selectInReview('document', actor),
      decide: (actor, decision) => this.decide(actor, decision, 'item'),
    });
    queue.register({
      type: 'document',
      reason: 'revision',
      ...access,
      selectPending: selectPendingEdits,
      decide: (actor, decision) => this.decide(actor, decision, 'edit'),
    });
  }

  private async decide(actor: Actor, decision: QueueDecision, of: ReviewSubject): Promise<void> {
    const request = {
      ...toReviewRequest(decision),
      ...(of === 'edit' && { revision_id: decision.revisionId ?? null }),
    };
    await this.reviews.review(actor, decision.id, request, of);
  }
}

/** The edit of a document in review is decided on after the document. */
const selectPendingEdits = (actor: Actor): RawBuilder<PendingItem> => sql`
  select r.item_id as id, r.created_at, r.author_id, r.id as revision_id, ${seesPublished(actor)} as can_decide
  from document_revisions r join content_items i on i.id = r.item_id
  where r.state = 'pending' and i.audience <> 'REVIEW'`;
