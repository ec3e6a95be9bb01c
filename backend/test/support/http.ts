import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: OutgoingHttpHeaders;
  text: string;
  body: Body;
}

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
}

export type Ask = <Body = Record<string, unknown>>(
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options?: Options,
) => Promise<Answer<Body>>;

/** Asks the app under test; `headers` go with every request. */
export function asker(app: NestFastifyApplication, headers: Record<string, string> = {}): Ask {
  return async <Body>(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: Options = {},
  ): Promise<Answer<Body>> => {
    const request = {
      method,
      url: `/api${path}`,
      headers: { ...headers, ...options.headers },
      ...(options.body !== undefined && { payload: options.body as object }),
    };
    if (path.endsWith('/stream')) return streamHead<Body>(app, request);
    const answer = await app.inject(request);
    const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: (isJson ? answer.json() : {}) as Body,
    };
  };
}

/** An event stream does not end by itself: once it has begun, we go. What is no stream is answered as ever. */
async function streamHead<Body>(app: NestFastifyApplication, request: object): Promise<Answer<Body>> {
  const answer = await app.inject({ ...request, payloadAsStream: true });
  const { statusCode: status, headers } = answer;
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    answer.stream().destroy();
    return { status, headers, text: '', body: {} as Body };
  }
  const content = await text(answer.stream());
  return { status, headers, text: content, body: JSON.parse(content) as Body };
}

/** The same, with something added to each request's headers. */
export const withHeaders =
  (ask: Ask, headers: Record<string, string>): Ask =>
  (method, path, options = {}) =>
    ask(method, path, { ...options, headers: { ...headers, ...options.headers } });
