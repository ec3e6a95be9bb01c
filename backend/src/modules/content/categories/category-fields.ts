import { sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import { DEFAULT_COLOR } from './categories.dto.js';
import type { CategoryTree } from './category-tree.js';

/** What can be changed of a category of content or of the forum; the audit log keeps these columns. */
export const categoryFields = ['name', 'description', 'icon', 'color', 'parent_category_id', 'order_index'] as const;
export type CategoryFields = Pick<Row<'content_categories'>, (typeof categoryFields)[number]>;

/** What rows of content categories and of forum categories have in common. */
export interface CategoryRow extends Row<'content_categories'> {
  parent_name: string | null;
}

/** The columns of {@link CategoryRow} of the category `c` and its parent `parent`. */
export const selectCategory = sql<CategoryRow>`
  c.id, c.name, c.description, c.icon, c.color, c.parent_category_id, parent.name as parent_name, c.order_index,
  c.created_at`;

/** What their responses have in common. */
export const toCategoryFields = (row: CategoryRow) => ({
  id: row.id,
  title: row.name,
  name: row.name,
  description: row.description,
  icon: row.icon,
  color: row.color,
  parent_category_id: row.parent_category_id,
  parent_title: row.parent_name,
  order_index: row.order_index,
  created_at: row.created_at.toISOString(),
});

interface CategoryChanges {
  name?: string;
  /** the second spelling of name */
  title?: string;
  description?: string;
  icon?: string;
  color?: string;
  /** empty or null: none */
  parent_category_id?: string | null;
  order_index?: number;
}

/** The fields of a new category; those that are missing in the request get their defaults. */
export const buildCategory = (name: string, request: Omit<CategoryChanges, 'name' | 'title'>): CategoryFields => ({
  name,
  description: request.description ?? '',
  icon: request.icon ?? '',
  color: request.color || DEFAULT_COLOR,
  parent_category_id: request.parent_category_id || null,
  order_index: request.order_index ?? 0,
});

/**
 * The fields of a changed category. Omitted fields stay the same. The caller has locked the tree.
 * @throws 400 when the new parent does not exist, or would make a cycle
 */
export async function editCategory(
  tree: CategoryTree,
  id: string,
  former: CategoryFields,
  request: CategoryChanges,
): Promise<CategoryFields> {
  const parent =
    request.parent_category_id === undefined ? former.parent_category_id : request.parent_category_id || null;
  if (parent !== former.parent_category_id) await tree.checkParent(parent, id);
  return {
    name: request.name ?? request.title ?? former.name,
    description: request.description ?? former.description,
    icon: request.icon ?? former.icon,
    color: request.color ?? former.color,
    parent_category_id: parent,
    order_index: request.order_index ?? former.order_index,
  };
}
