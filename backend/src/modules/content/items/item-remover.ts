import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { Events } from '../../../platform/events/events.js';
import type { ContentKind } from '../audience/audience.js';
import { type ItemRef, ItemWriter } from './item-writer.js';
import { itemDeleted } from './item.events.js';

/** Removes what a kind keeps for an item outside the tables that are deleted by cascade. */
type RemoveExtras = (itemId: string) => Promise<void>;

/** Deletes items of any kind permanently. */
@Injectable()
export class ItemRemover {
  private readonly extras = new Map<ContentKind, RemoveExtras>();

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly items: ItemWriter,
  ) {}

  /** @param removeExtras runs in the transaction of the removal, before the rows are deleted */
  registerExtras(kind: ContentKind, removeExtras: RemoveExtras): void {
    this.extras.set(kind, removeExtras);
  }

  /**
   * Raises the statement timeout: an item can have many comments, views and revisions.
   * @throws 403, 404
   */
  async remove(actor: Actor, ref: ItemRef): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () =>
      this.database.transaction(() => this.removeInTransaction(actor, ref)),
    );
  }

  private async removeInTransaction(actor: Actor, ref: ItemRef): Promise<void> {
    const { item } = await this.items.lock(actor, ref);
    await this.items.requireDeletable(actor, item);
    const { id, kind, title, slug, status, author_id: authorId } = item;
    await this.extras.get(kind)?.(id);
    await this.items.remove(item);
    const before = { title, slug, status, author_id: authorId };
    await this.audit.record({ actor, action: `${kind}.deleted`, subject: { type: kind, id }, before });
    await this.events.publish(itemDeleted[kind], { id, authorId, actorId: actor.userId, title });
  }
}
