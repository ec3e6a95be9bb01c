import { useEffect, useRef } from 'react';

/** What was loaded last begins where the focus goes: the button that loaded it has moved away, or is gone. */
export function useFocusOnNew(count: number) {
  const results = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(undefined);
  useEffect(() => {
    if (firstNew.current === undefined || firstNew.current >= count) return;
    results.current?.querySelectorAll<HTMLElement>('h3 a')[firstNew.current]?.focus({ preventScroll: true });
    firstNew.current = undefined;
  }, [count]);
  const focusFrom = (index: number) => {
    firstNew.current = index;
  };
  return { results, focusFrom };
}
