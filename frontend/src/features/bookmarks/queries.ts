import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { requestNamedPage, type Page } from '../../api/client';
import { getListBookmarksQueryKey, getListBookmarksUrl } from '../../api/generated/bookmarks/bookmarks';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';

const PAGE_SIZE = 24;
const PAGES = [...getListBookmarksQueryKey(), 'pages'];

/** @param kind all kinds when missing */
export function bookmarksQuery(kind: ContentKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [...PAGES, kind ?? null],
    queryFn: ({ pageParam: before, signal }) =>
      requestNamedPage<BookmarkItemResponse>(
        getListBookmarksUrl({ content_type: kind, before, limit: PAGE_SIZE }),
        'items',
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    // Not by number: what is removed meanwhile would move others to the page that was there already.
    getNextPageParam: ({ hasNext, items }) => (hasNext ? items.at(-1)?.id : undefined),
  });
}

type Answer = Pick<ReactionResponse, 'content_id' | 'like_count' | 'bookmark_count'>;

/** One more or less than there were, on its card too, until the list is asked for again. */
export function noteBookmark(queryClient: QueryClient, answer: Answer, by: 1 | -1 | 0): void {
  const { content_id: id, like_count, bookmark_count } = answer;
  const withCounts = (item: BookmarkItemResponse) =>
    item.content.id === id ? { ...item, content: { ...item.content, like_count, bookmark_count } } : item;
  queryClient.setQueriesData<InfiniteData<Page<BookmarkItemResponse>>>(
    { queryKey: PAGES, type: 'active' },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, total: page.total + by, items: page.items.map(withCounts) })),
      },
  );
}
