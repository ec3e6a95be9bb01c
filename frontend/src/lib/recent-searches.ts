const KEY = 'recent_searches';
const MAX = 5;

interface StoredSearches {
  /** The id of the user, so that other users of the browser do not see the searches. */
  who: string;
  queries: string[];
}

function readQueries(userId: string): string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredSearches | null;
    return stored?.who === userId && Array.isArray(stored.queries) ? stored.queries.map(String).slice(0, MAX) : [];
  } catch {
    // Refused or corrupted storage only loses a convenience.
    return [];
  }
}

/**
 * The recent searches, newest first.
 * @param userId the user's id, absent for guests
 */
export function getRecentSearches(userId = ''): string[] {
  return readQueries(userId);
}

export function addRecentSearch(query: string, userId = ''): void {
  const queries = [query, ...readQueries(userId).filter((stored) => stored !== query)].slice(0, MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify({ who: userId, queries } satisfies StoredSearches));
  } catch {
    // See above.
  }
}

export function clearRecentSearches(): void {
  localStorage.removeItem(KEY);
}
