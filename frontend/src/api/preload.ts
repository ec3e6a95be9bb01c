import { PRELOAD_ID } from '@hub/shared/pages';
import { isHydrating } from '../lib/hydration';
import { isServer } from '../lib/is-server';
import { getRequestKey } from './server-requests';
import { readToken } from './token';

/** A response that the server embedded into the page, so that the first paint needs no request. */
export interface Preload {
  /** Path and query relative to the API address, e.g. `/documents?page=1`. */
  path: string;
  /** JSON of a search. */
  sent?: string;
  body: unknown;
  total?: number;
  capped?: boolean;
  hasNext?: boolean;
  hasPrevious?: boolean;
  nextCursor?: string;
  /** Of an error; the body is its problem document. */
  status?: number;
}

const MAX_AGE_MS = 30_000;

const element = isServer ? null : document.getElementById(PRELOAD_ID);
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
    const found: unknown = JSON.parse(text);
    const preloads = Array.isArray(found) ? found.filter(isPreload) : [];
    return new Map(preloads.map((preload) => [getRequestKey(preload), preload]));
  } catch {
    // A malformed preload is ignored: the data are requested instead.
    return new Map();
  }
}

/** An extension or a proxy may have changed the page. */
function isPreload(value: unknown): value is Preload {
  if (typeof value !== 'object' || value === null) return false;
  const { path, sent, body, status } = value as Partial<Record<keyof Preload, unknown>>;
  return (
    typeof path === 'string' &&
    ['string', 'undefined'].includes(typeof sent) &&
    body !== undefined &&
    ['number', 'undefined'].includes(typeof status)
  );
}

const preloads = readPreloads();

/** Returns each preloaded response once; later calls go to the server. */
export function takePreload(key: string): Preload | undefined {
  const preload = preloads.get(key);
  preloads.delete(key);
  // The server's HTML is of these data, however old they are.
  return isForCurrentUser() && (isHydrating() || !isPageOld()) ? preload : undefined;
}

/** Whether the data in the page may have changed. `performance.now()` counts from about when the server rendered it. */
export const isPageOld = (): boolean => performance.now() > MAX_AGE_MS;

export function hasPreload(path: string): boolean {
  return isForCurrentUser() && preloads.has(path);
}

/** Call when the preloads' user has signed out. */
export function clearPreloads(): void {
  preloads.clear();
}
