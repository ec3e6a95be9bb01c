/** What rows of content categories and of forum categories have in common. */
export interface CategoryRow {
  id: string;
  name: string;
  description: string;
  icon: string;
  color: string;
  parent_category_id: string | null;
  parent_name: string | null;
  order_index: number;
  created_at: Date;
}

/** The columns of {@link CategoryRow} of the category `c` and its parent `parent`. */
export const categoryColumns =
  'c.id, c.name, c.description, c.icon, c.color, c.parent_category_id, parent.name as parent_name, c.order_index, ' +
  'c.created_at';

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
