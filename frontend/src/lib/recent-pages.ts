const KEY = 'recent_pages';
const MAX = 8;

interface StoredPages {
  /** The id of the user, so that other users of the browser do not get the pages. */
  who: string;
  /** Without titles: those change, and so does what the user may see. */
  paths: string[];
}

function read(): StoredPages | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredPages | null;
    return stored && Array.isArray(stored.paths) ? { who: stored.who, paths: stored.paths.map(String) } : undefined;
  } catch {
    // Refused or corrupted storage only loses a convenience.
    return undefined;
  }
}

/** The paths of the documents, videos and threads that the user of this browser opened, newest first. */
export const getRecentPages = (): string[] => read()?.paths.slice(0, MAX) ?? [];

export function addRecentPage(path: string, userId: string): void {
  const stored = read();
  const former = stored?.who === userId ? stored.paths.filter((one) => one !== path) : [];
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ who: userId, paths: [path, ...former].slice(0, MAX) } satisfies StoredPages),
    );
  } catch {
    // See above.
  }
}

export function clearRecentPages(): void {
  localStorage.removeItem(KEY);
}

/** Forgets the pages of another user, whose session ended without signing out. */
export function keepRecentPagesOf(userId: string): void {
  if (read()?.who !== userId) clearRecentPages();
}
