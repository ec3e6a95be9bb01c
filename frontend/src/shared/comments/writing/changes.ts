import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getListCommentsQueryKey } from '../../../api/generated/reading/reading';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { CommentPage, Subject } from '../queries';

type Pages = InfiniteData<CommentPage>;
type Change = (page: CommentPage, index: number) => CommentPage;

/** Changes what is on the screen, whichever comment that began with. */
function change(queryClient: QueryClient, { kind, id }: Subject, each: Change): void {
  const queryKey = [...getListCommentsQueryKey(kind, id), 'pages'];
  queryClient.setQueriesData<Pages>({ queryKey }, (data) => data && { ...data, pages: data.pages.map(each) });
}

/** It stands first where the newest are; elsewhere it is only counted. */
export function addComment(queryClient: QueryClient, subject: Subject, comment: CommentResponse): void {
  change(queryClient, subject, (page, index) => ({
    ...page,
    total: page.total + 1,
    items: index === 0 && !page.hasPrevious ? [comment, ...page.items] : page.items,
  }));
}

export function replaceComment(queryClient: QueryClient, subject: Subject, comment: CommentResponse): void {
  change(queryClient, subject, (page) => ({
    ...page,
    items: page.items.map((each) => (each.id === comment.id ? comment : each)),
  }));
}

export function dropComment(queryClient: QueryClient, subject: Subject, id: string): void {
  change(queryClient, subject, (page) => ({
    ...page,
    total: page.total - 1,
    items: page.items.filter((each) => each.id !== id),
  }));
}
