import { useEffect, useRef } from 'react';

/**
 * What was loaded last begins where the focus goes: the button that loaded it has moved away, or is gone.
 * @param selector of what gets it, one in each result
 */
export function useFocusOnNew(count: number, selector = 'h3 a') {
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
