import { lazy, useEffect } from 'react';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { ChunkLoadError } from '../../../shared/errors/load-error';
import { LazyBoundary } from '../../../ui/lazy';
import { endSplit, useSplitSelection } from '../posts/split-selection';

const SplitBar = lazy(() => import('./split-bar'));

/** The bar of a moderator who selects posts; nothing for others. */
export function SplitMode({ thread }: { thread: ThreadResponse }) {
  const selection = useSplitSelection(thread.id);
  useEffect(() => endSplit, [thread.id]);
  if (!selection) return null;
  return (
    <LazyBoundary errorFallback={<ChunkLoadError />}>
      <SplitBar thread={thread} selection={selection} />
    </LazyBoundary>
  );
}
