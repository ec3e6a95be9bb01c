import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** The server checks twice a second. The rest is for a busy machine. */
const CLOSED_WITHIN_MS = 15_000;

/** A request whose body is refused or ignored. */
export interface RefusedBody {
  /** of the response */
  status: number;
  method?: string;
  path: string;
  headers: string;
  body: Buffer;
  /** the header that tells where the body ends, unless it is Content-Length */
  framing?: string;
  /** the server reads all of the body before it responds */
  isRead?: boolean;
}

const JSON_TYPE = 'Content-Type: application/json\r\n';
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=b\r\n';
const TUS = 'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n';
const ID = '01900000-0000-7000-8000-000000000000';
const spaces = Buffer.alloc(250_000, ' ');
const json = Buffer.from(`{"query":"${'x'.repeat(250_000)}"}`);
const gzipped = Buffer.concat([gzipSync('{"query":"x"}'), Buffer.alloc(250_000)]);
const form = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n'),
  Buffer.alloc(250_000, 'x'),
  Buffer.from('\r\n--b--\r\n'),
]);
const chunked = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

/** @param user the header with the session of a user who may only read */
export const refusedBodies = (user: string): Record<string, RefusedBody> => ({
  'encoded JSON': {
    status: 415,
    path: '/api/search',
    headers: `${JSON_TYPE}Content-Encoding: gzip\r\n`,
    body: gzipped,
  },
  'encoded JSON in chunks': {
    status: 415,
    path: '/api/search',
    headers: `${JSON_TYPE}Content-Encoding: identity, BR\r\n`,
    body: chunked(gzipped),
    framing: 'Transfer-Encoding: chunked',
  },
  'encoded JSON without permission': {
    status: 415,
    path: '/api/documents',
    headers: `${user}${JSON_TYPE}Content-Encoding: zstd\r\n`,
    body: gzipped,
  },
  'an encoded form': {
    status: 415,
    method: 'PUT',
    path: '/api/profile',
    headers: `${user}${FORM_TYPE}Content-Encoding: gzip\r\n`,
    body: gzipSync(form, { level: 0 }),
  },
  'an encoded part of an upload': {
    status: 415,
    method: 'PATCH',
    path: `/api/uploads/${ID}`,
    headers: `${user}${TUS}Content-Encoding: deflate\r\n`,
    body: spaces,
  },
  'an encoded body for a page': { status: 415, path: '/', headers: 'Content-Encoding: x-gzip\r\n', body: gzipped },
  'a transfer coding': {
    status: 400,
    path: '/api/search',
    headers: JSON_TYPE,
    body: chunked(gzipped),
    framing: 'Transfer-Encoding: gzip, chunked',
  },
  'too large': { status: 413, path: '/api/search', headers: JSON_TYPE, body: json },
  'too large in chunks': {
    status: 413,
    path: '/api/search',
    headers: JSON_TYPE,
    body: chunked(json),
    framing: 'Transfer-Encoding: chunked',
  },
  'no JSON': { status: 400, path: '/api/search', headers: JSON_TYPE, body: Buffer.alloc(60_000, '[') },
  'of an unknown type': { status: 415, path: '/api/search', headers: 'Content-Type: text/plain\r\n', body: spaces },
  'without a type': { status: 415, path: '/api/search', headers: '', body: spaces },
  'a form for JSON': { status: 415, path: '/api/search', headers: FORM_TYPE, body: form },
  'JSON without permission': {
    status: 403,
    path: '/api/documents',
    headers: user + JSON_TYPE,
    body: json,
    isRead: true,
  },
  'a form without permission': { status: 403, path: '/api/documents', headers: user + FORM_TYPE, body: form },
  'a form without session': { status: 401, method: 'PUT', path: '/api/profile', headers: FORM_TYPE, body: form },
  'a form without its end': {
    status: 400,
    method: 'PUT',
    path: '/api/profile',
    headers: user + FORM_TYPE,
    body: form.subarray(0, -10),
    isRead: true,
  },
  'an upload without permission': {
    status: 403,
    method: 'PATCH',
    path: `/api/uploads/${ID}`,
    headers: user + TUS,
    body: spaces,
  },
  'an unknown route': { status: 413, path: '/api/unknown', headers: JSON_TYPE, body: json },
  'a form for an unknown route': { status: 404, path: '/api/unknown', headers: FORM_TYPE, body: form },
  'an unknown method': { status: 405, path: '/api/health/live', headers: JSON_TYPE, body: json },
  'a read with a body': { status: 200, method: 'GET', path: '/api/tags', headers: '', body: spaces },
  'a HEAD with a body': { status: 200, method: 'HEAD', path: '/api/tags', headers: '', body: spaces },
  'a page with a body': { status: 200, method: 'GET', path: '/', headers: FORM_TYPE, body: form },
});

/**
 * Sends one request, either all of it or half of it.
 * @returns the status of the response, undefined without one
 * @throws when the server does not close the connection of an incomplete request
 */
export async function sendRefused(serverUrl: string, kind: RefusedBody, isHalf: boolean): Promise<number | undefined> {
  const { method = 'POST', path, headers, body, framing = `Content-Length: ${body.length}` } = kind;
  const socket = connect(Number(new URL(serverUrl).port), '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.setEncoding('latin1').on('data', (data) => (text += String(data)));
  // Not by `once` of node:events, which rejects when the server resets the connection: that is one way to refuse.
  const next = (event: 'data' | 'close') => new Promise((resolve) => socket.once(event, resolve));
  const closed = next('close');
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}${framing}\r\n\r\n`);
  socket.write(isHalf ? body.subarray(0, body.length / 2) : body);
  const isBrokenOff = isHalf && kind.isRead;
  if (isBrokenOff) await pause(20);
  else while (!text.includes('\r\n\r\n') && !socket.destroyed) await Promise.race([next('data'), closed]);
  if (isHalf && !isBrokenOff) await Promise.race([closed, pause(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  const isOpen = !socket.destroyed;
  socket.destroy();
  if (isHalf && !isBrokenOff && isOpen) throw new Error(`The connection is open after the response:\n${text}`);
  return text ? Number(text.slice(9, 12)) : undefined;
}
