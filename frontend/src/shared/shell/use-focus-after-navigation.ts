import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Moves the focus to the new screen's heading, as a page load would, or to the one field that a screen is for;
 * filters and anchors leave it where it is.
 */
export function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    // Kept here, since the router names no former screen to those who leave the first one before it has come.
    let shown = router.latestLocation.pathname;
    return router.subscribe('onRendered', ({ toLocation: { pathname } }) => {
      if (pathname === shown) return;
      shown = pathname;
      const first = document.querySelector<HTMLElement>('main [data-first-focus]');
      (first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    });
  }, [router]);
}
