import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../api/client';
import { getListCommentThreadsUrl } from '../../api/generated/reading/reading';
import type { CommentThreadResponse } from '../../api/generated/model/commentThreadResponse';
import { type CommentPage, getCommentPagesKey, type Subject } from './queries';

/** More would cover the margin. */
const MAX_PASSAGES = 100;

/** Below the key of all lists of comments, so that changes of a comment reach it. */
const getKey = (subject: Subject, revisionId: string | undefined) => [
  ...getCommentPagesKey(subject),
  'passages',
  revisionId ?? null,
];

/** The open comments on passages of a text, with their first replies; in one page. */
export const passagesQuery = (subject: Subject, revisionId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: getKey(subject, revisionId),
    queryFn: async ({ signal }): Promise<CommentPage> => {
      const url = getListCommentThreadsUrl(subject.kind, subject.id, {
        passages: true,
        resolved: false,
        order: 'oldest',
        limit: MAX_PASSAGES,
        ...(revisionId && { revision_id: revisionId }),
      });
      const page = await requestPage<CommentThreadResponse>(url, { signal });
      return { ...page, first: page.items[0]?.id, last: page.items.at(-1)?.id };
    },
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  });

/** After a comment on a passage was written, resolved or reopened. */
export const refreshPassages = (queryClient: QueryClient, subject: Subject): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [...getCommentPagesKey(subject), 'passages'] });
