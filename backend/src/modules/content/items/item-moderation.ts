import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import {
  type ModeratedCaption,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../platform/moderation/moderation-registry.js';
import { type ContentKind, contentKinds } from '../audience/enums.js';
import { itemPath, selectItemPath, ItemsQueries } from './items.queries.js';
import { ItemWriter } from './item-writer.js';

/** Hides and restores documents and videos, with their counters, tags and search entries. */
@Injectable()
export class ItemModeration {
  constructor(
    private readonly database: Database,
    private readonly items: ItemWriter,
    private readonly queries: ItemsQueries,
    registry: ModerationRegistry,
  ) {
    for (const kind of contentKinds)
      registry.register(kind, {
        lock: (id) => this.lock(kind, id),
        hide: (id) => this.setHidden(kind, id, new Date()),
        restore: (id) => this.setHidden(kind, id, null),
        findCaption: (id) => this.findCaption(id),
        findExisting: (ids) => this.findExisting(kind, ids),
        selectDescription: (id) => sql`
          select i.title, ${selectItemPath('i')} as path, i.author_id, i.summary as text, i.version, i.hidden_at
          from content_items i where i.id = ${id} and i.kind = ${sql.lit(kind)}`,
        selectHidden: () => sql`
          select i.id, i.hidden_at from content_items i where i.kind = ${sql.lit(kind)} and i.hidden_at is not null`,
      });
  }

  private lock(kind: ContentKind, id: string): Promise<ModeratedSubject | undefined> {
    return this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.author_id as authorId', sql<boolean>`i.hidden_at is not null`.as('isHidden')])
      .where('i.id', '=', id)
      .where('i.kind', '=', kind)
      .forUpdate()
      .executeTakeFirst();
  }

  private async setHidden(kind: ContentKind, id: string, hiddenAt: Date | null): Promise<void> {
    await this.database.transaction(() => this.items.setHidden({ kind, id }, hiddenAt));
  }

  private async findCaption(id: string): Promise<ModeratedCaption | undefined> {
    const item = await this.queries.findCaption(id);
    return item && { title: item.title, path: itemPath(item) };
  }

  private async findExisting(kind: ContentKind, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', kind)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return new Set(rows.map((row) => row.id));
  }
}
