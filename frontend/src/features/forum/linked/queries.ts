import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Page, requestPage } from '../../../api/client';
import { getListLinkedThreadsQueryKey, getListLinkedThreadsUrl } from '../../../api/generated/forum/forum';
import type { ContentKind } from '../../../api/generated/model/contentKind';
import type { LinkedThreadResponse } from '../../../api/generated/model/linkedThreadResponse';
import { cursorPaging } from '../../../shared/cursor-pages';
import { abbreviate } from '../../../lib/message-format';

/** How many threads are listed before "Show all". */
export const FIRST_THREADS = 5;
const PAGE_SIZE = 50;

/** The threads that the page of a document or video lists first. */
export const firstThreadsQuery = (kind: ContentKind, id: string) =>
  queryOptions({
    queryKey: getListLinkedThreadsQueryKey(kind, id),
    queryFn: ({ signal }) =>
      requestPage<LinkedThreadResponse>(getListLinkedThreadsUrl(kind, id, { limit: FIRST_THREADS }), { signal }),
  });

export const allThreadsQuery = (kind: ContentKind, id: string) =>
  infiniteQueryOptions({
    queryKey: [...getListLinkedThreadsQueryKey(kind, id), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestPage<LinkedThreadResponse>(getListLinkedThreadsUrl(kind, id, { cursor, limit: PAGE_SIZE }), { signal }),
    ...cursorPaging,
  });

/** The number of threads as it is shown. */
export const getTotal = ({ total, capped }: Pick<Page<LinkedThreadResponse>, 'total' | 'capped'>): string =>
  `${abbreviate(total)}${capped ? '+' : ''}`;

/** The threads of an item are fetched again when its page is opened. */
export function markLinkedThreadsStale(queryClient: QueryClient, kind: ContentKind, id: string): void {
  void queryClient.invalidateQueries({ queryKey: getListLinkedThreadsQueryKey(kind, id), refetchType: 'none' });
}
