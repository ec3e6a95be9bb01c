import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { searchContent } from '../../api/generated/search/search';
import { hasQuery, includesCommunity, MAX_PAGES, PAGE_SIZE, type SearchFilters } from './search-params';

/** The key prefix of all searches. */
const SEARCH_KEY = ['api', 'search'] as const;

const LIVE_RESULTS = 8;
const COMMUNITY_RESULTS = 5;

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

/** The best threads of a search. */
export function communityQuery(q: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, 'community', q],
    queryFn: ({ signal }) => searchContent({ query: q, content_type: 'thread', limit: COMMUNITY_RESULTS }, { signal }),
  });
}

/**
 * The results of a search and, without filters, the best threads. Threads that match only a correction of the query
 * are left out below content that matches the query itself.
 */
export function useSearchResults(filters: SearchFilters) {
  const content = useInfiniteQuery({ ...searchQuery(filters), enabled: hasQuery(filters) });
  const isIncluded = includesCommunity(filters);
  const community = useQuery({ ...communityQuery(filters.q ?? ''), enabled: isIncluded });
  const main = content.data?.pages[0];
  const found = isIncluded ? community.data : undefined;
  const isSameQuery = found?.did_you_mean === null || found?.did_you_mean === main?.did_you_mean;
  const threads = found && found.results.length > 0 && (isSameQuery || main?.total === 0) ? found : undefined;
  return { content, main, community, threads, isCommunityPending: isIncluded && community.isPending };
}
