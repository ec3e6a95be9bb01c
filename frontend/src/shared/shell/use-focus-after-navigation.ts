import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Moves the focus to the new screen's heading, as a page load would, or to the one field that a screen is for;
 * filters and anchors leave it where it is.
 */
export function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        const first = document.querySelector<HTMLElement>('main [data-first-focus]');
        (first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
      }),
    [router],
  );
}
