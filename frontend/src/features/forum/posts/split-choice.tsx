import { lazy } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { LazyBoundary } from '../../../ui/lazy';
import { useSplitSelection } from './split-selection';

const SelectPost = lazy(() => import('./select-post'));

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
