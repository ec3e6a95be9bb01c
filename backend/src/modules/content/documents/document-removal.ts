import { Injectable } from '@nestjs/common';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { documentDeleted } from '../content.events.js';
import { canDelete } from './document.policy.js';
import { factsOf } from './document-status.js';
import { DocumentStore } from './document-store.js';

/** For good: documents are not kept when deleted. */
@Injectable()
export class DocumentRemoval {
  constructor(
    private readonly database: Database,
    private readonly store: DocumentStore,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      const locked = await this.store.locked(em, actor, id);
      const { item } = locked;
      if (!canDelete(actor, factsOf(item))) throw await refusal(this.permissions, actor, 'content.delete_any');
      const before = { title: item.title, slug: item.slug, status: item.status, author_id: item.authorId };
      await this.store.remove(em, locked);
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
