import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, invalid } from '../../../platform/http/domain-error.js';
import { documentReviewed } from '../content.events.js';
import { requireVersion } from '../documents/document-edits.js';
import { DocumentStatuses } from '../documents/document-status.js';
import { DocumentStore, type Locked } from '../documents/document-store.js';
import { PendingEdits } from './pending-edits.js';
import type { ReviewAction, ReviewDocumentRequest } from './revisions.dto.js';

interface Decision {
  action: ReviewAction;
  note: string;
}

/** Decisions on documents in review and on edits that wait. Of two at the same moment one finds nothing left to decide. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly database: Database,
    private readonly store: DocumentStore,
    private readonly statuses: DocumentStatuses,
    private readonly edits: PendingEdits,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** @throws 409 not_in_review when nothing waits, stale_version when it is not what the reviewer has read */
  async review(
    actor: Actor,
    id: string,
    { action, note = '', revision_id, version }: ReviewDocumentRequest,
  ): Promise<void> {
    const decision = { action, note: note ?? '' };
    if (action === 'request_changes' && !decision.note)
      throw invalid([{ field: 'note', message: 'Please say what should change.' }]);
    await this.database.transaction(async (em) => {
      const locked = await this.store.locked(em, actor, id);
      const before = { status: locked.item.status, version: locked.item.version };
      const pending = await this.edits.find(em, locked.item.id);
      const inReview = locked.item.status === 'IN_REVIEW';
      if (!inReview && !pending) throw conflict('not_in_review', 'Nothing here waits for review any more.');
      requireVersion(locked.item, version);
      if (revision_id && pending?.id !== revision_id)
        throw conflict('stale_version', 'This edit has changed since you read it.', {
          current_version: locked.item.version,
        });
      if (inReview) await this.decide(em, actor, locked, decision);
      else if (pending) await this.edits.decide(em, actor, locked, pending, decision);
      await this.tell(
        actor,
        locked,
        decision,
        before,
        inReview || !pending
          ? { of: 'document', authorId: locked.item.authorId }
          : { of: 'edit', authorId: pending.authorId },
      );
    });
  }

  private async decide(em: EntityManager, actor: Actor, locked: Locked, { action, note }: Decision): Promise<void> {
    const to = action === 'approve' ? 'PUBLISHED' : 'DRAFT';
    await this.store.counted(actor, locked, () => this.statuses.move(em, actor, locked, to, { note, sendsBack: true }));
  }

  private async tell(
    actor: Actor,
    { item }: Locked,
    { action, note }: Decision,
    before: object,
    { of, authorId }: { of: 'document' | 'edit'; authorId: string },
  ): Promise<void> {
    await this.audit.record({
      actor,
      action: 'document.reviewed',
      subject: { type: 'document', id: item.id },
      before,
      after: { of, action, note, author_id: authorId, status: item.status, version: item.version },
    });
    await this.events.publish(documentReviewed, { id: item.id, authorId, actorId: actor.userId, of, action, note });
  }
}
