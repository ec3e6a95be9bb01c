import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { searchContent } from '../../api/generated/search/search';
import { MAX_PAGES, PAGE_SIZE, type SearchFilters } from './search-params';

/** The first part of the key of everything that was searched for. */
const SEARCH = ['api', 'search'] as const;

const LIVE_RESULTS = 8;

export function searchQuery({ q, type, category, difficulty }: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: [...SEARCH, 'pages', { q, type, category, difficulty }],
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

/** The best few of everything, people and talk included, for somebody who still types. */
export function liveQuery(typed: string) {
  return queryOptions({
    queryKey: [...SEARCH, 'live', typed],
    queryFn: ({ signal }) =>
      searchContent({ query: typed, content_type: 'all', limit: LIVE_RESULTS, unfinished: true }, { signal }),
  });
}
