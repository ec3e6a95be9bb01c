import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the first item loaded last, because the button that loaded it has moved or disappeared.
 * @param selector the element to focus in each item
 */
export function useFocusOnNewItems(count: number, selector = 'h3 a') {
  const results = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(undefined);
  useEffect(() => {
    if (firstNew.current === undefined || firstNew.current >= count) return;
    results.current?.querySelectorAll<HTMLElement>(selector)[firstNew.current]?.focus({ preventScroll: true });
    firstNew.current = undefined;
  }, [count, selector]);
  const focusFrom = (index: number) => {
    firstNew.current = index;
  };
  return { results, focusFrom };
}
