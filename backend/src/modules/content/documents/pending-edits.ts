import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import type { PendingItem } from '../../../platform/moderation/queue-registry.js';
import { isNotTrashed } from '../audience/audience.js';
import { seesPublished } from '../items/items.queries.js';
import type { ReviewDecision } from '../items/review.dto.js';
import type { PreparedMarkdown } from '../search/search-text-parser.js';
import type { PendingRevision } from './documents.repository.js';

/** A decision, with what its audit entry and event need. */
export interface PublishedReview extends ReviewDecision {
  /** the state of the document before the decision */
  before: object;
  /** the pending edit that was decided on; null when the document itself was */
  edit: PendingRevision | null;
}

/** The text of an edit that is approved. */
export interface ApprovedText {
  /** as the reviewer has changed it */
  content: string | undefined;
  /** the text to be published, parsed before the transaction */
  text: PreparedMarkdown | undefined;
}

/** The edit of a document in review is decided on after the document. */
export const selectPendingEdits = (actor: Actor): RawBuilder<PendingItem> => sql`
  select r.item_id as id, r.created_at, r.author_id, r.id as revision_id, ${seesPublished(actor)} as can_decide
  from document_revisions r join content_items i on i.id = r.item_id
  where r.state = 'pending' and i.audience <> 'REVIEW' and ${isNotTrashed('i')}`;
