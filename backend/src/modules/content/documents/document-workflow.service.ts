import { writeChangedNote } from '@hub/shared/system-notes';
import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { Events } from '../../../platform/events/events.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import { ModerationQueueRegistry, type QueueDecision } from '../../../platform/moderation/queue-registry.js';
import type { DocumentStatus } from '../audience/audience.js';
import {
  documentReviewed,
  documentStatusChanged,
  reviewClosed,
  reviewRequested,
  type ReviewSubject,
} from '../items/item.events.js';
import { ItemFieldsService } from '../items/item-fields.service.js';
import { canReview } from '../items/item.policy.js';
import { type Item, setStatus } from '../items/item.js';
import { getCategoryActor } from '../items/item-category.js';
import { selectInReview } from '../items/items.queries.js';
import { parseDecision, type ReviewDecision, toReviewRequest } from '../items/review.dto.js';
import { SearchTextParser } from '../search/search-text-parser.js';
import {
  canMakeTemplates,
  canTransition,
  type DocumentFacts,
  getDocumentFacts,
  isAuthorTransition,
} from './document.policy.js';
import {
  completeSnapshot,
  createSnapshot,
  type DocumentSnapshot,
  DocumentsRepository,
  type LockedDocument,
  type PendingRevision,
} from './documents.repository.js';
import { type ApprovedText, type PublishedReview, selectPendingEdits } from './pending-edits.js';
import type { ReviewDocumentRequest } from './revisions/revisions.dto.js';

interface TemplateChange {
  isTemplate?: boolean | undefined;
  categoryId?: string | null | undefined;
}

const queueAccess = {
  viewPermissions: ['moderation.handle', 'content.publish'],
  decidePermission: 'content.publish',
} as const;

/**
 * Statuses of documents, pending edits and decisions of reviewers, with their events and audit entries. Of two
 * concurrent decisions the second finds nothing to decide.
 */
@Injectable()
export class DocumentWorkflowService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsRepository,
    private readonly fields: ItemFieldsService,
    private readonly parser: SearchTextParser,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
    queue: ModerationQueueRegistry,
  ) {
    queue.register({
      type: 'document',
      reason: 'review',
      ...queueAccess,
      selectPending: (actor) => selectInReview('document', actor),
      decide: (actor, decision) => this.decide(actor, decision, 'item'),
    });
    queue.register({
      type: 'document',
      reason: 'revision',
      ...queueAccess,
      selectPending: selectPendingEdits,
      decide: (actor, decision) => this.decide(actor, decision, 'edit'),
    });
  }

  /**
   * Withdraws the actor's own pending edit, or dismisses their returned one.
   * @throws 404 without one, 403 to reviewers
   */
  async withdrawEdit(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const { item, actor: acting } = await this.documents.lock(actor, id);
      const pending = await this.documents.findPending(item.id);
      const other = await this.withdrawPending(actor, pending);
      if (pending && !other) return;
      if (await this.documents.dismissRejectedEdit(actor, item)) return;
      if (other && canReview(acting)) throw forbidden((texts) => texts.content.othersEdit);
      throw notFound('draft');
    });
  }

  /** @param at dates its events back. @throws 403, 404 */
  async setStatus(actor: Actor, id: string, status: DocumentStatus, note = '', at?: Date): Promise<void> {
    await this.database.transaction(async () => {
      const locked = await this.documents.lock(actor, id);
      await this.applyStatus(actor, locked, status, note, at);
      await this.documents.syncDerivedData(actor, locked);
    });
  }

  /** What is below the document stays below it. @throws 403, 404 */
  async archiveWithChildren(actor: Actor, id: string, note = ''): Promise<void> {
    await this.database.transaction(async () => {
      const locked = { ...(await this.documents.lock(actor, id)), keepsChildren: true };
      await this.applyStatus(actor, locked, 'ARCHIVED', note);
      await this.documents.syncDerivedData(actor, locked);
    });
  }

  /** @throws 403, 404, 409 not_a_draft */
  async submitDraft(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const locked = await this.documents.lock(actor, id);
      if (locked.item.status !== 'DRAFT') throw conflict('not_a_draft', (texts) => texts.content.notADraft);
      await this.applyStatus(actor, locked, 'IN_REVIEW');
      await this.documents.syncDerivedData(actor, locked);
    });
  }

  /** Sets the status of a document that is found by its slug; one whose status is not `from` stays as it is. */
  async transitionIfStatus(
    actor: Actor,
    slug: string,
    { from, to, at }: { from: DocumentStatus; to: DocumentStatus; at: Date },
  ): Promise<void> {
    const found = await this.database.db
      .selectFrom('content_items')
      .select(['id', 'status'])
      .where('kind', '=', 'document')
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (!found) throw notFound('document');
    if (found.status === from) await this.setStatus(actor, found.id, to, '', at);
  }

  /** @throws 403 for who may publish nothing, before they learn whether an item exists */
  async requireReviewer(actor: Actor): Promise<void> {
    if (!canReview(actor) && !actor.isCategoryModerator)
      throw await missingPermission(this.permissions, actor, 'content.publish');
  }

  /**
   * @param subject what the reviewer decides on; without it, whichever is pending
   * @throws 403 unless the actor may publish in the category; 409 not_in_review when nothing is pending, stale_version
   * when it is not what the reviewer has read
   */
  async review(actor: Actor, id: string, request: ReviewDocumentRequest, subject?: ReviewSubject): Promise<void> {
    const decision = parseDecision(request);
    const { content } = request;
    const read = decision.action === 'approve' ? await this.documents.findPending(id) : undefined;
    const text = read && (await this.parser.prepare(content ?? read.snapshot.content));
    await this.database.transaction(async () => {
      const locked = await this.documents.lock(actor, id);
      const { item } = locked;
      if (!canReview(locked.actor)) throw await missingPermission(this.permissions, actor, 'content.publish');
      const before = { status: item.status, version: item.version };
      const pending = await this.documents.findPending(item.id);
      const isInReview = item.status === 'IN_REVIEW';
      const isPending = isInReview ? subject !== 'edit' : pending && subject !== 'item';
      if (!isPending) throw conflict('not_in_review', (texts) => texts.content.notInReview);
      await this.documents.requireVersion(actor, item, request.version);
      if (request.revision_id && pending?.id !== request.revision_id)
        throw conflict('stale_version', (texts) => texts.content.staleVersion, { current_version: item.version });
      const decidesOnEdit = pending && !isInReview;
      if (content !== undefined && !(decidesOnEdit && decision.action === 'approve'))
        throw invalid([{ field: 'content', message: (texts) => texts.content.notChangeable }]);
      if (decidesOnEdit) {
        const changedAs = await this.decideOnEdit(actor, locked, pending, decision, { content, text });
        if (changedAs) decision.note ||= writeChangedNote(changedAs);
      } else await this.decideOnDocument(actor, locked, decision);
      await this.publishReview(actor, locked.item, {
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
    await this.transition(actor, locked, to, { note, returnsToAuthor: true });
    await this.documents.syncDerivedData(actor, locked);
  }

  /**
   * @throws 409 stale_version when the document was saved since the edit began: both texts then stay as they are;
   * 403 internal_not_allowed when the edit changes a visibility that the reviewer may not change
   * @returns the version with the changes of the reviewer, if there are any
   */
  private async decideOnEdit(
    actor: Actor,
    locked: LockedDocument,
    pending: PendingRevision,
    { action, note }: ReviewDecision,
    { content, text }: ApprovedText,
  ): Promise<number | undefined> {
    if (action === 'request_changes') {
      await this.documents.reject(actor, pending, note);
      return undefined;
    }
    await this.documents.requireVersion(actor, locked.item, pending.base_version);
    const edit = completeSnapshot(pending.snapshot);
    const fields = await this.fields.buildApproved(actor, locked.item, edit);
    await this.applyTemplate(actor, locked, { categoryId: fields.category_id });
    const snapshot = { ...fields, content: edit.content };
    await this.documents.update(actor, locked, snapshot);
    await this.documents.accept(actor, pending, locked.item.version, snapshot);
    const isChanged = content !== undefined && !equalsIgnoringLineEnds(content, edit.content);
    if (isChanged) {
      // A version of its own, so that each text has the author who wrote it.
      await this.documents.update(actor, locked, { ...snapshot, content });
      const changedNote = writeChangedNote(locked.item.version);
      await this.documents.insertLive(actor, locked.item, { ...snapshot, content }, changedNote);
    }
    await this.documents.syncDerivedData(actor, locked, text);
    return isChanged ? locked.item.version : undefined;
  }

  private async decide(actor: Actor, decision: QueueDecision, subject: ReviewSubject): Promise<void> {
    const request = {
      ...toReviewRequest(decision),
      ...(subject === 'edit' && { revision_id: decision.revisionId ?? null }),
    };
    await this.review(actor, decision.id, request, subject);
  }

  /**
   * Stores an edit as pending review, in place of the actor's own former one. A document has at most one.
   * @param former the pending edit so far; replacing it is no new submission
   */
  async submitEdit(
    actor: Actor,
    item: Item,
    former: PendingRevision | undefined,
    { snapshot, note }: { snapshot: DocumentSnapshot; note: string },
  ): Promise<void> {
    if (former?.author_id === actor.id) return this.documents.replacePending(actor, item, former, snapshot, note);
    await this.documents.insertPending(actor, item, snapshot, note);
    await this.events.publish(reviewRequested, { id: item.id, actorId: actor.userId, of: 'edit', note });
  }

  /**
   * Takes back the actor's own pending edit.
   * @returns another user's edit that is still pending
   */
  async withdrawPending(actor: Actor, pending: PendingRevision | undefined): Promise<PendingRevision | undefined> {
    if (!(await this.documents.removeOwnPending(actor, pending))) return pending;
    if (pending) await this.events.publish(reviewClosed, { id: pending.item_id, of: 'edit', isDecided: false });
    return undefined;
  }

  /**
   * A transition that the actor requests. One that takes more than being the author goes to the audit log.
   * @throws 403
   */
  async applyStatus(actor: Actor, locked: LockedDocument, to: DocumentStatus, note = '', at?: Date): Promise<void> {
    const { item } = locked;
    const facts = getDocumentFacts(item);
    if (!canTransition(locked.actor, facts, to))
      throw await missingPermission(this.permissions, actor, 'content.publish');
    if (facts.status === to) return;
    await this.transition(actor, locked, to, { note, returnsToAuthor: item.author_id !== actor.id, at });
    await this.auditStatus(actor, item, facts, to, note);
  }

  /**
   * Makes the document a template or no longer one. Who may edit the documents of others in the category may, and may
   * move a template to it.
   * @param change.categoryId where it will be
   * @returns whether it was none before, or one
   * @throws 403
   */
  async applyTemplate(
    actor: Actor,
    { item, actor: acting }: LockedDocument,
    { isTemplate = item.is_template, categoryId = item.category_id }: TemplateChange,
  ): Promise<boolean> {
    const isChanged = isTemplate !== item.is_template;
    const isMoved = isTemplate && categoryId !== item.category_id;
    if (!isChanged && !isMoved) return false;
    const actingThere = await getCategoryActor(this.database.db, actor, categoryId);
    if (!canMakeTemplates(acting) || !canMakeTemplates(actingThere))
      throw await missingPermission(this.permissions, actor, 'content.edit_any');
    if (!isChanged) return false;
    item.is_template = isTemplate;
    await this.audit.record({
      actor,
      action: 'document.template_changed',
      subject: { type: 'document', id: item.id },
      before: { is_template: !isTemplate, title: item.title },
      after: { is_template: isTemplate, title: item.title },
    });
    return true;
  }

  /** The status of a new document goes to the audit log unless it is DRAFT. */
  async publishFirstStatus(actor: Actor, item: Item, at?: Date): Promise<void> {
    const { status, ...facts } = getDocumentFacts(item);
    if (status !== 'DRAFT') await this.auditStatus(actor, item, { ...facts, status: 'DRAFT' }, status);
    await this.publishReviewState(actor, item, 'DRAFT', at);
  }

  /** With the title on both sides, which names the document after it was deleted and is no change. */
  private async auditStatus(
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
  private async transition(
    actor: Actor,
    { item, content }: LockedDocument,
    to: DocumentStatus,
    { note, returnsToAuthor, at }: { note: string; returnsToAuthor: boolean; at?: Date | undefined },
  ): Promise<void> {
    const before = getDocumentFacts(item).status;
    setStatus(item, to, { submitterId: actor.userId });
    if (before === 'IN_REVIEW' && to === 'PUBLISHED') await this.documents.recordApproval(actor, item);
    if (to === 'PUBLISHED') await this.documents.clearReviewNotes(item);
    if (to === 'DRAFT' && note && returnsToAuthor)
      await this.documents.recordReturned(actor, item, createSnapshot(item, content), note);
    await this.events.publish(
      documentStatusChanged,
      { id: item.id, authorId: item.author_id, actorId: actor.userId, before, after: to, note },
      at,
    );
    await this.publishReviewState(actor, item, before, at);
  }

  /** @param before the status before the transition */
  private async publishReviewState(actor: Actor, item: Item, before: DocumentStatus, at?: Date): Promise<void> {
    const { status } = getDocumentFacts(item);
    if (status === before) return;
    if (status === 'IN_REVIEW')
      await this.events.publish(reviewRequested, { id: item.id, actorId: actor.userId, of: 'item', note: '' }, at);
    if (before === 'IN_REVIEW') {
      const isDecided = status !== 'DRAFT' || actor.id !== item.author_id;
      await this.events.publish(reviewClosed, { id: item.id, of: 'item', isDecided }, at);
    }
  }

  /** Records a decision of a reviewer in the audit log, and publishes it. */
  private async publishReview(
    actor: Actor,
    item: Item,
    { action, note, before, edit }: PublishedReview,
  ): Promise<void> {
    const subject = edit ? 'edit' : 'document';
    const authorId = edit ? edit.author_id : item.author_id;
    await this.audit.record({
      actor,
      action: 'document.reviewed',
      subject: { type: 'document', id: item.id },
      before,
      after: { of: subject, action, note, author_id: authorId, status: item.status, version: item.version },
    });
    await this.events.publish(documentReviewed, {
      id: item.id,
      authorId,
      actorId: actor.userId,
      of: subject,
      action,
      note,
    });
    if (edit) await this.events.publish(reviewClosed, { id: item.id, of: 'edit', isDecided: true });
  }
}
