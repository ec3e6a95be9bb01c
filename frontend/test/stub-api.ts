import { afterEach, beforeEach, expect } from '@jest/globals';

interface SentRequest {
  /** Method and path below the API's address, e.g. `PUT /documents/1`. */
  route: string;
  query: URLSearchParams;
  headers: Headers;
  /** Whether the request outlives the page. */
  keepalive: boolean;
  /** The parsed JSON body; undefined if there is none. */
  body: unknown;
}

export interface StubResponse {
  status: number;
  /** Text as it is, everything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

type Handler = (request: SentRequest) => StubResponse | Promise<StubResponse>;

/** A successful response. */
export const ok = (body: unknown, status = 200): StubResponse => ({ status, body });

/** An error response in the server's format. */
export const problem = (status: number, fields: Record<string, unknown> = {}): StubResponse => ({
  status,
  body: { type: 'about:blank', title: 'Error', status, ...fields },
});

/** A handler that fails like a lost connection. */
export const offline: Handler = () => Promise.reject(new TypeError('Failed to fetch'));

/** A handler whose response is sent when the test calls `respond`. */
export function deferResponse(): { handler: Handler; respond: (response: StubResponse) => void } {
  let respond!: (response: StubResponse) => void;
  const response = new Promise<StubResponse>((resolve) => {
    respond = resolve;
  });
  return { handler: () => response, respond };
}

/** Requests of the current test that no handler expects. */
let unexpectedRoutes: string[] = [];
beforeEach(() => {
  unexpectedRoutes = [];
});
afterEach(() => {
  expect(unexpectedRoutes).toEqual([]);
});

/** Replaces the network by one handler per route. A request to another route fails the test. */
export function stubApi(handlers: Record<string, StubResponse | Handler>) {
  const requests: SentRequest[] = [];
  const routes = new Map(Object.entries(handlers));

  globalThis.fetch = async (input, init) => {
    const url = new URL(input as string);
    const request: SentRequest = {
      route: `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`,
      query: url.searchParams,
      headers: new Headers(init?.headers),
      keepalive: init?.keepalive ?? false,
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    requests.push(request);
    const handler = routes.get(request.route);
    if (!handler) unexpectedRoutes.push(request.route);
    const response = typeof handler === 'function' ? await handler(request) : (handler ?? problem(404));
    const { body, ...options } = response;
    return typeof body === 'string' ? new Response(body, options) : Response.json(body, options);
  };

  return {
    /** Replaces the handler of a route for the rest of the test. */
    on: (route: string, handler: StubResponse | Handler) => {
      routes.set(route, handler);
    },
    /** All requests to a route, in the order they were sent. */
    sent: (route: string) => requests.filter((request) => request.route === route),
  };
}
