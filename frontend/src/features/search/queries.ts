import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { searchContent } from '../../api/generated/search/search';
import { MAX_PAGES, PAGE_SIZE, type SearchFilters } from './search-params';

/** The key prefix of all searches. */
const SEARCH_KEY = ['api', 'search'] as const;

const LIVE_RESULTS = 8;

export function searchQuery({ q, type, category, difficulty }: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: [...SEARCH_KEY, 'pages', { q, type, category, difficulty }],
    queryFn: ({ pageParam, signal }) =>
      searchContent(
        { query: q, content_type: type, category_id: category, difficulty, limit: PAGE_SIZE, page: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length < MAX_PAGES && pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
  });
}

/** The best results of all kinds while the user types. */
export function liveSearchQuery(input: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, 'live', input],
    queryFn: ({ signal }) =>
      searchContent({ query: input, content_type: 'all', limit: LIVE_RESULTS, unfinished: true }, { signal }),
  });
}
