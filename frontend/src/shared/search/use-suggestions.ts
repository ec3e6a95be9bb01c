import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SearchScope } from '../../api/generated/model/searchScope';
import { getListSuggestionsQueryKey, listSuggestions } from '../../api/generated/search/search';

const PAUSE_MS = 100;

/** Titles, and names of people, that begin as typed. */
export function suggestionsQuery(typed: string, content_type?: SearchScope) {
  const params = { q: typed, content_type };
  return queryOptions({
    queryKey: getListSuggestionsQueryKey(params),
    queryFn: ({ signal }) => listSuggestions(params, { signal }),
  });
}

/** The same while somebody types; a failure is no reason to stop them, so there are none then. */
export function useSuggestions(typed: string, scope?: SearchScope) {
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data = [] } = useQuery({ ...suggestionsQuery(asked, scope), enabled: asked !== '' });
  // Those of an earlier text would jump away under the pointer.
  return asked === typed.trim() ? data : [];
}
