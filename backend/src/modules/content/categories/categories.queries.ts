import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isCounted, isVisibleToAuthorOnly, toReader } from '../audience/audience.js';
import type { CategoryResponse } from './categories.dto.js';
import { canReadCategory, canWriteCategory } from '../../auth/index.js';
import { type CategoryRow, selectCategory, toCategoryFields, inTreeOrder } from './category-tree.js';

interface ContentCategoryRow extends CategoryRow {
  is_series: boolean;
  content_count: number;
}

/** Counts come from counters; only the actor's own invisible items are counted by row. */
const selectCategories = (actor: Actor) => sql<ContentCategoryRow>`
  select ${selectCategory}, c.is_series,
         (
           select coalesce(sum(n), 0)::int from content_counts n
           where n.category_id = c.id and ${isCounted(toReader(actor), 'n')}
         ) + (
           select count(*)::int from content_items i
           where i.category_id = c.id and ${isVisibleToAuthorOnly(actor, 'i')}
         ) as content_count
  from content_categories c
  left join content_categories parent on parent.id = c.parent_category_id`;

@Injectable()
export class CategoriesQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** In depth-first order: each category is followed by its subcategories. */
  async list(actor: Actor): Promise<CategoryResponse[]> {
    const { rows } = await sql<ContentCategoryRow>`
      ${selectCategories(actor)} order by c.order_index, c.name, c.id`.execute(this.database.db);
    const readable = rows.filter((row) => canReadCategory(actor, 'content', row.scope));
    return inTreeOrder(readable.map((row) => toCategory(row, actor)));
  }

  /** The first categories with items that the actor sees. */
  async listNonEmpty(actor: Actor, limit: number): Promise<CategoryResponse[]> {
    return (await this.list(actor)).filter(({ content_count }) => content_count > 0).slice(0, limit);
  }

  /** Undefined when it is missing, or its limits keep the actor out. */
  async find(id: string, actor: Actor): Promise<CategoryResponse | undefined> {
    const { rows } = await sql<ContentCategoryRow>`
      ${selectCategories(actor)} where c.id = ${id}`.execute(this.database.db);
    const [row] = rows;
    return row && canReadCategory(actor, 'content', row.scope) ? toCategory(row, actor) : undefined;
  }
}

const toCategory = (row: ContentCategoryRow, actor: Actor): CategoryResponse => ({
  ...toCategoryFields(row),
  abilities: { write: actor.can('content.create') && canWriteCategory(actor, 'content', row.scope) },
  is_series: row.is_series,
  content_count: row.content_count,
});
