import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { requireVersion } from '../documents/document-edits.js';
import { DocumentFields } from '../documents/document-fields.js';
import { DocumentStore, type Locked } from '../documents/document-store.js';
import type { DocumentRevision } from './document-revision.entity.js';
import { Revisions } from './revisions.js';
import type { ReviewAction } from './revisions.dto.js';

/** What becomes of edits that wait. Joins the caller's transaction, which holds the lock on the item. */
@Injectable()
export class PendingEdits {
  constructor(
    private readonly store: DocumentStore,
    private readonly fields: DocumentFields,
    private readonly revisions: Revisions,
  ) {}

  async find(em: EntityManager, itemId: string): Promise<DocumentRevision | null> {
    return this.revisions.pending(em, itemId);
  }

  /** @throws 409 stale_version when the document was saved since the edit began: both texts then stay as they are */
  async decide(
    em: EntityManager,
    actor: Actor,
    locked: Locked,
    pending: DocumentRevision,
    { action, note }: { action: ReviewAction; note: string },
  ): Promise<void> {
    if (action === 'request_changes') {
      pending.reject(note);
      return em.flush();
    }
    const { item } = locked;
    requireVersion(item, pending.baseVersion);
    await this.store.counted(actor, locked, async () => {
      const snapshot = await this.fields.forApproval(item, pending.snapshot);
      await this.store.write(actor, locked, snapshot);
      pending.accept(item.version, snapshot);
    });
  }
}
