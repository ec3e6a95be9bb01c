import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { getPostPage } from '@hub/shared/thread-pages';
import { getGetThreadQueryKey } from '../../../api/generated/forum/forum';
import type { PostListResponse } from '../../../api/generated/model/postListResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { refreshQueries } from '../../../shared/query-client';
import { markForumListsStale, postsQuery, toPageParam } from '../queries';
import { getPostAnchor } from './use-linked-post';

/** Opens a post that was written since the page was loaded. */
export function useOpenPost() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (threadId: string, number: number) => {
    markForumListsStale(queryClient);
    const page = getPostPage(number);
    // Pages that are not displayed are fetched when they are opened.
    queryClient.removeQueries({ queryKey: postsQuery(threadId, 1).queryKey, type: 'inactive' });
    await refreshQueries(queryClient, getGetThreadQueryKey(threadId));
    await navigate({
      to: '/community/thread/$id',
      params: { id: threadId },
      search: { page: toPageParam(page) },
      hash: getPostAnchor(number),
    });
  };
}

/** Posts that were written while the thread is open: they are announced and shown on demand, so that nothing moves. */
export function useNewPosts({ id, last_number }: ThreadResponse, { posts, moved, page, pages }: PostListResponse) {
  // On other pages than the last one, those since the thread was opened.
  const [openedLast, setOpenedLast] = useState(last_number);
  const openPost = useOpenPost();
  const lastOnPage = Math.max(posts.at(-1)?.number ?? 0, moved.at(-1)?.number ?? 0) || last_number;
  const shownLast = page >= pages ? lastOnPage : openedLast;
  return {
    count: Math.max(0, last_number - shownLast),
    show: async () => {
      setOpenedLast(last_number);
      await openPost(id, shownLast + 1);
    },
  };
}
