import type { CompletionContext } from '@codemirror/autocomplete';
import type { SearchScope } from '../../../api/generated/model/searchScope';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { listSuggestions } from '../../../api/generated/search/search';
import { isSuggestible } from '../../search/use-suggestions';

/** Aborted when something else is typed. */
export function createAbortSignal(context: CompletionContext): AbortSignal {
  const abort = new AbortController();
  context.addEventListener('abort', () => {
    abort.abort();
  });
  return abort.signal;
}

/** Failures yield none, because they must not interrupt typing. */
export async function loadSuggestions(
  context: CompletionContext,
  query: string,
  scope: SearchScope,
): Promise<SuggestionResponse[]> {
  if (query !== '' && !isSuggestible(query)) return [];
  return listSuggestions({ q: query, content_type: scope }, { signal: createAbortSignal(context) }).catch(() => []);
}
