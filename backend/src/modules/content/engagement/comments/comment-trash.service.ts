import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Audit } from '../../../../platform/audit/audit.js';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { Database } from '../../../../platform/database/database.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { FileReferences } from '../../../../platform/files/file-references.js';
import { isRestorableBy, TrashRegistry } from '../../../../platform/trash/trash-registry.js';
import { contentKinds, isVisibleTo } from '../../audience/audience.js';
import { ContentLinks } from '../../search/content-links.js';
import { ItemTrashService } from '../../items/item-trash.service.js';

const PERMISSION = 'moderation.handle';

/**
 * Restores and purges comments. Deleted ones are missing already (`deleted_at`); those with `deleted_by` can be
 * restored (docs/decisions/0061).
 */
@Injectable()
export class CommentTrashService {
  constructor(
    private readonly database: Database,
    private readonly files: FileReferences,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly links: ContentLinks,
    items: ItemTrashService,
    trash: TrashRegistry,
  ) {
    // The comments on a purged item are deleted by cascade.
    for (const kind of contentKinds) items.registerHooks(kind, { beforePurge: (id) => this.releaseAllOfItem(id) });
    trash.register('comment', {
      permission: PERMISSION,
      // A comment on an item in the trash is restored and purged with it.
      selectTrashed: (actor) => sql`
        select c.id, i.title, c.deleted_at, c.deleted_by
        from comments c join content_items i on i.id = c.item_id
        where c.deleted_by is not null and ${isRestorable(actor)}`,
      restore: (actor, id) => this.restore(actor, id),
      purge: (actor, id) => this.purge(actor, id),
    });
  }

  /** Purges what the author had in the trash, in the caller's transaction. For erased users. */
  async purgeByAuthor(authorId: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select c.id from comments c where c.author_id = ${authorId} and c.deleted_by is not null
      order by c.id`.execute(this.database.db);
    for (const { id } of rows) await this.purge(null, id);
  }

  private async releaseAllOfItem(itemId: string): Promise<void> {
    const ids = sql`select c.id from comments c where c.item_id = ${itemId}`;
    await this.files.releaseAll('comment', ids);
    await this.links.removeAll('comment', ids);
  }

  private async restore(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const author_id = await this.lock(actor, id);
      await this.database.db
        .updateTable('comments')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', '=', id)
        .execute();
      // As deletions: only those of other users are audited.
      if (author_id !== actor.id)
        await this.audit.record({
          actor,
          action: 'comment.restored',
          subject: { type: 'comment', id },
          after: { author_id },
        });
      this.cache.invalidate();
    });
  }

  /** The row stays without its text: replies refer to it. */
  private async purge(actor: Actor | null, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const author_id = await this.lock(actor, id);
      await this.files.release({ subjectType: 'comment', subjectId: id });
      await this.links.replace('comment', id, []);
      await this.database.db
        .updateTable('comments')
        .set({ content: '', anchor: null, anchor_version: null, mentioned: [], deleted_by: null })
        .where('id', '=', id)
        .execute();
      const subject = { type: 'comment', id };
      await this.audit.record({ actor, action: 'comment.purged', subject, before: { author_id } });
      this.cache.invalidate();
    });
  }

  /** @returns the author. @throws 404 unless the comment is in the trash and the actor may restore it */
  private async lock(actor: Actor | null, id: string): Promise<string> {
    const comment = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select('c.author_id')
      .where('c.id', '=', id)
      .where('c.deleted_by', 'is not', null)
      .where(isRestorable(actor))
      .forUpdate('c')
      .executeTakeFirst();
    if (!comment) throw notFound('comment');
    return comment.author_id;
  }
}

/** Over the aliases c of comments and i of content_items; null is the system. Only on items that the actor sees. */
const isRestorable = (actor: Actor | null): RawBuilder<boolean> =>
  actor ? sql`(${isRestorableBy(actor, PERMISSION, 'c')} and ${isVisibleTo(actor, 'i')})` : sql`true`;
