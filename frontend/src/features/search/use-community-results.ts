import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SearchResponse } from '../../api/generated/model/searchResponse';
import { searchContent } from '../../api/generated/search/search';
import { includesCommunity } from './filters';
import { SEARCH_KEY } from './queries';
import type { SearchFilters } from './search-params';

const COMMUNITY_RESULTS = 5;

/** The best threads and replies of a search. */
export function communityQuery(q: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, 'community', q],
    queryFn: ({ signal }) =>
      searchContent({ query: q, content_type: 'community', limit: COMMUNITY_RESULTS }, { signal }),
  });
}

/**
 * The best threads and replies of a search without filters. Those that match only a correction of the query are left
 * out below content that matches the query itself.
 * @param main the first documents and videos; undefined while they load
 */
export function useCommunityResults(filters: SearchFilters, main: SearchResponse | undefined) {
  const isIncluded = includesCommunity(filters);
  const community = useQuery({ ...communityQuery(filters.q ?? ''), enabled: isIncluded });
  const found = isIncluded ? community.data : undefined;
  const isSameQuery = found?.did_you_mean === null || found?.did_you_mean === main?.did_you_mean;
  const discussions = found && found.results.length > 0 && (isSameQuery || main?.total === 0) ? found : undefined;
  return { community, discussions, isCommunityPending: isIncluded && community.isPending };
}
