import { DEFAULT_COLOR } from './categories.dto.js';
import type { CategoryTree } from './category-tree.js';

/** What categories of content and of the forum have in common, as entities. */
interface CategoryFields {
  name: string;
  description: string;
  icon: string;
  color: string;
  parentCategoryId?: string | null;
  orderIndex: number;
}

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
export const newCategoryFields = (name: string, request: Omit<CategoryChanges, 'name' | 'title'>) => ({
  name,
  description: request.description ?? '',
  icon: request.icon ?? '',
  color: request.color || DEFAULT_COLOR,
  parentCategoryId: request.parent_category_id || null,
  orderIndex: request.order_index ?? 0,
});

/**
 * Omitted fields stay the same. The caller has locked the tree.
 * @throws 400 when the new parent does not exist, or would make a cycle
 */
export async function changeCategory(
  tree: CategoryTree,
  category: CategoryFields & { id: string },
  request: CategoryChanges,
): Promise<void> {
  const former = category.parentCategoryId ?? null;
  const parent = request.parent_category_id === undefined ? former : request.parent_category_id || null;
  if (parent !== former) await tree.checkParent(parent, category.id);
  category.name = request.name ?? request.title ?? category.name;
  category.description = request.description ?? category.description;
  category.icon = request.icon ?? category.icon;
  category.color = request.color ?? category.color;
  category.parentCategoryId = parent;
  category.orderIndex = request.order_index ?? category.orderIndex;
}

/** What the audit log keeps of a category. */
export const categoryAuditFields = ({
  name,
  description,
  icon,
  color,
  parentCategoryId,
  orderIndex,
}: CategoryFields) => ({
  name,
  description,
  icon,
  color,
  parent_category_id: parentCategoryId ?? null,
  order_index: orderIndex,
});
