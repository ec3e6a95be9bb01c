import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { conflict } from '../../../../platform/errors/domain-error.js';
import { decisionOf, type ReviewDecision } from '../../items/review.dto.js';
import type { ReviewSubject } from '../../items/item.events.js';
import { DocumentWorkflow } from '../document-workflow.js';
import { DocumentsService, type LockedDocument } from '../documents.service.js';
import { ItemFieldsBuilder } from '../../items/item-fields-builder.js';
import type { ParsedMarkdown } from '../../search/search-text-parser.js';
import { completeSnapshot, type PendingRevision } from './revision.js';
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
    private readonly documents: DocumentsService,
    private readonly revisions: RevisionsRepository,
    private readonly workflow: DocumentWorkflow,
    private readonly fields: ItemFieldsBuilder,
  ) {}

  /**
   * @param of what the reviewer decides on; without it, whichever is pending
   * @throws 409 not_in_review when nothing is pending, stale_version when it is not what the reviewer has read
   */
  async review(actor: Actor, id: string, request: ReviewDocumentRequest, of?: ReviewSubject): Promise<void> {
    const decision = decisionOf(request);
    const read = decision.action === 'approve' ? await this.revisions.findPending(id) : undefined;
    const text = read && (await this.documents.parse(read.snapshot.content));
    await this.database.transaction(async () => {
      const locked = await this.documents.lock(actor, id);
      const { item } = locked;
      const before = { status: item.status, version: item.version };
      const pending = await this.revisions.findPending(item.id);
      const isInReview = item.status === 'IN_REVIEW';
      const isPending = isInReview ? of !== 'edit' : pending && of !== 'item';
      if (!isPending) throw conflict('not_in_review', 'This is no longer waiting for review.');
      await this.revisions.requireVersion(actor, item, request.version);
      if (request.revision_id && pending?.id !== request.revision_id)
        throw conflict('stale_version', 'This edit has changed since you read it.', { current_version: item.version });
      const decidesOnEdit = pending && !isInReview;
      if (decidesOnEdit) await this.decideOnEdit(actor, locked, pending, decision, text);
      else await this.decideOnDocument(actor, locked, decision);
      await this.workflow.recordReview(actor, locked.item, {
        ...decision,
        before,
        edit: decidesOnEdit ? pending : null,
      });
    });
  }

  private async decideOnDocument(
    actor: Actor,
    locked: LockedDocument,
    { action, note }: ReviewDecision,
  ): Promise<void> {
    const to = action === 'approve' ? 'PUBLISHED' : 'DRAFT';
    await this.workflow.transition(actor, locked, to, { note, returnsToAuthor: true });
    await this.documents.saveDerived(actor, locked);
  }

  /**
   * @throws 409 stale_version when the document was saved since the edit began: both texts then stay as they are;
   * 403 internal_not_allowed when the edit changes a visibility that the reviewer may not change
   */
  private async decideOnEdit(
    actor: Actor,
    locked: LockedDocument,
    pending: PendingRevision,
    { action, note }: ReviewDecision,
    text: ParsedMarkdown | undefined,
  ): Promise<void> {
    if (action === 'request_changes') {
      await this.revisions.reject(actor, pending, note);
      return;
    }
    await this.revisions.requireVersion(actor, locked.item, pending.base_version);
    const edit = completeSnapshot(pending.snapshot);
    const fields = await this.fields.forApproval(actor, locked.item, edit);
    const snapshot = { ...fields, content: edit.content };
    await this.documents.publishText(actor, locked, snapshot);
    await this.revisions.accept(actor, pending, locked.item.version, snapshot);
    await this.documents.saveDerived(actor, locked, text);
  }
}
