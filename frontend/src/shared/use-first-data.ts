import { useHydrated } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { isPageOld } from '../api/preload';
import { whileHydrating } from '../lib/hydration';

/**
 * On the server, and where the browser takes over its HTML, a part waits for its data; elsewhere it shows a skeleton
 * meanwhile. A part that is taken over late is of the data that the page contains, and then refreshed.
 * @param isPending whether there are neither data nor an error
 * @param load does not throw
 */
export function useFirstData(
  isPending: boolean,
  { load, refresh }: { load: () => Promise<void>; refresh: () => Promise<unknown> },
): void {
  const isHydrated = useHydrated();
  const [isOfServer] = useState(!isHydrated);
  const onTakenOver = useEffectEvent(() => {
    if (isOfServer && isPageOld()) void refresh();
  });
  useEffect(() => {
    onTakenOver();
  }, []);
  // As the library's hooks do; `use` must not be left out when React repeats the render, and then there are data.
  // oxlint-disable-next-line typescript/only-throw-error -- React waits for it
  if (!isHydrated && isPending) throw whileHydrating(load);
}
