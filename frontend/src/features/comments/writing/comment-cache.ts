import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getListCommentsQueryKey } from '../../../api/generated/reading/reading';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { CommentPage, Subject } from '../queries';

type Pages = InfiniteData<CommentPage>;
type Change = (page: CommentPage, index: number) => CommentPage;

/** Updates the loaded pages of all queries for the subject, regardless of their starting point. */
function updatePages(queryClient: QueryClient, { kind, id }: Subject, each: Change): void {
  const queryKey = [...getListCommentsQueryKey(kind, id), 'pages'];
  queryClient.setQueriesData<Pages>({ queryKey }, (data) => data && { ...data, pages: data.pages.map(each) });
}

/** Inserts the comment on the first page if it is loaded; otherwise only the total changes. */
export function addComment(queryClient: QueryClient, subject: Subject, comment: CommentResponse): void {
  updatePages(queryClient, subject, (page, index) => ({
    ...page,
    total: page.total + 1,
    items: index === 0 && !page.hasPrevious ? [comment, ...page.items] : page.items,
  }));
}

export function replaceComment(queryClient: QueryClient, subject: Subject, comment: CommentResponse): void {
  updatePages(queryClient, subject, (page) => ({
    ...page,
    items: page.items.map((each) => (each.id === comment.id ? comment : each)),
  }));
}

export function removeComment(queryClient: QueryClient, subject: Subject, id: string): void {
  updatePages(queryClient, subject, (page) => ({
    ...page,
    total: page.total - 1,
    items: page.items.filter((each) => each.id !== id),
  }));
}
