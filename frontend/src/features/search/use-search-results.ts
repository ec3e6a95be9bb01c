import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { searchContent } from '../../api/generated/search/search';
import { hasQuery, includesCommunity } from './filters';
import { SEARCH_KEY, searchQuery } from './queries';
import type { SearchFilters } from './search-params';

const COMMUNITY_RESULTS = 5;

/** The best threads and replies of a search. */
function communityQuery(q: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, 'community', q],
    queryFn: ({ signal }) =>
      searchContent({ query: q, content_type: 'community', limit: COMMUNITY_RESULTS }, { signal }),
  });
}

/**
 * The results of a search and, without filters, the best threads and replies. Those that match only a correction of the
 * query are left out below content that matches the query itself.
 */
export function useSearchResults(filters: SearchFilters) {
  const content = useInfiniteQuery({ ...searchQuery(filters), enabled: hasQuery(filters) });
  const isIncluded = includesCommunity(filters);
  const community = useQuery({ ...communityQuery(filters.q ?? ''), enabled: isIncluded });
  const main = content.data?.pages[0];
  const found = isIncluded ? community.data : undefined;
  const isSameQuery = found?.did_you_mean === null || found?.did_you_mean === main?.did_you_mean;
  const discussions = found && found.results.length > 0 && (isSameQuery || main?.total === 0) ? found : undefined;
  return { content, main, community, discussions, isCommunityPending: isIncluded && community.isPending };
}
