import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { SUGGESTION_QUERY_MAX } from '@hub/shared/limits';
import type { SearchScope } from '../../api/generated/model/searchScope';
import { getListSuggestionsQueryKey, listSuggestions } from '../../api/generated/search/search';

const DEBOUNCE_MS = 100;

/** Suggests titles, and users' names, with the given prefix. */
export function suggestionsQuery(input: string, content_type?: SearchScope) {
  const params = { q: input, content_type };
  return queryOptions({
    queryKey: getListSuggestionsQueryKey(params),
    queryFn: ({ signal }) => listSuggestions(params, { signal }),
  });
}

export const isSuggestible = (input: string): boolean => input !== '' && input.length <= SUGGESTION_QUERY_MAX;

/** Debounced suggestions for an input; failures yield none, because they must not interrupt typing. */
export function useSuggestions(input: string, scope?: SearchScope) {
  const [debouncedQuery] = useDebouncedValue(input.trim(), DEBOUNCE_MS);
  const { data = [] } = useQuery({
    ...suggestionsQuery(debouncedQuery, scope),
    enabled: isSuggestible(debouncedQuery),
  });
  // Suggestions of an earlier input would move under the pointer.
  return debouncedQuery === input.trim() ? data : [];
}
