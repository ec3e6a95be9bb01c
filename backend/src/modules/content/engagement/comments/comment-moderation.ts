import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { Database } from '../../../../platform/database/database.js';
import {
  MODERATED_TEXT,
  type ModeratedCaption,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../../platform/moderation/moderation-registry.js';
import { commentPath, itemPath, itemPathSql, ItemsQueries } from '../../items/items.queries.js';

/** Hides and restores comments. */
@Injectable()
export class CommentModeration {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsQueries,
    private readonly cache: QueryCache,
    registry: ModerationRegistry,
  ) {
    registry.register('comment', {
      lock: (id) => this.lock(id),
      hide: (id) => this.setHidden(id, new Date()),
      restore: (id) => this.setHidden(id, null),
      findCaption: (id) => this.findCaption(id),
      findExisting: (ids) => this.findExisting(ids),
      describeSql: (id) => `
        select i.title, ${itemPathSql('i')} || '#comment-' || c.id as path, c.author_id,
               left(c.content, ${MODERATED_TEXT}) as text, null::int as version, c.hidden_at
        from comments c join content_items i on i.id = c.item_id where c.id = ${id} and c.deleted_at is null`,
      hiddenSql: 'select c.id, c.hidden_at from comments c where c.hidden_at is not null and c.deleted_at is null',
    });
  }

  private lock(id: string): Promise<ModeratedSubject | undefined> {
    return this.database.one<ModeratedSubject>(
      `select c.id, c.author_id as "authorId", c.hidden_at is not null as "isHidden"
       from comments c where c.id = $1 and c.deleted_at is null for update`,
      [id],
    );
  }

  private async setHidden(id: string, hiddenAt: Date | null): Promise<void> {
    await this.database.query('update comments set hidden_at = $2 where id = $1', [id, hiddenAt]);
    this.cache.invalidate();
  }

  private async findCaption(id: string): Promise<ModeratedCaption | undefined> {
    const comment = await this.database.one<{ item_id: string }>(
      'select c.item_id from comments c where c.id = $1 and c.deleted_at is null',
      [id],
    );
    const item = comment && (await this.items.findCaption(comment.item_id));
    return item && { title: item.title, path: commentPath(itemPath(item), id) };
  }

  private async findExisting(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      'select c.id from comments c where c.id = any($1::uuid[]) and c.deleted_at is null',
      [ids],
    );
    return new Set(rows.map((row) => row.id));
  }
}
