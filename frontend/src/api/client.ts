import { isServer } from '../lib/is-server';
import { language } from '../lib/language';
import { getHubOrigin, readPageMeta } from '../lib/page-meta';
import { type Preload, takePreload } from './preload';
import { ApiError, NetworkError, readProblem } from './problem';
import { getRequestKey, requestOnServer, type ServerRequest } from './server-requests';
import { readToken, removeToken } from './token';

/** The page's meta tag takes precedence over the build's variable. */
const configuredUrl = readPageMeta('hub-api-url') || import.meta.env.VITE_API_URL || '';
/** The API's base URL without a trailing slash, or '' if it is not configured. */
export const apiUrl: string = configuredUrl.replace(/(?<!\/)\/+$/, '');

export interface Page<T> {
  items: T[];
  total: number;
  /** The list has more than `total` items; the exact number is unknown. */
  capped: boolean;
  /** Whether there are later and earlier items. */
  hasNext?: boolean;
  hasPrevious?: boolean;
  /** The `cursor` of the next page; undefined on the last. */
  nextCursor?: string;
}

interface ParsedResponse extends Partial<Omit<Page<never>, 'items'>> {
  body: unknown;
}

interface SessionEnd {
  /** The hub is private, so the page cannot be shown to the guest that the user is now. */
  isHubPrivate: boolean;
}

const sessionEndedListeners = new Set<(end: SessionEnd) => void>();

/** Calls the listener when the server rejects the stored token, or a request of a user who has none any more. */
export function onSessionEnded(listener: (end: SessionEnd) => void): () => void {
  sessionEndedListeners.add(listener);
  return () => sessionEndedListeners.delete(listener);
}

/** The configured address of the API as an absolute one. */
const apiAddress = new URL(apiUrl, getHubOrigin());

/**
 * Generated paths contain the canonical prefix, paths in responses that of the server, and the configured address may
 * contain it too.
 */
export function stripApiPrefix(path: string): string {
  const prefix = ['/api/', `${apiAddress.pathname}/`].find((each) => path.startsWith(each));
  return prefix === undefined ? path : path.slice(prefix.length - 1);
}

/** The full URL of a generated path, for requests that bypass `request`. */
export function toApiUrl(path: string): string {
  return apiUrl + stripApiPrefix(path);
}

/** The same for libraries that need an absolute URL. */
export const getAbsoluteApiUrl = (path: string): string => new URL(toApiUrl(path), window.location.href).href;

/** Whether a URL leads to the API's origin. No other may receive the token. */
export const isApiUrl = (url: string): boolean => new URL(url, window.location.href).origin === apiAddress.origin;

async function parseResponse(response: Response): Promise<ParsedResponse> {
  const total = response.headers.get('X-Total-Count');
  const links = response.headers.get('Link') ?? '';
  return {
    hasNext: links.includes('rel="next"'),
    hasPrevious: links.includes('rel="prev"'),
    nextCursor: response.headers.get('X-Next-Cursor') ?? undefined,
    body: await response.json(),
    total: total === null ? undefined : Number(total),
    capped: response.headers.has('X-Total-Capped'),
  };
}

/**
 * Ends the session only on an explicit 401 for the current token: a temporarily unavailable server must not sign users
 * out, nor a rejected attempt to sign in again, which has its own code.
 */
export function handleUnauthorized({ status, problem }: ApiError, token: string | null): void {
  if (status !== 401 || token !== readToken()) return;
  const isHubPrivate = problem.code === 'sign_in_required';
  if (problem.code !== undefined && problem.code !== 'not_signed_in' && !isHubPrivate) return;
  removeToken();
  for (const listener of sessionEndedListeners) listener({ isHubPrivate });
}

/** Returns the raw response if it is successful; throws like `request`. */
export async function fetchResponse(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Accept-Language', language);
  const token = readToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);

  let response: Response;
  try {
    response = await fetch(toApiUrl(path), { ...init, headers, credentials: 'include' });
  } catch (error) {
    if (init.signal?.aborted && (init.signal.reason as Error | undefined)?.name !== 'TimeoutError') throw error;
    throw new NetworkError(error);
  }
  if (response.ok) return response;

  const error = await readProblem(response);
  handleUnauthorized(error, token);
  throw error;
}

/** What the response depends on, for reads; searches are sent by POST. */
function toRead(path: string, { method = 'GET', body }: RequestInit): ServerRequest | undefined {
  if (method === 'GET') return { path };
  return method === 'POST' && path === '/search' && typeof body === 'string' ? { path, sent: body } : undefined;
}

async function readOnServer(path: string, init: RequestInit): Promise<Preload> {
  const read = toRead(path, init);
  if (!read) throw new Error(`${path} is not a read.`);
  return requestOnServer(read);
}

function takePreloaded(path: string, init: RequestInit): Preload | undefined {
  const read = toRead(path, init);
  return read && takePreload(getRequestKey(read));
}

async function send(fullPath: string, init: RequestInit): Promise<ParsedResponse> {
  const path = stripApiPrefix(fullPath);
  // Browsers send the request at once, because the page may be about to close.
  const preload = isServer ? await readOnServer(path, init) : takePreloaded(path, init);
  if (preload?.status) throw new ApiError(preload.status, preload.body as ApiError['problem']);
  return preload ?? parseResponse(await fetchResponse(path, init));
}

/** Sends a request to the API; all generated functions use it. Throws `ApiError` or `NetworkError`. */
export async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await send(path, init)).body as T;
}

function toPage<T>(response: ParsedResponse, getItems: (response: ParsedResponse) => unknown): Page<T> {
  const items = getItems(response);
  if (!Array.isArray(items)) throw new ApiError(502, {});
  const { total = items.length, capped = false, hasNext, hasPrevious, nextCursor } = response;
  return { items: items as T[], total, capped, hasNext, hasPrevious, nextCursor };
}

/** Fetches a page of a list with its total (`X-Total-Count`). */
export async function requestPage<T>(path: string, init: RequestInit = {}): Promise<Page<T>> {
  return toPage(await send(path, init), ({ body }) => body);
}

/** Like `requestPage`, for a list in a named property of the response. */
export async function requestNamedPage<T>(path: string, name: string, init: RequestInit = {}): Promise<Page<T>> {
  return toPage(await send(path, init), ({ body }) => (body as Record<string, unknown>)[name]);
}
