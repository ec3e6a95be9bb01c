import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getForumStats,
  getGetForumStatsQueryKey,
  getGetThreadQueryKey,
  getListAllThreadsQueryKey,
  getListForumCategoriesQueryKey,
  getListPostsQueryKey,
  getListThreadsQueryKey,
  getThread,
  listAllThreads,
  listForumCategories,
  listPosts,
  listThreads,
} from '../../api/generated/forum/forum';
import type { ForumCategoryResponse } from '../../api/generated/model/forumCategoryResponse';
import type { ListAllThreadsParams } from '../../api/generated/model/listAllThreadsParams';
import type { ListThreadsParams } from '../../api/generated/model/listThreadsParams';
import type { ThreadFilter } from '../../api/generated/model/threadFilter';
import { namedCursorPaging } from '../../shared/cursor-pages';
import { refreshQueries } from '../../shared/query-client';

/** How often open screens ask for changes. */
export const STATS_INTERVAL_MS = 30_000;
export const THREAD_INTERVAL_MS = 10_000;

/** The URL param of a page; the first one has none, so that each page has one address. */
export const toPageParam = (page: number): number | undefined => (page > 1 ? page : undefined);

/** In tree order. */
export const forumCategoriesQuery = queryOptions({
  queryKey: getListForumCategoriesQueryKey(),
  queryFn: ({ signal }) => listForumCategories(undefined, { signal }),
});

export const hasUnread = (categories: readonly ForumCategoryResponse[] = []): boolean =>
  categories.some(({ unread_count = 0 }) => unread_count > 0);

export const forumStatsQuery = queryOptions({
  queryKey: getGetForumStatsQueryKey(),
  queryFn: ({ signal }) => getForumStats({ signal }),
});

/** Finds a category; one created recently may be missing only in the cache. */
export async function findForumCategory(
  queryClient: QueryClient,
  id: string,
): Promise<ForumCategoryResponse | undefined> {
  const isIt = (category: ForumCategoryResponse) => category.id === id;
  const known = await queryClient.ensureQueryData(forumCategoriesQuery);
  return known.find(isIt) ?? (await queryClient.fetchQuery({ ...forumCategoriesQuery, staleTime: 0 })).find(isIt);
}

/** Without parameters that have their defaults, so that the first page is the one that the server preloads. */
export function threadsQuery(
  categoryId: string,
  { page, sort, tag, solved, after, before }: Omit<ListThreadsParams, 'solved'> & { solved?: boolean },
) {
  const given = Object.entries({ page, sort, tag, solved, after, before }).filter(([, value]) => value !== undefined);
  const params = given.length > 0 ? (Object.fromEntries(given) as ListThreadsParams) : undefined;
  return queryOptions({
    queryKey: getListThreadsQueryKey(categoryId, params),
    queryFn: ({ signal }) => listThreads(categoryId, params, { signal }),
  });
}

/** The threads of all categories; the server preloads the first page without parameters. */
export function threadOverviewQuery(filter: ThreadFilter | undefined) {
  return infiniteQueryOptions({
    queryKey: [...getListAllThreadsQueryKey(), filter],
    queryFn: ({ pageParam: cursor, signal }) => {
      const params: ListAllThreadsParams = { ...(filter && { filter }), ...(cursor && { cursor }) };
      return listAllThreads(Object.keys(params).length > 0 ? params : undefined, { signal });
    },
    ...namedCursorPaging,
  });
}

export const threadQuery = (id: string) =>
  queryOptions({ queryKey: getGetThreadQueryKey(id), queryFn: ({ signal }) => getThread(id, { signal }) });

export function postsQuery(threadId: string, page: number) {
  const params = page > 1 ? { page } : undefined;
  return queryOptions({
    queryKey: getListPostsQueryKey(threadId, params),
    queryFn: ({ signal }) => listPosts(threadId, params, { signal }),
    // New posts are announced instead of inserted while the user reads or writes.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { announcedKinds: ['thread_reply', 'post_reply', 'mention'] },
  });
}

/** Refetches a thread with its posts after a change; lists are fetched when they are opened again. */
export async function refreshThread(queryClient: QueryClient, threadId: string): Promise<void> {
  markForumListsStale(queryClient);
  await refreshQueries(queryClient, getGetThreadQueryKey(threadId));
}

/** The list of all threads, the categories and the totals are fetched again when they are opened. */
export function markForumListsStale(queryClient: QueryClient): void {
  for (const queryKey of [getListAllThreadsQueryKey(), getListForumCategoriesQueryKey(), getGetForumStatsQueryKey()])
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}
