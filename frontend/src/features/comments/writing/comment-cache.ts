import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../../api/generated/model/commentThreadResponse';
import { type CommentPage, getCommentPagesKey, requestReplies, type Subject } from '../queries';
import { mergeReplies, updateThreads } from '../thread-cache';

type Pages = InfiniteData<CommentPage>;

/** Changes the number of comments on all loaded pages. */
function addToTotal(queryClient: QueryClient, subject: Subject, difference: number): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: getCommentPagesKey(subject) },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, total: page.total + difference })) },
  );
}

/**
 * Inserts a top-level comment at the beginning of lists with the newest first and at the end of the others, if that is
 * loaded.
 */
export function addComment(queryClient: QueryClient, subject: Subject, comment: CommentResponse): void {
  const thread: CommentThreadResponse = { id: comment.id, comment, reply_count: 0, replies_before: 0, replies: [] };
  addToTotal(queryClient, subject, 1);
  const key = getCommentPagesKey(subject);
  for (const order of ['newest', 'oldest'])
    queryClient.setQueriesData<Pages>({ queryKey: [...key, order] }, (data) => {
      if (!data) return data;
      const insert = (page: CommentPage, index: number): CommentPage => {
        if (order === 'newest' && index === 0 && !page.hasPrevious) return { ...page, items: [thread, ...page.items] };
        if (order === 'oldest' && index === data.pages.length - 1 && !page.hasNext)
          return { ...page, items: [...page.items, thread] };
        return page;
      };
      return { ...data, pages: data.pages.map(insert) };
    });
}

/** Appends a reply behind the others of its thread, which are loaded as far as they are not shown. */
export async function addReply(
  queryClient: QueryClient,
  subject: Subject,
  thread: CommentThreadResponse,
  reply: CommentResponse,
): Promise<void> {
  const missing: CommentResponse[] = [];
  let hasNext = thread.replies_before + thread.replies.length < thread.reply_count;
  while (hasNext) {
    const after = missing.at(-1)?.id ?? thread.replies.at(-1)?.id ?? thread.id;
    const page = await requestReplies(subject, thread.id, { after });
    missing.push(...page.items);
    hasNext = page.hasNext ?? false;
  }
  updateThreads(queryClient, subject, thread.id, (each) => ({
    ...each,
    replies: mergeReplies(each.replies, [...missing, reply]),
    reply_count: each.reply_count + 1,
  }));
  addToTotal(queryClient, subject, 1);
}

export function replaceComment(queryClient: QueryClient, subject: Subject, comment: CommentResponse): void {
  updateThreads(queryClient, subject, comment.root_id ?? comment.id, (thread) => ({
    ...thread,
    comment: thread.id === comment.id ? comment : thread.comment,
    replies: thread.replies.map((each) => (each.id === comment.id ? comment : each)),
  }));
}

/** Removes a reply, or a top-level comment, of which the replies remain. */
export function removeComment(queryClient: QueryClient, subject: Subject, { id, root_id }: CommentResponse): void {
  updateThreads(queryClient, subject, root_id ?? id, (thread) => ({
    ...thread,
    comment: thread.id === id ? null : thread.comment,
    replies: thread.replies.filter((each) => each.id !== id),
    reply_count: thread.reply_count - (thread.id === id ? 0 : 1),
  }));
  addToTotal(queryClient, subject, -1);
}
