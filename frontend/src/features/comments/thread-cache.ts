import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../api/generated/model/commentThreadResponse';
import { getUniqueItems } from '../../shared/cursor-pages';
import { type CommentPage, getCommentPagesKey, type Subject } from './queries';

const hasContent = ({ comment, reply_count }: CommentThreadResponse) => comment !== null || reply_count > 0;

/** Changes a loaded top-level comment with its replies in all orders, and removes it when it is empty. */
export function updateThreads(
  queryClient: QueryClient,
  subject: Subject,
  rootId: string,
  change: (thread: CommentThreadResponse) => CommentThreadResponse,
): void {
  queryClient.setQueriesData<InfiniteData<CommentPage>>(
    { queryKey: getCommentPagesKey(subject) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((each) => (each.id === rootId ? change(each) : each)).filter(hasContent),
        })),
      },
  );
}

/** The replies of both lists, each once, the oldest first. */
export const mergeReplies = (
  shown: readonly CommentResponse[],
  loaded: readonly CommentResponse[],
): CommentResponse[] => getUniqueItems([shown, loaded], ({ id }) => id).toSorted((a, b) => (a.id < b.id ? -1 : 1));
