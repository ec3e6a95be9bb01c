import { Injectable } from '@nestjs/common';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { Events } from '../../../platform/events/events.js';
import { factsOf } from './document.policy.js';
import { DocumentsRepository } from './documents.repository.js';
import { documentDeleted } from './document.events.js';
import { canDelete } from '../items/item.policy.js';

/** Deletes documents permanently. */
@Injectable()
export class DocumentRemoval {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsRepository,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

  /** Raises the statement timeout: a document can have many comments, views and revisions. */
  async remove(actor: Actor, id: string): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.removeInTransaction(actor, id));
  }

  private async removeInTransaction(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      const locked = await this.documents.lock(em, actor, id);
      const { item } = locked;
      if (!canDelete(actor, factsOf(item))) throw await refusal(this.permissions, actor, 'content.delete_any');
      const before = { title: item.title, slug: item.slug, status: item.status, author_id: item.authorId };
      await this.documents.remove(em, locked);
      await this.audit.record({
        actor,
        action: 'document.deleted',
        subject: { type: 'document', id: item.id },
        before,
      });
      await this.events.publish(documentDeleted, {
        id: item.id,
        authorId: item.authorId,
        actorId: actor.userId,
        title: item.title,
      });
    });
  }
}
