import type { Preload } from './preload';

/** A request of a page that the server renders. */
export interface ServerRequest {
  /** Path and query relative to the API address. */
  path: string;
  /** JSON of a search, the only read that is sent by POST. */
  sent?: string;
}

/** What the API responded; the text is JSON. */
type ServerResponse = Omit<Preload, 'body' | 'status'> & { status: number; text: string };

/** The part of a message port that the thread uses. */
export interface ApiPort {
  on(name: 'message', listener: (response: ServerResponse) => void): void;
  postMessage(request: ServerRequest | 'started'): void;
  close(): void;
}

export const getRequestKey = ({ path, sent }: ServerRequest): string => (sent === undefined ? path : `${path} ${sent}`);

/** Requests of a page by their keys. */
interface Connection {
  port: ApiPort;
  responses: Map<string, Promise<Preload>>;
  resolvers: Map<string, (response: Preload) => void>;
}

let current: Connection | undefined;

/** On the server: the page that is rendered next reads from the API through this port. */
export function connectToApi(port: ApiPort): void {
  const resolvers: Connection['resolvers'] = new Map();
  port.on('message', ({ text, status, ...response }) => {
    const preload = { ...response, body: JSON.parse(text) as unknown, ...(status !== 200 && { status }) };
    resolvers.get(getRequestKey(response))?.(preload);
  });
  current = { port, responses: new Map(), resolvers };
}

export function disconnectFromApi(): void {
  current?.port.close();
  current = undefined;
}

/** Equal requests of a page share a response. */
export function requestOnServer(request: ServerRequest): Promise<Preload> {
  if (!current) throw new Error('No page is being rendered.');
  const { port, responses, resolvers } = current;
  const key = getRequestKey(request);
  const known = responses.get(key);
  if (known) return known;
  const response = new Promise<Preload>((resolve) => {
    resolvers.set(key, resolve);
  });
  responses.set(key, response);
  port.postMessage(request);
  return response;
}

/** Waits until all requests are answered, also those that loaders do not wait for. */
export async function awaitResponses(): Promise<void> {
  const responses = current?.responses ?? new Map<string, Promise<Preload>>();
  let count: number;
  do {
    count = responses.size;
    await Promise.all(responses.values());
    // The handlers of responses may send further requests.
    await new Promise((resolve) => setTimeout(resolve));
  } while (responses.size > count);
}
