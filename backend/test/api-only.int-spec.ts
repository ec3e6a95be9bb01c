import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from './support/test-app.js';

const frontend = 'https://hub.example.org';
let hub: TestApp;
let token: string;
beforeAll(async () => {
  hub = await createTestApp({
    API_PREFIX: '',
    CORS_ORIGINS: `${frontend}, http://localhost:5173`,
    PUBLIC_URL: 'https://api.example.org',
    GOOGLE_CLIENT_ID: 'hub',
    GOOGLE_CLIENT_SECRET: 'secret',
  });
  const { email, password } = { email: 'api@example.org', password: 'secret' };
  const response = await hub.app.inject({
    method: 'POST',
    url: '/auth/register',
    payload: { email, password, name: 'Api' },
  });
  token = response.json<{ session_token: string }>().session_token;
});
afterAll(() => hub.close());

test('the API is at the root only', async () => {
  const me = await hub.app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } });
  expect([me.statusCode, me.json<{ email: string }>().email]).toEqual([200, 'api@example.org']);
  for (const path of ['/documents', '/categories', '/health/live', '/health/ready', '/openapi.yaml'])
    expect((await hub.app.inject(path)).statusCode).toBe(200);
  for (const path of ['/api/documents', '/', '/docs/none/x']) {
    const { statusCode, headers } = await hub.app.inject(path);
    expect([path, statusCode, headers['content-type']]).toEqual([
      path,
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  }
});

test('responses are serialised by their schemas, and the document has no prefix', async () => {
  const { body } = await hub.app.inject('/openapi.yaml');
  expect(body).toMatch(/^ {2}\/auth\/me:$/m);
  expect(body).not.toContain('/api/');
});

const request = (origin: string) => hub.app.inject({ url: '/documents', headers: { origin } });

test('links lead to the first frontend, and passkeys belong to it', async () => {
  const back = await hub.app.inject('/auth/external/google/callback?state=x');
  expect([back.statusCode, back.headers.location]).toEqual([302, `${frontend}/profile#error=expired`]);
  const { rpId } = (await hub.app.inject({ method: 'POST', url: '/auth/passkeys/authentication-options' })).json<{
    rpId: string;
  }>();
  expect(rpId).toBe('hub.example.org');
});

describe('pages of other origins', () => {
  test.each([frontend, 'http://localhost:5173'])('%s may read with credentials', async (origin) => {
    const { headers } = await request(origin);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(String(headers['access-control-expose-headers'])).toMatch(/X-Total-Count.*X-Unread-Count/);
    expect(String(headers['vary'])).toMatch(/origin/i);
  });

  test.each([
    'https://evil.example',
    'null',
    'https://hub.example.org.evil.example',
    'http://hub.example.org',
    'https://hub.example.org:444',
  ])('%s may not', async (origin) => {
    const { headers } = await request(origin);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const response = await hub.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { origin, cookie: `session_token=${token}` },
    });
    expect(response.statusCode).toBe(403);
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])('a preflight request allows %s', async (method) => {
    const preflight = (origin: string) =>
      hub.app.inject({
        method: 'OPTIONS',
        url: '/admin/documents/x',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      });
    const { statusCode, headers } = await preflight(frontend);
    expect(statusCode).toBe(204);
    expect(String(headers['access-control-allow-methods']).split(/,\s*/)).toContain(method);
    expect(String(headers['access-control-allow-headers'])).toMatch(/authorization.*content-type.*idempotency-key/i);
    expect((await preflight('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a write by cookie from a configured frontend is accepted', async () => {
    const response = await hub.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { origin: frontend, 'sec-fetch-site': 'cross-site', cookie: `session_token=${token}` },
    });
    expect(response.statusCode).toBe(200);
  });
});

test('without configured origins no other origin may read', async () => {
  const closed = await createTestApp();
  const { headers } = await closed.app.inject({ url: '/api/documents', headers: { origin: frontend } });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toContain('camera=()');
  await closed.close();
});
