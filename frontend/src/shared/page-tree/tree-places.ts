import type { TreeItem } from './queries';

/** Where a row is in a tree. */
export interface TreePosition {
  categoryId: string;
  /** The ancestors in the tree of the category, from the top. */
  path: readonly string[];
  /** The loaded pages with the same parent, in their order. */
  siblings: readonly TreeItem[];
  index: number;
}

/** Where a page moves to. */
export interface TreePlace {
  category_id: string;
  parent_id: string | null;
  /** The sibling before it; null: the first place, absent: the last one. */
  after_id?: string | null;
}

const getParent = (path: readonly string[]): string | null => path.at(-1) ?? null;

/**
 * Where Alt and an arrow key move a page: before or after its neighbour, below the page before it, or after its parent.
 * @returns undefined where it cannot move in that direction, and for other keys
 */
export function getKeyboardPlace(key: string, position: TreePosition): TreePlace | undefined {
  const { categoryId: category_id, path, siblings, index } = position;
  const parent_id = getParent(path);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  switch (key) {
    case 'ArrowUp':
      return before && { category_id, parent_id, after_id: siblings[index - 2]?.id ?? null };
    case 'ArrowDown':
      return after && { category_id, parent_id, after_id: after.id };
    case 'ArrowRight':
      return before && { category_id, parent_id: before.id };
    case 'ArrowLeft':
      return parent_id === null ? undefined : { category_id, parent_id: path.at(-2) ?? null, after_id: parent_id };
    default:
      return undefined;
  }
}

export type DropOperation = 'reorder-before' | 'reorder-after' | 'combine';

/**
 * Where a page moves that is dropped on a row.
 * @returns undefined where that changes nothing
 */
export function getDropPlace(movedId: string, operation: DropOperation, target: TreePosition): TreePlace | undefined {
  const { categoryId: category_id, path, siblings, index } = target;
  const id = siblings[index]?.id;
  if (id === undefined || id === movedId || path.includes(movedId)) return undefined;
  if (operation === 'combine') return { category_id, parent_id: id };
  const parent_id = getParent(path);
  const before = siblings[index - 1]?.id ?? null;
  const after = siblings[index + 1]?.id;
  if (operation === 'reorder-before')
    return before === movedId ? undefined : { category_id, parent_id, after_id: before };
  return after === movedId ? undefined : { category_id, parent_id, after_id: id };
}
