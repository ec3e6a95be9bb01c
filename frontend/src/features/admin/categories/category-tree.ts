/** As much of a category as its place among the others needs. */
export interface Placed {
  id: string;
  parent_category_id: string | null;
}

/** Each category with those below it after it, in the order they came; `depth` counts from 0. */
export function inTreeOrder<Category extends Placed>(
  categories: readonly Category[],
  parent: string | null = null,
  depth = 0,
): { category: Category; depth: number }[] {
  return categories
    .filter(({ parent_category_id }) => parent_category_id === parent)
    .flatMap((category) => [{ category, depth }, ...inTreeOrder(categories, category.id, depth + 1)]);
}

/** The ones that may stand above a category: all but itself and those below it. */
export function possibleParents<Category extends Placed>(
  categories: readonly Category[],
  id: string | undefined,
): { category: Category; depth: number }[] {
  if (id === undefined) return inTreeOrder(categories);
  const below = new Set([id, ...inTreeOrder(categories, id).map(({ category }) => category.id)]);
  return inTreeOrder(categories).filter(({ category }) => !below.has(category.id));
}
