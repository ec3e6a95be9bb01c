import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { Database } from '../../../../platform/database/database.js';
import {
  MODERATED_TEXT,
  type ModeratedCaption,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../../platform/moderation/moderation-registry.js';
import { commentPath, itemPath, selectItemPath } from '../../items/items.queries.js';

/** Hides and restores comments. */
@Injectable()
export class CommentModeration {
  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    registry: ModerationRegistry,
  ) {
    registry.register('comment', {
      lock: (id) => this.lock(id),
      hide: (id) => this.setHidden(id, new Date()),
      restore: (id) => this.setHidden(id, null),
      findCaption: (id) => this.findCaption(id),
      findExisting: (ids) => this.findExisting(ids),
      selectDescription: (id) => sql`
        select i.title, ${selectItemPath('i')} || '#comment-' || c.id as path, c.author_id,
               left(c.content, ${sql.lit(MODERATED_TEXT)}) as text, null::int as version, c.hidden_at
        from comments c join content_items i on i.id = c.item_id where c.id = ${id} and c.deleted_at is null`,
      selectHidden: () =>
        sql`select c.id, c.hidden_at from comments c where c.hidden_at is not null and c.deleted_at is null`,
    });
  }

  private lock(id: string): Promise<ModeratedSubject | undefined> {
    return this.database.db
      .selectFrom('comments')
      .select(['id', 'author_id as authorId', sql<boolean>`hidden_at is not null`.as('isHidden')])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
  }

  private async setHidden(id: string, hidden_at: Date | null): Promise<void> {
    await this.database.db.updateTable('comments').set({ hidden_at }).where('id', '=', id).execute();
    this.cache.invalidate();
  }

  private async findCaption(id: string): Promise<ModeratedCaption | undefined> {
    const item = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select(['i.title', 'i.kind', 'i.slug'])
      .where('c.id', '=', id)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst();
    return item && { title: item.title, path: commentPath(itemPath(item), id) };
  }

  private async findExisting(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('comments')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('deleted_at', 'is', null)
      .execute();
    return new Set(rows.map((row) => row.id));
  }
}
