/** The fields of a category that determine its place in the tree. */
interface CategoryNode {
  id: string;
  parent_category_id: string | null;
}

interface CategoryWithDepth<Category> {
  category: Category;
  /** The distance from the root; 0 if the parent is not in the list. */
  depth: number;
}

/** Adds depths to categories, which the server sends in tree order. */
export function addDepths<Category extends CategoryNode>(
  categories: readonly Category[],
): CategoryWithDepth<Category>[] {
  const depths = new Map<string | null, number>();
  return categories.map((category) => {
    const depth = (depths.get(category.parent_category_id) ?? -1) + 1;
    depths.set(category.id, depth);
    return { category, depth };
  });
}

/** All descendants of a category. */
export function getDescendants<Category extends CategoryNode>(categories: readonly Category[], id: string): Category[] {
  const above = new Set<string | null>([id]);
  return categories.filter((category) => {
    const isBelow = above.has(category.parent_category_id);
    if (isBelow) above.add(category.id);
    return isBelow;
  });
}

/** The category and those above it, from the top level; empty if it is not in the list. */
export function getCategoryPath<Category extends CategoryNode>(
  categories: readonly Category[],
  id: string,
): Category[] {
  const category = categories.find((one) => one.id === id);
  if (!category) return [];
  return [...getCategoryPath(categories, category.parent_category_id ?? ''), category];
}

/** The possible parents of a category: all except itself and its descendants. */
export function getPossibleParents<Category extends CategoryNode>(
  categories: readonly Category[],
  id: string | undefined,
): Category[] {
  if (id === undefined) return [...categories];
  const below = getDescendants(categories, id);
  return categories.filter((category) => category.id !== id && !below.includes(category));
}

/** The categories in which the user may write, and those that are chosen already: an item may stay where it is. */
export function getWritableCategories<Category extends { id: string; abilities: { write: boolean } }>(
  categories: readonly Category[],
  ...chosen: (string | null | undefined)[]
): Category[] {
  return categories.filter(({ id, abilities }) => abilities.write || chosen.includes(id));
}

const INDENT = '\u00a0\u00a0\u00a0';

/** Options of a select; descendants are indented, and restricted ones have a lock. */
export function toCategoryOptions(categories: readonly (CategoryNode & { title: string; is_restricted: boolean })[]) {
  return addDepths(categories).map(({ category: { id, title, is_restricted }, depth }) => ({
    value: id,
    label: `${INDENT.repeat(depth)}${title}${is_restricted ? '\u00a0🔒' : ''}`,
  }));
}
