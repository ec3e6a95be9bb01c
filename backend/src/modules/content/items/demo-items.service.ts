import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { CategoriesService } from '../categories/categories.service.js';
import type { ItemRef } from './items.service.js';
import { ItemTrashService } from './item-trash.service.js';

export interface DemoItem extends ItemRef {
  isTrashed: boolean;
  /** a user has saved another version, waits for the review of one, or has commented on it */
  isEdited: boolean;
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
    const { rows } = await sql<DemoItem>`
      select i.kind, i.id, i.deleted_at is not null as "isTrashed",
             coalesce(i.updated_at > ${completedAt}, false) or exists (
               select 1 from document_revisions r where r.item_id = i.id and r.created_at > ${completedAt}
             ) or exists (
               select 1 from comments c
               where c.item_id = i.id and c.deleted_at is null
                 and (c.created_at > ${completedAt} or c.edited_at > ${completedAt})
             ) as "isEdited"
      from content_items i where i.created_at <= ${completedAt} order by i.id`.execute(this.database.db);
    return rows;
  }

  /** Deletes the item for good, with its comments, reactions and files. @throws 403, 404 */
  async delete(actor: Actor, { kind, id, isTrashed }: DemoItem): Promise<void> {
    await this.trash.deleteDemo(actor, { kind, id }, { isTrashed });
  }

  /** @param kept ids of categories that stay. @returns how many */
  removeEmptyCategories(actor: Actor, completedAt: Date, kept: ReadonlySet<string>): Promise<number> {
    return this.categories.removeEmptyDemo(actor, completedAt, kept);
  }
}
