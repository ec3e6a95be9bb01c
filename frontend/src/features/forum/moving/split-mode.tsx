import { lazy, useEffect } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { ChunkLoadError } from '../../../shared/errors/load-error';
import { LazyBoundary } from '../../../ui/lazy';
import { endSplit, useSplitSelection } from './split-selection';

const SplitBar = lazy(() => import('./split-bar'));
const SelectPost = lazy(() => import('./select-post'));

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

/** The checkbox of a post while posts are being selected. The Original Post has none: it stays in its thread. */
export function SplitChoice({ post }: { post: PostResponse }) {
  const selection = useSplitSelection(post.thread_id);
  if (!selection || post.number === 1) return null;
  return (
    <LazyBoundary>
      <SelectPost post={post} isSelected={selection.posts.has(post.id)} />
    </LazyBoundary>
  );
}
