import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, notFound } from '../../../platform/http/domain-error.js';
import { canReview } from '../documents/document.policy.js';
import { DocumentStore } from '../documents/document-store.js';
import { Revisions } from './revisions.js';

/** People take back an edit of their own that waits, or let go of one that was sent back; for everybody else there is the review. */
@Injectable()
export class WithdrawalService {
  constructor(
    private readonly database: Database,
    private readonly store: DocumentStore,
    private readonly revisions: Revisions,
  ) {}

  async withdraw(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      const { item } = await this.store.locked(em, actor, id);
      const pending = await this.revisions.pending(em, item.id);
      const another = await this.revisions.supersede(em, actor, pending);
      if (pending && !another) return;
      if (await this.revisions.letGo(actor, item)) return;
      if (another && canReview(actor))
        throw forbidden('Only whoever suggested this edit can take it back. You can request changes.');
      throw notFound('This draft');
    });
  }
}
