import { Injectable } from '@nestjs/common';
import { setStatus } from '../items/item.js';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Events } from '../../../platform/events/events.js';
import type { Item } from '../items/item.js';
import type { DocumentStatus } from '../audience/enums.js';
import { reviewClosed, reviewRequested } from '../items/item.events.js';
import type { ReviewDecision } from '../items/review.dto.js';
import { type PendingRevision, snapshotOf } from './revisions/revision.js';
import { RevisionsRepository } from './revisions/revisions.repository.js';
import { canTransition, type DocumentFacts, factsOf, isAuthorTransition } from './document.policy.js';
import type { LockedDocument } from './documents.service.js';
import { documentReviewed, documentStatusChanged } from './document.events.js';

export interface RecordedReview extends ReviewDecision {
  /** the state of the document before the decision */
  before: object;
  /** the pending edit that was decided on; null when the document itself was */
  edit: PendingRevision | null;
}

/**
 * Status transitions of documents. Everything joins the caller's transaction, which ends with
 * DocumentsService.saveDerived.
 */
@Injectable()
export class DocumentWorkflow {
  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

  /**
   * A transition that the actor requests. One that takes more than being the author goes to the audit log.
   * @throws 403
   */
  async request(actor: Actor, locked: LockedDocument, to: DocumentStatus, note = '', at?: Date): Promise<void> {
    const { item } = locked;
    const facts = factsOf(item);
    if (!canTransition(actor, facts, to)) throw await missingPermission(this.permissions, actor, 'content.publish');
    if (facts.status === to) return;
    await this.transition(actor, locked, to, { note, returnsToAuthor: item.author_id !== actor.id, at });
    await this.record(actor, item, facts, to, note);
  }

  /** The status of a new document goes to the audit log unless it is DRAFT. */
  async recordFirstStatus(actor: Actor, item: Item, at?: Date): Promise<void> {
    const { status, ...facts } = factsOf(item);
    if (status !== 'DRAFT') await this.record(actor, item, { ...facts, status: 'DRAFT' }, status);
    await this.publishReviewState(actor, item, 'DRAFT', at);
  }

  /** With the title on both sides, which names the document after it was deleted and is no change. */
  private async record(
    actor: Actor,
    { id, title }: Item,
    before: DocumentFacts,
    to: DocumentStatus,
    note = '',
  ): Promise<void> {
    if (isAuthorTransition(actor, before, to)) return;
    await this.audit.record({
      actor,
      action: 'document.status_changed',
      subject: { type: 'document', id },
      before: { status: before.status, title },
      after: { status: to, title, ...(note && { note }) },
    });
  }

  /**
   * @param options.returnsToAuthor whether the note is shown to the author of the draft
   * @param options.at dates the events back
   */
  async transition(
    actor: Actor,
    { item, content }: LockedDocument,
    to: DocumentStatus,
    { note, returnsToAuthor, at }: { note: string; returnsToAuthor: boolean; at?: Date | undefined },
  ): Promise<void> {
    const before = factsOf(item).status;
    setStatus(item, to, { submitterId: actor.userId });
    if (before === 'IN_REVIEW' && to === 'PUBLISHED') await this.revisions.recordApproval(actor, item);
    if (to === 'PUBLISHED') await this.revisions.clearReviewNotes(item);
    if (to === 'DRAFT' && note && returnsToAuthor)
      await this.revisions.recordReturned(actor, item, snapshotOf(item, content), note);
    await this.events.publish(
      documentStatusChanged,
      { id: item.id, authorId: item.author_id, actorId: actor.userId, before, after: to, note },
      at,
    );
    await this.publishReviewState(actor, item, before, at);
  }

  /** @param before the status before the transition */
  private async publishReviewState(actor: Actor, item: Item, before: DocumentStatus, at?: Date): Promise<void> {
    const { status } = factsOf(item);
    if (status === before) return;
    if (status === 'IN_REVIEW')
      await this.events.publish(reviewRequested, { id: item.id, actorId: actor.userId, of: 'item', note: '' }, at);
    if (before === 'IN_REVIEW') {
      const isDecided = status !== 'DRAFT' || actor.id !== item.author_id;
      await this.events.publish(reviewClosed, { id: item.id, of: 'item', isDecided }, at);
    }
  }

  /** Records a decision of a reviewer in the audit log, and publishes it. */
  async recordReview(actor: Actor, item: Item, { action, note, before, edit }: RecordedReview): Promise<void> {
    const of = edit ? 'edit' : 'document';
    const authorId = edit ? edit.author_id : item.author_id;
    await this.audit.record({
      actor,
      action: 'document.reviewed',
      subject: { type: 'document', id: item.id },
      before,
      after: { of, action, note, author_id: authorId, status: item.status, version: item.version },
    });
    await this.events.publish(documentReviewed, { id: item.id, authorId, actorId: actor.userId, of, action, note });
    if (edit) await this.events.publish(reviewClosed, { id: item.id, of: 'edit', isDecided: true });
  }
}
