/** As much of a category as its place among the others needs. */
export interface Placed {
  id: string;
  parent_category_id: string | null;
}

interface InTree<Category> {
  category: Category;
  /** How far below the top it stands; from 0, where the one above it is not among those given, too. */
  depth: number;
}

/** They come from the server with those below each of them after it: what is left to say is how far below. */
export function withDepths<Category extends Placed>(categories: readonly Category[]): InTree<Category>[] {
  const depths = new Map<string | null, number>();
  return categories.map((category) => {
    const depth = (depths.get(category.parent_category_id) ?? -1) + 1;
    depths.set(category.id, depth);
    return { category, depth };
  });
}

/** Those below it, however far. */
export function allBelow<Category extends Placed>(categories: readonly Category[], id: string): Category[] {
  const above = new Set<string | null>([id]);
  return categories.filter((category) => {
    const isBelow = above.has(category.parent_category_id);
    if (isBelow) above.add(category.id);
    return isBelow;
  });
}

/** The ones that may stand above a category: all but itself and those below it. */
export function possibleParents<Category extends Placed>(
  categories: readonly Category[],
  id: string | undefined,
): Category[] {
  if (id === undefined) return [...categories];
  const below = allBelow(categories, id);
  return categories.filter((category) => category.id !== id && !below.includes(category));
}
