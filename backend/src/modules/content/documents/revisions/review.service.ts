import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { conflict } from '../../../../platform/http/errors/domain-error.js';
import { decisionOf, type ReviewDecision } from '../../lifecycle/review.dto.js';
import type { ReviewSubject } from '../../lifecycle/item.events.js';
import { DocumentMarkdown } from '../document-markdown.js';
import { DocumentWorkflow } from '../document-workflow.js';
import { DocumentsRepository, type LockedDocument } from '../documents.repository.js';
import { SnapshotBuilder } from '../snapshot-builder.js';
import { completeSnapshot, type DocumentRevision } from './document-revision.entity.js';
import type { ReviewDocumentRequest } from './revisions.dto.js';
import { RevisionsRepository } from './revisions.repository.js';

/**
 * Decisions on documents in review and on pending edits. Of two concurrent decisions the second finds nothing to
 * decide.
 */
@Injectable()
export class ReviewService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly markdown: DocumentMarkdown,
    private readonly workflow: DocumentWorkflow,
    private readonly snapshots: SnapshotBuilder,
  ) {}

  /**
   * @param of what the reviewer decides on; without it, whichever is pending
   * @throws 409 not_in_review when nothing is pending, stale_version when it is not what the reviewer has read
   */
  async review(actor: Actor, id: string, request: ReviewDocumentRequest, of?: ReviewSubject): Promise<void> {
    const decision = decisionOf(request);
    if (decision.action === 'approve') await this.markdown.preparePending(id);
    await this.database.transaction(async (em) => {
      const locked = await this.documents.lock(em, actor, id);
      const { item } = locked;
      const before = { status: item.status, version: item.version };
      const pending = await this.revisions.findPending(em, item.id);
      const isInReview = item.status === 'IN_REVIEW';
      const isPending = isInReview ? of !== 'edit' : pending && of !== 'item';
      if (!isPending) throw conflict('not_in_review', 'This is no longer waiting for review.');
      await this.revisions.requireVersion(actor, item, request.version);
      if (request.revision_id && pending?.id !== request.revision_id)
        throw conflict('stale_version', 'This edit has changed since you read it.', { current_version: item.version });
      const decidesOnEdit = pending && !isInReview;
      if (decidesOnEdit) await this.decideOnEdit(em, actor, locked, pending, decision);
      else await this.decideOnDocument(em, actor, locked, decision);
      await this.workflow.recordReview(actor, locked.item, {
        ...decision,
        before,
        edit: decidesOnEdit ? pending : null,
      });
    });
  }

  private async decideOnDocument(
    em: EntityManager,
    actor: Actor,
    locked: LockedDocument,
    { action, note }: ReviewDecision,
  ): Promise<void> {
    const to = action === 'approve' ? 'PUBLISHED' : 'DRAFT';
    await this.workflow.transition(em, actor, locked, to, { note, returnsToAuthor: true });
    await this.documents.syncDerivedData(actor, locked);
  }

  /**
   * @throws 409 stale_version when the document was saved since the edit began: both texts then stay as they are;
   * 403 internal_not_allowed when the edit changes a visibility that the reviewer may not change
   */
  private async decideOnEdit(
    em: EntityManager,
    actor: Actor,
    locked: LockedDocument,
    pending: DocumentRevision,
    { action, note }: ReviewDecision,
  ): Promise<void> {
    if (action === 'request_changes') {
      pending.reject(actor.userId, note);
      await em.flush();
      return;
    }
    await this.revisions.requireVersion(actor, locked.item, pending.baseVersion);
    const snapshot = await this.snapshots.forApproval(actor, locked.item, completeSnapshot(pending.snapshot));
    await this.documents.update(actor, locked, snapshot);
    pending.accept(actor.userId, locked.item.version, snapshot);
    await this.documents.syncDerivedData(actor, locked);
  }
}
