import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { CategoriesService } from '../categories/categories.service.js';
import type { ItemRef } from './items.service.js';
import { ItemTrashService } from './item-trash.service.js';

export interface DemoItem extends ItemRef {
  isTrashed: boolean;
  /** a user has saved another version, waits for the review of one, or has commented on it */
  isKept: boolean;
}

/** The items of a demo: those from before it was complete, since a hub is empty when its demo is created. */
@Injectable()
export class DemoItemsService {
  constructor(
    private readonly database: Database,
    private readonly trash: ItemTrashService,
    private readonly categories: CategoriesService,
  ) {}

  /** @param completedAt when the demo was complete */
  async list(completedAt: Date): Promise<DemoItem[]> {
    return this.listWhere(completedAt, sql`true`);
  }

  /**
   * Deletes the item for good, with its comments, reactions and files, unless it is to be kept by now.
   * @returns whether it was deleted
   * @throws 403, 404
   */
  async delete(actor: Actor, { id }: DemoItem, completedAt: Date): Promise<boolean> {
    return withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () =>
      this.database.transaction(async () => {
        // Before the item is judged, in statements of their own: what was committed during the wait counts.
        await sql`select from content_items where id = ${id} for update`.execute(this.database.db);
        await sql`select from comments where item_id = ${id} order by id for update`.execute(this.database.db);
        const [item] = await this.listWhere(completedAt, sql`i.id = ${id}`);
        if (!item || item.isKept) return false;
        await this.trash.deleteDemoItem(actor, item);
        return true;
      }),
    );
  }

  /** @param kept ids of categories that stay. @returns how many */
  removeEmptyCategories(actor: Actor, completedAt: Date, kept: ReadonlySet<string>): Promise<number> {
    return this.categories.removeEmptyDemo(actor, completedAt, kept);
  }

  /** @param condition over the alias i of content_items */
  private async listWhere(completedAt: Date, condition: RawBuilder<unknown>): Promise<DemoItem[]> {
    const { rows } = await sql<DemoItem>`
      select i.kind, i.id, i.deleted_at is not null as "isTrashed",
             coalesce(i.updated_at > ${completedAt}, false) or exists (
               select 1 from document_revisions r where r.item_id = i.id and r.created_at > ${completedAt}
             ) or exists (
               select 1 from comments c
               where c.item_id = i.id and c.deleted_at is null
                 and (c.created_at > ${completedAt} or c.edited_at > ${completedAt})
             ) as "isKept"
      from content_items i where i.created_at <= ${completedAt} and ${condition} order by i.id`.execute(
      this.database.db,
    );
    return rows;
  }
}
