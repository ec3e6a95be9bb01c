import { useEffect, useRef } from 'react';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import type { DeleteCategory } from './use-delete-category';

/** A category takes the button that deleted it along: the focus goes on to that of the one in its place. */
export function useFocusAfterRemoval(categories: readonly CategoryResponse[], { asked, inUse }: DeleteCategory) {
  const grid = useRef<HTMLUListElement>(null);
  const place = useRef<number>(undefined);
  useEffect(() => {
    const at = categories.findIndex(({ id }) => id === asked);
    if (at >= 0) place.current = at;
    else if (place.current !== undefined && !inUse) {
      const buttons = grid.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [];
      // Whoever has gone elsewhere meanwhile stays there.
      if (document.activeElement === document.body) buttons[Math.min(place.current, buttons.length - 1)]?.focus();
      place.current = undefined;
    }
  }, [categories, asked, inUse]);
  return grid;
}
