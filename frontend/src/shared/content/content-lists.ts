import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getListBookmarksQueryKey } from '../../api/generated/bookmarks/bookmarks';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import { categoriesQuery } from '../categories/queries';
import { refreshQueries } from '../query-client';
import { NEIGHBOURS_KEY, PAGE_TREE_KEY } from './page-queries';

/** Refetches what shows items of a kind: its own lists, and those of all kinds with the trees of categories. */
export async function refreshContentLists(queryClient: QueryClient, kindKey: QueryKey): Promise<void> {
  const affectedKeys = [kindKey, categoriesQuery.queryKey, getGetHomeQueryKey(), getListBookmarksQueryKey()];
  await refreshQueries(queryClient, ...affectedKeys, PAGE_TREE_KEY, NEIGHBOURS_KEY);
}
