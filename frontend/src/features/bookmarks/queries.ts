import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { requestNamedPage, type Page } from '../../api/client';
import { getListBookmarksQueryKey, getListBookmarksUrl } from '../../api/generated/bookmarks/bookmarks';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';
import { cursorPaging } from '../../shared/cursor-pages';

const PAGE_SIZE = 24;
const PAGES_KEY = [...getListBookmarksQueryKey(), 'pages'];

/** @param kind absent for all kinds */
export function bookmarksQuery(kind: ContentKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [...PAGES_KEY, kind ?? null],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestNamedPage<BookmarkItemResponse>(
        getListBookmarksUrl({ content_type: kind, cursor, limit: PAGE_SIZE }),
        'items',
        { signal },
      ),
    ...cursorPaging,
  });
}

type BookmarkChange = Pick<ReactionResponse, 'content_id' | 'like_count' | 'bookmark_count'>;

/** Updates the cached total and the item's counts; the list is refetched when it is next shown. */
export function updateBookmarkCache(queryClient: QueryClient, response: BookmarkChange, by: 1 | -1 | 0): void {
  const { content_id: id, like_count, bookmark_count } = response;
  const withCounts = (item: BookmarkItemResponse) =>
    item.content.id === id ? { ...item, content: { ...item.content, like_count, bookmark_count } } : item;
  queryClient.setQueriesData<InfiniteData<Page<BookmarkItemResponse>>>(
    { queryKey: PAGES_KEY, type: 'active' },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, total: page.total + by, items: page.items.map(withCounts) })),
      },
  );
}
