import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { operations } from './support/openapi.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let withPages: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
  withPages = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
});
afterAll(async () => {
  await Promise.all([hub.close(), withPages.close()]);
});

const problem = (status: number, code: string) => ({
  type: 'about:blank',
  title: expect.any(String),
  status,
  detail: expect.stringMatching(/^[A-Z].*\.$/),
  code,
  request_id: expect.stringMatching(/^[\w-]{36}$/),
});

describe.each(['without pages', 'with pages'])('unknown paths, %s', (kind) => {
  test.each(['GET', 'POST'] as const)('%s', async (method) => {
    const { app } = kind === 'with pages' ? withPages : hub;
    for (const path of [
      '/api',
      '/api?x=1',
      '/api/',
      '/api/none',
      '/api/api/none',
      '/api/documents/a/b/c',
      '/api/DOCUMENTS',
      '/api/documents/%E0%A4%A',
      `/api/documents/${'x'.repeat(2000)}`,
      '/api//documents',
      '/api/openapi.json',
    ]) {
      const response = await app.inject({ method, url: path });
      expect({ path, status: response.statusCode, type: response.headers['content-type'] }).toMatchObject({
        path,
        status: 404,
        type: expect.stringContaining('application/problem+json'),
      });
      expect(response.json()).toEqual(problem(404, 'not_found'));
      expect(response.headers['x-request-id']).toBe(response.json<{ request_id: string }>().request_id);
    }
  });

  test.each([
    ['PATCH', '/api/documents', 'GET, HEAD, POST'],
    ['DELETE', '/api/documents?status=DRAFT', 'GET, HEAD, POST'],
    ['GET', '/api/auth/login-manual', 'POST'],
    ['HEAD', '/api/auth/logout', 'POST'],
    ['POST', '/api/documents/some-slug', 'GET, HEAD'],
    ['PUT', '/api/health/live', 'GET, HEAD'],
    ['POST', '/api/openapi.yaml', 'GET, HEAD'],
    ['GET', '/api/documents/a/status', 'PUT'],
  ] as const)('%s of %s, which is there for %s', async (method, url, allow) => {
    const { app } = kind === 'with pages' ? withPages : hub;
    const response = await app.inject({ method, url });
    expect(response).toMatchObject({
      statusCode: 405,
      headers: { allow, 'content-type': expect.stringContaining('application/problem+json') },
    });
    if (method !== 'HEAD') expect(response.json()).toEqual(problem(405, 'method_not_allowed'));
  });
});

const withParameter = operations.filter(({ path }) => path.includes('{'));

test.each(['%00', 'a%00b'])('paths with a segment like %s give 404 on every route', async (part) => {
  const admin = await hub.users.create('ADMIN');
  expect(withParameter.length).toBeGreaterThan(20);
  for (const { operationId, method, path } of withParameter) {
    const { status, body } = await admin.request<{ detail: string }>(method, path.replace(/\{\w+\}/g, part), {
      ...(method === 'PUT' && { body: {} }),
    });
    expect({ operationId, status, body }).toEqual({
      operationId,
      status: 404,
      body: { ...problem(404, 'not_found'), detail: 'This address does not exist or is not visible to you.' },
    });
  }
});

async function get(url: string) {
  const { statusCode, body, headers } = await withPages.app.inject(url);
  return { statusCode, body, csp: String(headers['content-security-policy']) };
}

test('pages have their status, and contain the URL of the API', async () => {
  expect(await get('/login')).toMatchObject({
    statusCode: 200,
    body: expect.stringContaining('<meta name="hub-api-url" content="/api">'),
    csp: expect.stringMatching(/script-src 'self'; style-src 'self' 'nonce-/),
  });
  for (const path of ['/none', '/assets'])
    expect(await get(path)).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('<title>Page not found · Knowledge Hub</title>'),
    });
  for (const path of ['/docs/no-such-document', '/docs/%00'])
    expect(await get(path)).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('<title>Document Not Found · Knowledge Hub</title>'),
    });
  expect((await get('/assets/none.js')).statusCode).toBe(404);
});

test('a doubled prefix works like a single one', async () => {
  const { email, password } = await hub.users.create();
  expect(await hub.request('POST', '/api/auth/login-manual', { body: { email, password } })).toMatchObject({
    status: 200,
    body: { session_token: expect.any(String) },
  });
  expect((await hub.app.inject('/api/api/documents')).headers['link']).toContain('</api/');
  expect((await hub.app.inject('/api/api/health/ready')).json()).toEqual({ status: 'ok' });
});

test('health checks work at the root and under the prefix', async () => {
  for (const prefix of ['', '/api']) {
    for (const path of ['live', 'ready'])
      expect((await hub.app.inject(`${prefix}/health/${path}`)).json()).toEqual({ status: 'ok' });
  }
});

test('the OpenAPI document is served', async () => {
  const { statusCode, headers, body } = await hub.app.inject('/api/openapi.yaml');
  expect([statusCode, headers['content-type'], body.startsWith('openapi: 3')]).toEqual([
    200,
    'application/yaml; charset=utf-8',
    true,
  ]);
  expect((await hub.app.inject('/api/docs')).statusCode).toBeLessThan(400);
});

test.each([
  ['GET', '/api/documents', 200],
  ['GET', '/api/documents/none', 404],
  ['GET', '/api/none', 404],
  ['GET', '/api/documents/%ff', 404],
  ['DELETE', '/api/documents', 405],
  ['POST', '/api/documents', 401],
] as const)('every response has its own request id and security headers: %s %s', async (method, url, status) => {
  const { headers, statusCode } = await hub.app.inject({
    method,
    url,
    headers: { 'x-request-id': 'given-by-the-client' },
  });
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('strict-transport-security');
});

test('an unexpected error becomes one neutral sentence', async () => {
  const admin = await hub.users.create('ADMIN');
  await hub.database.query('alter table content_categories rename to gone');
  try {
    for (const path of ['/categories', '/documents']) {
      const response = await admin.request('GET', path);
      expect(response).toMatchObject({ status: 500, body: problem(500, 'unexpected') });
      expect(response.text).not.toMatch(/relation|content_categories|select|\.ts|\.js|at /);
    }
  } finally {
    await hub.database.query('alter table gone rename to content_categories');
  }
  expect((await admin.request('GET', '/categories')).status).toBe(200);
});
