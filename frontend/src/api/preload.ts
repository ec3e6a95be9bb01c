import { PRELOAD_ID } from '@hub/shared/pages';
import { readToken } from './token';

/** A response that the server embedded into the page, so that the first paint needs no request. */
interface Preload {
  /** Path and query relative to the API address, e.g. `/documents?page=1`. */
  path: string;
  body: unknown;
  total?: number;
}

const MAX_AGE_MS = 30_000;

const element = document.getElementById(PRELOAD_ID);
const initialToken = readToken();

/**
 * The server renders the page for the user of the cookie, identified by the beginning of their token; requests use the
 * stored token. A preload for another user would show content that the next request removes.
 */
function isForCurrentUser(): boolean {
  const token = readToken();
  if (token !== initialToken) return false;
  const holder = element?.dataset['holder'];
  return token === null || (holder !== undefined && token.startsWith(holder));
}

function readPreloads(): Map<string, Preload> {
  const text = element?.textContent;
  if (!text) return new Map();
  try {
    const preloads = JSON.parse(text) as Preload[];
    return new Map(preloads.map((preload) => [preload.path, preload]));
  } catch {
    // A malformed preload is ignored: the data are requested instead.
    return new Map();
  }
}

const preloads = readPreloads();

/** Returns each preloaded response once; later calls go to the server. */
export function takePreload(path: string): Preload | undefined {
  const preload = preloads.get(path);
  preloads.delete(path);
  // `performance.now()` counts from the navigation, about when the server rendered the page.
  return isForCurrentUser() && performance.now() < MAX_AGE_MS ? preload : undefined;
}

export function hasPreload(path: string): boolean {
  return isForCurrentUser() && preloads.has(path);
}

/** Call when the preloads' user has signed out. */
export function clearPreloads(): void {
  preloads.clear();
}
