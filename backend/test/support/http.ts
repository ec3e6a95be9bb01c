import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface TestResponse<Body = Record<string, unknown>> {
  status: number;
  headers: OutgoingHttpHeaders;
  text: string;
  bytes: Buffer;
  body: Body;
}

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
}

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type SendRequest = <Body = Record<string, unknown>>(
  method: Method,
  path: string,
  options?: Options,
) => Promise<TestResponse<Body>>;

/** Sends requests to the app under test; `headers` are added to each. */
export function createRequester(app: NestFastifyApplication, headers: Record<string, string> = {}): SendRequest {
  return async <Body>(method: Method, path: string, options: Options = {}): Promise<TestResponse<Body>> => {
    const request = {
      method,
      url: `/api${path}`,
      headers: { ...headers, ...options.headers },
      ...(options.body !== undefined && { payload: options.body as object }),
    };
    if (path.endsWith('/stream')) return streamHead<Body>(app, request);
    const response = await app.inject(request);
    const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: (isJson ? response.json() : {}) as Body,
    };
  };
}

/** Reads only the head of an event stream, which does not end; other responses are read completely. */
async function streamHead<Body>(app: NestFastifyApplication, request: object): Promise<TestResponse<Body>> {
  const response = await app.inject({ ...request, payloadAsStream: true });
  const { statusCode: status, headers } = response;
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    response.stream().destroy();
    return { status, headers, text: '', bytes: Buffer.alloc(0), body: {} as Body };
  }
  const content = await text(response.stream());
  return { status, headers, text: content, bytes: Buffer.from(content), body: JSON.parse(content) as Body };
}

/** Wraps a function to add headers to each request. */
export const withHeaders =
  (request: SendRequest, headers: Record<string, string>): SendRequest =>
  (method, path, options = {}) =>
    request(method, path, { ...options, headers: { ...headers, ...options.headers } });

/** Sends requests to a running server; a body that is not a Buffer is sent as JSON. `headers` are added to each. */
export const createFetchRequester =
  (url: string, headers: Record<string, string> = {}): SendRequest =>
  async <Body>(method: Method, path: string, options: Options = {}) => {
    const { body } = options;
    const isJsonBody = body !== undefined && !Buffer.isBuffer(body);
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...(isJsonBody && { 'content-type': 'application/json' }), ...headers, ...options.headers },
      redirect: 'manual',
      ...(body !== undefined && { body: isJsonBody ? JSON.stringify(body) : (body as Buffer<ArrayBuffer>) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const content = bytes.toString('utf8');
    const isJson = String(response.headers.get('content-type')).includes('json') && content !== '';
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: content,
      bytes,
      body: (isJson ? JSON.parse(content) : {}) as Body,
    };
  };
