import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { isReturnedEdit } from '../documents/returned-edit.js';
import type { ContentItem } from '../items/content-item.entity.js';
import { DocumentRevision, type DocumentSnapshot } from './document-revision.entity.js';
import { RevisionFiles } from './revision-files.js';

/** The history of documents. Everything here joins the caller's transaction, which holds the lock on the item. */
@Injectable()
export class Revisions {
  constructor(
    private readonly database: Database,
    private readonly files: RevisionFiles,
    private readonly audit: Audit,
  ) {}

  /** Keeps what the document says from now on; where somebody else than its author says it, in the audit log as well. */
  async live(
    em: EntityManager,
    actor: Actor,
    item: ContentItem,
    snapshot: DocumentSnapshot,
    note: string,
  ): Promise<void> {
    await this.keep(em, actor, {
      itemId: item.id,
      version: item.version,
      snapshot,
      authorId: actor.userId,
      note,
      state: 'live',
      baseVersion: null,
    });
    if (item.authorId === actor.id) return;
    const after = { version: item.version, title: item.title, visibility: item.visibility, ...(note && { note }) };
    await this.audit.record({
      actor,
      action: 'document.edited',
      subject: { type: 'document', id: item.id },
      before: { version: item.version - 1 },
      after,
    });
  }

  /** The edit that waits for review, if one does. */
  async pending(em: EntityManager, itemId: string): Promise<DocumentRevision | null> {
    return em.findOne(DocumentRevision, { itemId, state: 'pending' });
  }

  /** Lets an edit wait for review; the place must be free. */
  async propose(
    em: EntityManager,
    actor: Actor,
    item: ContentItem,
    snapshot: DocumentSnapshot,
    note: string,
  ): Promise<void> {
    await this.keep(em, actor, {
      itemId: item.id,
      version: null,
      snapshot,
      authorId: actor.userId,
      note,
      state: 'pending',
      baseVersion: item.version,
    });
  }

  /**
   * The actor has said something newer: their own waiting edit goes.
   * @returns the one by somebody else that still waits
   */
  async supersede(em: EntityManager, actor: Actor, pending: DocumentRevision | null): Promise<DocumentRevision | null> {
    if (pending?.authorId !== actor.id) return pending;
    em.remove(pending);
    await em.flush();
    await this.files.release([pending.id]);
    return null;
  }

  /** @returns whether the actor had an edit that was sent back, and lets go of it; in the history it stays */
  async letGo(actor: Actor, item: ContentItem): Promise<boolean> {
    if (item.status !== 'PUBLISHED') return false;
    const rows = await this.database.query(
      `update document_revisions r set base_version = 0 where r.item_id = $1 and ${isReturnedEdit('$2')} returning r.id`,
      [item.id, actor.id],
    );
    return rows.length > 0;
  }

  /** A document that goes back to its author, as it stood, and why. The note stands until the document is published. */
  async sentBack(
    em: EntityManager,
    actor: Actor,
    item: ContentItem,
    snapshot: DocumentSnapshot,
    why: string,
  ): Promise<void> {
    await this.keep(em, actor, {
      itemId: item.id,
      version: null,
      snapshot,
      authorId: item.authorId,
      note: '',
      reviewNote: why,
      state: 'rejected',
      baseVersion: null,
    });
  }

  /** A published document has nothing left to mend. */
  async settle(item: ContentItem): Promise<void> {
    await this.database.query(
      `update document_revisions set base_version = $2 where item_id = $1 and state = 'rejected' and base_version is null`,
      [item.id, item.version],
    );
  }

  /** The rows go with their document; only what they say of files stands elsewhere. */
  async forget(itemId: string): Promise<void> {
    const rows = await this.database.query<{ id: string }>(
      `select id from document_revisions where item_id = $1 and snapshot->>'content' like '%/files/%'`,
      [itemId],
    );
    await this.files.release(rows.map(({ id }) => id));
  }

  private async keep(
    em: EntityManager,
    actor: Actor,
    of: Parameters<typeof DocumentRevision.create>[0],
  ): Promise<void> {
    const revision = DocumentRevision.create(of);
    em.persist(revision);
    await em.flush();
    await this.files.used(revision, actor);
  }
}
