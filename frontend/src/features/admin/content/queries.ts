import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import {
  getContentCounts,
  getGetContentCountsQueryKey,
} from '../../../api/generated/content-administration/content-administration';
import { getGetUserProfileQueryKey, getUserProfile } from '../../../api/generated/profile/profile';
import type { ListedContent } from '../../../shared/content/content-kind';
import { refreshQueries } from '../../../shared/query-client';
import { contentKinds } from './content-kinds';
import { type ContentSearch, type ContentTab, getTab } from './search-params';

export const PAGE_SIZE = 25;

export function contentQuery(search: ContentSearch) {
  const { tab: _, page = 1, type, ...filters } = search;
  const kind = contentKinds[getTab(search)];
  const params = { ...filters, page, limit: PAGE_SIZE, ...(type && { template: true }) };
  return queryOptions({
    queryKey: [...kind.listKey, 'administration', params],
    queryFn: ({ signal }) => requestPage<ListedContent>(kind.getListUrl(params), { signal }),
  });
}

export const countsQuery = queryOptions({
  queryKey: getGetContentCountsQueryKey(),
  queryFn: ({ signal }) => getContentCounts({ signal }),
});

export const authorQuery = (id: string) =>
  queryOptions({
    queryKey: getGetUserProfileQueryKey(id),
    queryFn: ({ signal }) => getUserProfile(id, { signal }),
  });

/** Refetches the lists of a kind, and forgets details that the change has made stale. */
export async function refreshContent(queryClient: QueryClient, tab: ContentTab, ids: readonly string[]): Promise<void> {
  const kind = contentKinds[tab];
  for (const id of ids) queryClient.removeQueries({ queryKey: kind.detailKey(id), type: 'inactive' });
  await Promise.all([kind.refresh(queryClient), refreshQueries(queryClient, countsQuery.queryKey)]);
}
