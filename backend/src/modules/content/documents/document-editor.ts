import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { DocumentStatus } from '../items/enums.js';
import { ItemPermissions } from '../lifecycle/item-permissions.js';
import { type DocumentFacts, factsOf, requiresReview } from './document.policy.js';
import { DocumentWorkflow } from './document-workflow.js';
import { DocumentsRepository, type LockedDocument } from './documents.repository.js';
import { reviewEdits } from './documents.settings.js';
import {
  completeSnapshot,
  type DocumentRevision,
  type DocumentSnapshot,
} from './revisions/document-revision.entity.js';
import { RevisionsRepository } from './revisions/revisions.repository.js';
import { toSnapshot } from './revisions/snapshot.js';

/** An edit that readers see at once, or that is pending review. */
export type EditOutcome = 'live' | 'pending';

/** What an edit contains in addition to the text. */
export interface EditOptions {
  /** the version that the edit is based on, where the client sends it */
  version?: number | undefined;
  status?: DocumentStatus | undefined;
  note?: string | undefined;
}

/** A document that is being edited, under its row lock. */
export interface OpenEdit extends LockedDocument {
  outcome: EditOutcome;
  /** the text that the edit changes: the live one, or the actor's own pending one */
  base: DocumentSnapshot;
  /** the edit that is pending review */
  pending: DocumentRevision | null;
  status: DocumentStatus | undefined;
  note: string;
}

/** The steps of commands that change texts: creating and updating documents, restoring versions. */
@Injectable()
export class DocumentEditor {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly workflow: DocumentWorkflow,
    private readonly revisions: RevisionsRepository,
    private readonly settings: Settings,
    private readonly permissions: ItemPermissions,
  ) {}

  /** For work before the lock, such as parsing the text; {@link lockForEdit} checks again. @throws 403 */
  async requireEditable(actor: Actor, facts: DocumentFacts): Promise<void> {
    await this.permissions.requireEditable(actor, facts);
  }

  /** Inserts a document; its first status goes to the audit log unless it is DRAFT. */
  async create(
    em: EntityManager,
    actor: Actor,
    status: DocumentStatus,
    snapshot: DocumentSnapshot,
  ): Promise<ContentItem> {
    const item = await this.documents.insert(em, actor, status, snapshot);
    await this.workflow.recordFirstStatus(actor, item);
    return item;
  }

  /**
   * Locks the document and decides whether the edit is live or pending.
   * @throws 403, 404, 409 stale_version after another save, edit_pending while another user's edit is pending
   */
  async lockForEdit(
    em: EntityManager,
    actor: Actor,
    id: string,
    { version, status, note }: EditOptions,
  ): Promise<OpenEdit> {
    const needsReview = await this.settings.get(reviewEdits);
    const locked = await this.documents.lock(em, actor, id);
    const { item, document } = locked;
    const facts = factsOf(item);
    await this.requireEditable(actor, facts);
    await this.revisions.requireVersion(actor, item, version);
    const live = toSnapshot(item, document.content);
    const pending = await this.revisions.findPending(em, item.id);
    const edit = { ...locked, pending, status, note: note ?? '' };
    if (!needsReview || !requiresReview(actor, facts, status ?? facts.status))
      return { ...edit, outcome: 'live', base: live };

    if (pending && pending.authorId !== actor.id)
      throw conflict('edit_pending', 'Another user’s edit is waiting for review. Please wait for the decision.');
    // A further edit continues the actor's own text, unless the document has changed since.
    const base = pending?.baseVersion === item.version ? completeSnapshot(pending.snapshot) : live;
    return { ...edit, outcome: 'pending', base };
  }

  /**
   * Saves what {@link lockForEdit} began, as the live text or as the pending edit. A text without a change gets neither
   * a version nor a review; its status may change.
   * @param options.isRestore a restored text is a new version even if it equals the present one
   * @throws 403 when the actor may not set the status
   */
  async save(
    em: EntityManager,
    actor: Actor,
    edit: OpenEdit,
    snapshot: DocumentSnapshot,
    { isRestore = false } = {},
  ): Promise<EditOutcome> {
    const { item, base, outcome, pending, note, status } = edit;
    const isChanged = isRestore || !equalsIgnoringLineEnds(snapshot, base);
    if (outcome === 'pending') {
      if (!isChanged && !pending) return 'live';
      await this.revisions.replacePending(em, actor, item, pending, { snapshot, note });
      return outcome;
    }
    if (isChanged) {
      await this.documents.update(actor, edit, snapshot);
      await this.revisions.recordLive(em, actor, item, snapshot, note);
    }
    await this.revisions.supersede(em, actor, pending);
    if (status) await this.workflow.request(em, actor, edit, status);
    await this.documents.syncDerivedData(actor, edit);
    return outcome;
  }
}
