import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SearchScope } from '../../api/generated/model/searchScope';
import { suggestionsQuery } from './queries';

const PAUSE_MS = 100;

/** Titles that begin as typed; a failure is no reason to stop somebody who types, so there are none then. */
export function useSuggestions(typed: string, scope?: SearchScope) {
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data = [] } = useQuery({ ...suggestionsQuery(asked, scope), enabled: asked !== '' });
  // Those of an earlier text would jump away under the pointer.
  return asked === typed.trim() ? data : [];
}
