import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Moves the focus to the new screen's heading, like a page load, or to the screen's main field; changes of filters and
 * anchors leave it in place.
 */
export function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    // Tracked here, because the router reports no previous location if the first screen is left before it has loaded.
    let previousPathname = router.latestLocation.pathname;
    return router.subscribe('onRendered', ({ toLocation: { pathname } }) => {
      if (pathname === previousPathname) return;
      previousPathname = pathname;
      const first = document.querySelector<HTMLElement>('main [data-first-focus]');
      (first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    });
  }, [router]);
}
