import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

interface ItemUrl {
  path: '/docs/$id' | '/videos/$id';
  /** The current slug, or the id of an item without a usable one. */
  id: string;
  /** The id in the URL. */
  opened: string;
}

/**
 * Replaces an id or a former slug in the URL by the current slug.
 *
 * @param cache stores the item under its current slug, so that the navigation triggers no request and no flicker
 */
export function useCanonicalUrl({ path, id, opened }: ItemUrl, cache: () => void): void {
  const navigate = useNavigate();
  const onReplace = useEffectEvent(cache);
  useEffect(() => {
    if (id === opened) return;
    onReplace();
    void navigate({ to: path, params: { id }, search: true, hash: true, replace: true, resetScroll: false });
  }, [path, id, opened, navigate]);
}
