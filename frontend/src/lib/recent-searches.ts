const KEY = 'recent_searches';
const MAX = 5;

interface Kept {
  /** Whose they are: nobody else who uses this browser gets to see them. */
  who: string;
  queries: string[];
}

function read(who: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.who === who && Array.isArray(kept.queries) ? kept.queries.map(String).slice(0, MAX) : [];
  } catch {
    // What a browser will not keep, or somebody has spoilt, is a convenience lost.
    return [];
  }
}

/** What was searched for last, newest first. @param who the person's id, or nothing for guests */
export function recentSearches(who = ''): string[] {
  return read(who);
}

export function rememberSearch(query: string, who = ''): void {
  const queries = [query, ...read(who).filter((other) => other !== query)].slice(0, MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify({ who, queries } satisfies Kept));
  } catch {
    // As above.
  }
}

export function forgetSearches(): void {
  localStorage.removeItem(KEY);
}
