import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { audiencesOf, hasAudience } from '../items/audience.js';
import type { CategoryResponse } from './categories.dto.js';
import { categoryColumns, type CategoryRow, toCategoryFields } from './category-row.js';
import { inTreeOrder } from './category-tree.js';

interface ContentCategoryRow extends CategoryRow {
  content_count: number;
}

/** Counts come from counters; only the actor's own invisible items are counted by row. */
const select = `
  select ${categoryColumns},
         (
           select coalesce(sum(n), 0)::int from content_counts n
           where n.category_id = c.id and n.audience = any($1::text[])
         ) + (
           select count(*)::int from content_items i
           where i.category_id = c.id and i.author_id = $2::uuid and not ${hasAudience('i', '$1')}
         ) as content_count
  from content_categories c
  left join content_categories parent on parent.id = c.parent_category_id`;

@Injectable()
export class CategoriesQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** In depth-first order: each category is followed by its subcategories. */
  async list(actor: Actor): Promise<CategoryResponse[]> {
    const sql = `${select} order by c.order_index, c.name, c.id`;
    const rows = await this.database.query<ContentCategoryRow>(sql, [audiencesOf(actor), actor.id]);
    return inTreeOrder(rows.map(toCategory));
  }

  /** The first categories with items that the actor sees. */
  async listNonEmpty(actor: Actor, limit: number): Promise<CategoryResponse[]> {
    return (await this.list(actor)).filter(({ content_count }) => content_count > 0).slice(0, limit);
  }

  async find(id: string, actor: Actor): Promise<CategoryResponse | undefined> {
    const row = await this.database.one<ContentCategoryRow>(`${select} where c.id = $3`, [
      audiencesOf(actor),
      actor.id,
      id,
    ]);
    return row && toCategory(row);
  }
}

const toCategory = (row: ContentCategoryRow): CategoryResponse => ({
  ...toCategoryFields(row),
  content_count: row.content_count,
});
