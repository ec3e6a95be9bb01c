import { infiniteQueryOptions } from '@tanstack/react-query';
import { searchContent } from '../../api/generated/search/search';
import { namedCursorPaging } from '../../shared/cursor-pages';
import { PAGE_SIZE } from './filters';
import { MAX_PAGES, type SearchFilters } from './search-params';

/** The key prefix of all searches. */
export const SEARCH_KEY = ['api', 'search'] as const;

export function searchQuery({ q, type, category, difficulty }: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: [...SEARCH_KEY, 'pages', { q, type, category, difficulty }],
    queryFn: ({ pageParam: cursor, signal }) =>
      searchContent(
        { query: q, content_type: type, category_id: category, difficulty, limit: PAGE_SIZE, cursor },
        { signal },
      ),
    ...namedCursorPaging,
    getNextPageParam: (last, pages) =>
      pages.length < MAX_PAGES ? namedCursorPaging.getNextPageParam(last) : undefined,
  });
}
