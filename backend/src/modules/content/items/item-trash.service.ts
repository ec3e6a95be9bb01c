import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { Events } from '../../../platform/events/events.js';
import { isRestorableBy, TrashRegistry } from '../../../platform/trash/trash-registry.js';
import { CategoryAccessService } from '../../auth/index.js';
import { type ContentKind, contentKinds, wouldBeVisibleTo } from '../audience/audience.js';
import type { Item } from './item.js';
import { type ItemRef, ItemsService } from './items.service.js';
import { itemDeleted } from './item.events.js';

/** What a kind does in the transaction of a command of the trash. */
interface TrashHooks {
  /** before the rows of a purged item are deleted: what the kind keeps outside the tables deleted by cascade */
  beforePurge?: (itemId: string) => Promise<void>;
  /** after an item was restored */
  afterRestore?: (itemId: string) => Promise<void>;
}

const PERMISSION = 'content.delete_any';

/** Moves items of any kind to the trash, restores and purges them (docs/decisions/0061). */
@Injectable()
export class ItemTrashService {
  private readonly hooks = new Map<ContentKind, TrashHooks[]>();

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly items: ItemsService,
    private readonly categories: CategoryAccessService,
    trash: TrashRegistry,
  ) {
    for (const kind of contentKinds)
      trash.register(kind, {
        permission: PERMISSION,
        selectTrashed: (actor) => sql`
          select i.id, i.title, i.deleted_at, i.deleted_by from content_items i
          where i.kind = ${sql.lit(kind)} and i.deleted_at is not null and ${isRestorable(actor)}`,
        restore: (actor, id) => this.restore(actor, { kind, id }),
        purge: (actor, id) => this.purge(actor, { kind, id }),
      });
  }

  registerHooks(kind: ContentKind, hooks: TrashHooks): void {
    this.hooks.set(kind, [...(this.hooks.get(kind) ?? []), hooks]);
  }

  /** @throws 403, 404 */
  async moveToTrash(actor: Actor, ref: ItemRef, { isDemo = false } = {}): Promise<void> {
    await this.runInTransaction(async () => {
      const { item, actor: acting } = await this.items.lock(actor, ref);
      await this.items.requireDeletable(acting, item);
      await this.items.moveToTrash(item, actor.userId);
      await this.recordChange(actor, 'deleted', item);
      const { id, author_id: authorId, category_id: categoryId, title } = item;
      const deleted = { id, authorId, actorId: actor.userId, title, categoryId, isDemo };
      await this.events.publish(itemDeleted[item.kind], deleted);
    });
  }

  /** Deletes an item of the demo for good, which may be in the trash already. @throws 403, 404 */
  async deleteDemoItem(actor: Actor, { isTrashed, ...ref }: ItemRef & { isTrashed: boolean }): Promise<void> {
    await this.runInTransaction(async () => {
      if (!isTrashed) await this.moveToTrash(actor, ref, { isDemo: true });
      await this.purge(actor, ref);
    });
  }

  /** Purges what the author had in the trash, in the caller's transaction. For erased users. */
  async purgeByAuthor(authorId: string): Promise<void> {
    const refs = await this.database.db
      .selectFrom('content_items')
      .select(['kind', 'id'])
      .where('author_id', '=', authorId)
      .where('deleted_at', 'is not', null)
      .orderBy('id')
      .execute();
    for (const ref of refs) await this.purge(null, ref);
  }

  private async restore(actor: Actor, ref: ItemRef): Promise<void> {
    await this.runInTransaction(async () => {
      const item = await this.items.lockTrashed(ref, isRestorable(actor));
      await this.categories.requireWritable(actor, 'content', item.category_id);
      await this.items.restore(item);
      for (const { afterRestore } of this.hooks.get(item.kind) ?? []) await afterRestore?.(item.id);
      await this.recordChange(actor, 'restored', item);
    });
  }

  private async purge(actor: Actor | null, ref: ItemRef): Promise<void> {
    await this.runInTransaction(async () => {
      const item = await this.items.lockTrashed(ref, isRestorable(actor));
      for (const { beforePurge } of this.hooks.get(item.kind) ?? []) await beforePurge?.(item.id);
      await this.items.purge(item);
      await this.recordChange(actor, 'purged', item);
    });
  }

  private async recordChange(
    actor: Actor | null,
    verb: 'deleted' | 'restored' | 'purged',
    { id, kind, title, slug, status, author_id }: Item,
  ): Promise<void> {
    const facts = { title, slug, status, author_id };
    const subject = { type: kind, id };
    const change = verb === 'restored' ? { after: facts } : { before: facts };
    await this.audit.record({ actor, action: `${kind}.${verb}`, subject, ...change });
  }

  /** Raises the statement timeout: an item can have many comments, views and revisions. */
  private async runInTransaction(work: () => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.database.transaction(work));
  }
}

/** Over the alias i of content_items; null is the system. Others' items only when the actor would see them restored. */
const isRestorable = (actor: Actor | null): RawBuilder<boolean> =>
  actor ? sql`(${isRestorableBy(actor, PERMISSION, 'i')} and ${wouldBeVisibleTo(actor, 'i')})` : sql`true`;
