import { apiUrl } from './config';
import { takePreloaded } from './preload';
import { ApiError, NetworkError, readProblem } from './problem';
import { dropToken, readToken } from './token';

export interface Page<T> {
  items: T[];
  total: number;
  /** There are more than `total`; nobody counted how many. */
  capped: boolean;
  /** Whether there are others after these, and before them. */
  hasNext?: boolean;
  hasPrevious?: boolean;
}

interface Answer extends Partial<Omit<Page<never>, 'items'>> {
  body: unknown;
}

const sessionEnded = new Set<() => void>();

/** Calls the listener when the server no longer accepts the stored token. */
export function onSessionEnded(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

/** The generated paths carry the canonical prefix, and so may the configured address. */
export function pathBelowApi(path: string): string {
  return path.startsWith('/api/') ? path.slice('/api'.length) : path;
}

/** The whole address of one of the generated paths, for what does not go through `request`. */
export function apiAddress(path: string): string {
  return apiUrl + pathBelowApi(path);
}

async function answerOf(response: Response): Promise<Answer> {
  const total = response.headers.get('X-Total-Count');
  const links = response.headers.get('Link') ?? '';
  return {
    hasNext: links.includes('rel="next"'),
    hasPrevious: links.includes('rel="prev"'),
    body: await response.json(),
    total: total === null ? undefined : Number(total),
    capped: response.headers.has('X-Total-Capped'),
  };
}

/**
 * Only a clear "no" ends the session: a server that is away for a moment must not sign anybody out, nor a refused attempt to
 * sign in anew, which has a code of its own.
 */
export function noteRefusal({ status, problem }: ApiError, token: string | null): void {
  if (status !== 401 || token === null || token !== readToken()) return;
  if (problem.code !== undefined && problem.code !== 'not_signed_in') return;
  dropToken();
  for (const listener of sessionEnded) listener();
}

/** The bare answer, once it is a "yes"; throws like `request`. */
export async function respond(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = readToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);

  let response: Response;
  try {
    response = await fetch(apiAddress(path), { ...init, headers, credentials: 'include' });
  } catch (error) {
    if (init.signal?.aborted && (init.signal.reason as Error | undefined)?.name !== 'TimeoutError') throw error;
    throw new NetworkError(error);
  }
  if (response.ok) return response;

  const refusal = await readProblem(response);
  noteRefusal(refusal, token);
  throw refusal;
}

async function exchange(fullPath: string, init: RequestInit): Promise<Answer> {
  const path = pathBelowApi(fullPath);
  const preloaded = (init.method ?? 'GET') === 'GET' ? takePreloaded(path) : undefined;
  return preloaded ?? answerOf(await respond(path, init));
}

/** The one way to the server; every generated function goes through here. Throws `ApiError` or `NetworkError`. */
export async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await exchange(path, init)).body as T;
}

function pageOf<T>(answer: Answer, itemsIn: (answer: Answer) => unknown): Page<T> {
  const items = itemsIn(answer);
  if (!Array.isArray(items)) throw new ApiError(502, {});
  const { total = items.length, capped = false, hasNext, hasPrevious } = answer;
  return { items: items as T[], total, capped, hasNext, hasPrevious };
}

/** A list together with how many there are in all (`X-Total-Count`). */
export async function requestPage<T>(path: string, init: RequestInit = {}): Promise<Page<T>> {
  return pageOf(await exchange(path, init), ({ body }) => body);
}

/** As `requestPage`, for a list that stands under a name in its answer. */
export async function requestNamedPage<T>(path: string, name: string, init: RequestInit = {}): Promise<Page<T>> {
  return pageOf(await exchange(path, init), ({ body }) => (body as Record<string, unknown>)[name]);
}
