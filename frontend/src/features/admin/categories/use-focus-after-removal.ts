import { useEffect, useRef } from 'react';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import type { DeleteCategory } from './use-delete-category';

/** Moves the focus from a deleted category's button to that of the category in its place. */
export function useFocusAfterRemoval(categories: readonly CategoryResponse[], { confirmedId, inUse }: DeleteCategory) {
  const grid = useRef<HTMLUListElement>(null);
  const lastIndex = useRef<number>(undefined);
  useEffect(() => {
    const at = categories.findIndex(({ id }) => id === confirmedId);
    if (at >= 0) lastIndex.current = at;
    else if (lastIndex.current !== undefined && !inUse) {
      const buttons = grid.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [];
      // Leaves the focus alone if the user has moved it.
      if (document.activeElement === document.body) buttons[Math.min(lastIndex.current, buttons.length - 1)]?.focus();
      lastIndex.current = undefined;
    }
  }, [categories, confirmedId, inUse]);
  return grid;
}
