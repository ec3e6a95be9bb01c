import { useSyncExternalStore } from 'react';

/** Whether the media query holds now. */
export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => {
        media.removeEventListener('change', listener);
      };
    },
    () => window.matchMedia(query).matches,
  );
}
