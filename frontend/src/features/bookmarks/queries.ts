import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { requestNamedPage, type Page } from '../../api/client';
import { getListBookmarksQueryKey, getListBookmarksUrl } from '../../api/generated/bookmarks/bookmarks';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';

const PAGE_SIZE = 24;
const PAGES = [...getListBookmarksQueryKey(), 'pages'];

/** @param kind all kinds when missing */
export function bookmarksQuery(kind: ContentKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [...PAGES, kind ?? null],
    queryFn: ({ pageParam, signal }) =>
      requestNamedPage<BookmarkItemResponse>(
        getListBookmarksUrl({ content_type: kind, page: pageParam, limit: PAGE_SIZE }),
        'items',
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
  });
}

/** One more or less than there were, until the list is asked for again. */
export function countBookmarks(queryClient: QueryClient, by: 1 | -1): void {
  queryClient.setQueriesData<InfiniteData<Page<unknown>>>(
    { queryKey: PAGES, type: 'active' },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, total: page.total + by })) },
  );
}
