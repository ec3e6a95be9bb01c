import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import type { TestUser } from './support/users.js';
import { createPng } from './support/images.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/* Compression, conditional requests and slow clients. */

let hub: TestApp;
let editor: TestUser;
let path: string;
let page: string;
beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
  editor = await hub.users.create('EDITOR');
  const { id, slug } = await setDocumentStatus(
    editor,
    (await createDocument(editor, { content: 'Long text. '.repeat(500) })).id,
    'PUBLISHED',
  );
  path = `/api/documents/${id}`;
  page = `/docs/${slug}`;
});
afterAll(() => hub.close());

const packing = { 'accept-encoding': 'br, gzip;q=0.9' };
const request = (
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
  payload?: object,
) => hub.app.inject({ method, url, headers, ...(payload && { payload }) });
const bearer = () => ({ authorization: `Bearer ${editor.token}` });

describe('compression', () => {
  test.each(['json', 'page', 'markdown', 'contract'])('%s is compressed for clients that accept it', async (kind) => {
    const url = {
      json: path,
      page,
      markdown: `${page}.md`,
      contract: '/api/openapi.yaml',
    }[kind]!;
    const [packed, plain] = [await request('GET', url, packing), await request('GET', url)];
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect([undefined, String(packed.rawPayload.length)]).toContain(packed.headers['content-length']);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    // Each page has a nonce of its own.
    if (kind !== 'page') expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(plain.headers).not.toHaveProperty('content-encoding');
  });

  test('short responses are not compressed', async () => {
    expect((await request('GET', '/api/health/live', packing)).headers).not.toHaveProperty('content-encoding');
  });

  test('files of the frontend are compressed by the build', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await request('GET', '/login')).body)?.[1] ?? '';
    const { headers, rawPayload } = await request('GET', script, packing);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(rawPayload.length),
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  test('stored files and ranges of them are never compressed', async () => {
    const { body, headers } = await encodeForm({ image: await createPng(300, 200) });
    const { url } = (
      await hub.app.inject({ method: 'POST', url: '/api/images', headers: { ...headers, ...bearer() }, payload: body })
    ).json<{ url: string }>();
    // Also for compressible types: lengths, ranges and tags refer to the stored bytes.
    await hub.database.query(`update files set media_type = 'text/plain' where id = $1`, [url.split('/').at(-2)]);
    const whole = await request('GET', url, { ...packing, ...bearer() });
    const part = await request('GET', url, { ...packing, ...bearer(), range: 'bytes=0-9' });
    expect([whole.statusCode, part.statusCode, part.rawPayload.length]).toEqual([200, 206, 10]);
    for (const response of [whole, part]) expect(response.headers).not.toHaveProperty('content-encoding');
    expect(Number(whole.headers['content-length'])).toBe(whole.rawPayload.length);
  });
});

const tagOf = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  String((await request(method, path, { ...headers, ...bearer() })).headers.etag);

describe('conditional requests', () => {
  test('have the same tag compressed, uncompressed and by HEAD, and give 304', async () => {
    const tag = await tagOf();
    expect(tag).toMatch(/^W\/".+"$/);
    expect([await tagOf(packing), await tagOf({}, 'HEAD')]).toEqual([tag, tag]);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const headers of [{}, packing]) {
        for (const ifNoneMatch of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
          const response = await request(method, path, { ...headers, ...bearer(), 'if-none-match': ifNoneMatch });
          expect([
            response.statusCode,
            response.body,
            response.headers['content-encoding'],
            response.headers.etag,
          ]).toEqual([304, '', undefined, tag]);
        }
      }
    }
  });

  test('HEAD returns the headers of GET and no body', async () => {
    const [get, head] = [await request('GET', path, bearer()), await request('HEAD', path, bearer())];
    expect([head.statusCode, head.body, head.headers['content-length'], head.headers['content-type']]).toEqual([
      200,
      '',
      get.headers['content-length'],
      get.headers['content-type'],
    ]);
  });

  test('apply to reads only: writes ignore the tags of the client', async () => {
    for (const ifNoneMatch of [await tagOf(), '*']) {
      const saved = await request(
        'PUT',
        `/api/admin/documents/${path.split('/').at(-1)}`,
        { ...bearer(), 'if-none-match': ifNoneMatch },
        { summary: `Now ${ifNoneMatch}` },
      );
      expect([saved.statusCode, saved.json<{ summary: string }>().summary, saved.headers.etag]).toEqual([
        200,
        `Now ${ifNoneMatch}`,
        undefined,
      ]);
      const posted = await request(
        'POST',
        '/api/auth/login-manual',
        { 'if-none-match': ifNoneMatch },
        { email: editor.email, password: editor.password },
      );
      expect([posted.statusCode, posted.headers.etag]).toEqual([200, undefined]);
    }
  });

  test('do not apply to errors and pages with a nonce, which have no tag', async () => {
    for (const [url, status] of [
      ['/api/documents/none', 404],
      ['/docs', 200],
      ['/none', 404],
    ] as const) {
      const response = await request('GET', url, { 'if-none-match': '*' });
      expect([response.statusCode, response.headers.etag]).toEqual([status, undefined]);
    }
  });
});

test('slow clients are disconnected, uploads in progress are not', async () => {
  await hub.app.listen(0, '127.0.0.1');
  const server = hub.app.getHttpServer();
  expect((server.address() as AddressInfo).port).toBeGreaterThan(0);
  const { headersTimeout, requestTimeout, timeout } = server;
  expect({ headersTimeout, requestTimeout, timeout }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 0,
    timeout: 120_000,
  });
});
