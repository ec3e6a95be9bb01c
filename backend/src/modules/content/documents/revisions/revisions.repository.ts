import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Events } from '../../../../platform/events/events.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import type { ContentItem } from '../../items/content-item.entity.js';
import { reviewClosed, reviewRequested } from '../../lifecycle/item.events.js';
import { ItemVersions } from '../../lifecycle/item-versions.js';
import {
  completeSnapshot,
  DocumentRevision,
  type DocumentSnapshot,
  isReturnedEdit,
  type StoredSnapshot,
} from './document-revision.entity.js';
import { RevisionFiles } from './revision-files.js';

/**
 * Stores the history of documents and their pending edits. Everything joins the caller's transaction, which holds the
 * item's lock.
 */
@Injectable()
export class RevisionsRepository {
  constructor(
    private readonly database: Database,
    private readonly files: RevisionFiles,
    private readonly versions: ItemVersions,
    private readonly events: Events,
  ) {}

  /** Records the live text of a new version; an edit of another user's document goes to the audit log too. */
  async recordLive(
    em: EntityManager,
    actor: Actor,
    item: ContentItem,
    snapshot: DocumentSnapshot,
    note: string,
  ): Promise<void> {
    await this.insert(em, actor, {
      itemId: item.id,
      version: item.version,
      snapshot,
      authorId: actor.userId,
      note,
      state: 'live',
      baseVersion: null,
    });
    await this.versions.recordEdit(actor, item, note);
  }

  /**
   * Refuses a change that is based on an earlier version, and names who saved the current one.
   * @throws 409 stale_version
   */
  async requireVersion(actor: Actor, item: ContentItem, version: number | null | undefined): Promise<void> {
    await this.versions.require(actor, item, version, () => this.getSavedBy(item));
  }

  /** The author of the item's current text. */
  private getSavedBy(item: ContentItem): Promise<{ id: string; name: string } | undefined> {
    return this.database.one<{ id: string; name: string }>(
      `select a.id, a.name
       from document_revisions r join people a on a.id = r.author_id
       where r.item_id = $1 and r.version = $2`,
      [item.id, item.version],
    );
  }

  /** The edit that is pending review. */
  async findPending(em: EntityManager, itemId: string): Promise<DocumentRevision | null> {
    return em.findOne(DocumentRevision, { itemId, state: 'pending' });
  }

  /** @throws 404 */
  async getSnapshot(itemId: string, version: number): Promise<DocumentSnapshot> {
    const row = await this.database.one<{ snapshot: StoredSnapshot }>(
      'select snapshot from document_revisions where item_id = $1 and version = $2',
      [itemId, version],
    );
    if (!row) throw notFound('This version');
    return completeSnapshot(row.snapshot);
  }

  /**
   * Stores an edit as pending review, in place of the actor's own former one. A document has at most one.
   * @param former the pending edit so far; replacing it is no new submission
   */
  async replacePending(
    em: EntityManager,
    actor: Actor,
    item: ContentItem,
    former: DocumentRevision | null,
    { snapshot, note }: { snapshot: DocumentSnapshot; note: string },
  ): Promise<void> {
    const isReplaced = await this.removeOwnPending(em, actor, former);
    await this.insert(em, actor, {
      itemId: item.id,
      version: null,
      snapshot,
      authorId: actor.userId,
      note,
      state: 'pending',
      baseVersion: item.version,
    });
    if (!isReplaced)
      await this.events.publish(reviewRequested, { id: item.id, actorId: actor.userId, of: 'edit', note });
  }

  /**
   * Takes back the actor's own pending edit.
   * @returns another user's edit that is still pending
   */
  async supersede(em: EntityManager, actor: Actor, pending: DocumentRevision | null): Promise<DocumentRevision | null> {
    if (!(await this.removeOwnPending(em, actor, pending))) return pending;
    if (pending) await this.events.publish(reviewClosed, { id: pending.itemId, of: 'edit', isDecided: false });
    return null;
  }

  private async removeOwnPending(em: EntityManager, actor: Actor, pending: DocumentRevision | null): Promise<boolean> {
    if (pending?.authorId !== actor.id) return false;
    em.remove(pending);
    await em.flush();
    await this.files.release(pending.id);
    return true;
  }

  /** Hides the actor's returned edit from their screens; it stays in the history. @returns whether there was one */
  async dismissRejectedEdit(actor: Actor, item: ContentItem): Promise<boolean> {
    if (item.status !== 'PUBLISHED') return false;
    const rows = await this.database.query(
      `update document_revisions r set base_version = 0
       where r.item_id = $1 and ${isReturnedEdit('$2')}
       returning r.id`,
      [item.id, actor.id],
    );
    return rows.length > 0;
  }

  /**
   * Records that a document was returned, with the reason, which is shown until the document is published. The author
   * of the revision is the author of its text, who is not always the author of the document.
   */
  async recordReturned(
    em: EntityManager,
    actor: Actor,
    item: ContentItem,
    snapshot: DocumentSnapshot,
    reason: string,
  ): Promise<void> {
    const savedBy = await this.getSavedBy(item);
    await this.insert(em, actor, {
      itemId: item.id,
      version: null,
      snapshot,
      authorId: savedBy?.id ?? item.authorId,
      note: '',
      review: { note: reason, reviewerId: actor.userId },
      state: 'rejected',
      baseVersion: null,
    });
  }

  /** Records that the current text of a document was approved. */
  async recordApproval(actor: Actor, item: ContentItem): Promise<void> {
    await this.database.query(
      `update document_revisions set reviewer_id = $3, reviewed_at = $4 where item_id = $1 and version = $2`,
      [item.id, item.version, actor.userId, new Date()],
    );
  }

  /** Closes the review notes of a document that is published. */
  async clearReviewNotes(item: ContentItem): Promise<void> {
    await this.database.query(
      `update document_revisions set base_version = $2
       where item_id = $1 and state = 'rejected' and base_version is null`,
      [item.id, item.version],
    );
  }

  private async insert(
    em: EntityManager,
    actor: Actor,
    of: Parameters<typeof DocumentRevision.create>[0],
  ): Promise<void> {
    const revision = DocumentRevision.create(of);
    em.persist(revision);
    await em.flush();
    await this.files.setReferences(revision, actor);
  }
}
