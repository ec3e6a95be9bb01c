import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf } from '../items/audience.js';
import type { CategoryResponse } from './categories.dto.js';
import { inTreeOrder } from './category-tree.js';

interface CategoryRow {
  id: string;
  name: string;
  description: string;
  icon: string;
  color: string;
  parent_category_id: string | null;
  parent_name: string | null;
  order_index: number;
  content_count: number;
  created_at: Date;
}

/** Counts come from counters; only the actor's own invisible items are counted by row. */
const select = `
  select c.id, c.name, c.description, c.icon, c.color, c.parent_category_id, parent.name as parent_name, c.order_index,
         c.created_at,
         (
           select coalesce(sum(n), 0)::int from content_counts n
           where n.category_id = c.id and n.audience = any($1::text[])
         ) + (
           select count(*)::int from content_items i
           where i.category_id = c.id and i.author_id = $2::uuid and not i.audience = any($1::text[])
         ) as content_count
  from content_categories c
  left join content_categories parent on parent.id = c.parent_category_id`;

@Injectable()
export class CategoriesQueries {
  constructor(private readonly database: Database) {}

  /** In depth-first order: each category is followed by its subcategories. */
  async list(actor: Actor): Promise<CategoryResponse[]> {
    const sql = `${select} order by c.order_index, c.name, c.id`;
    const rows = await this.database.query<CategoryRow>(sql, [audiencesOf(actor), actor.id]);
    return inTreeOrder(rows.map(toCategory));
  }

  /** The first categories with items that the actor sees. */
  async listNonEmpty(actor: Actor, limit: number): Promise<CategoryResponse[]> {
    return (await this.list(actor)).filter(({ content_count }) => content_count > 0).slice(0, limit);
  }

  async find(id: string, actor: Actor): Promise<CategoryResponse | undefined> {
    const row = await this.database.one<CategoryRow>(`${select} where c.id = $3`, [audiencesOf(actor), actor.id, id]);
    return row && toCategory(row);
  }
}

const toCategory = (row: CategoryRow): CategoryResponse => ({
  id: row.id,
  title: row.name,
  name: row.name,
  description: row.description,
  icon: row.icon,
  color: row.color,
  parent_category_id: row.parent_category_id,
  parent_title: row.parent_name,
  order_index: row.order_index,
  content_count: row.content_count,
  created_at: row.created_at.toISOString(),
});
