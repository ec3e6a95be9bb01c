import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

test('a guest can list documents and gets 401 where sign-in is required', async () => {
  expect((await hub.request('GET', '/documents')).status).toBe(200);
  const refused = await hub.request('GET', '/users');
  expect(refused.status).toBe(401);
  expect(refused.headers['content-type']).toContain('application/problem+json');
});

test('a refusal names the role of the user and the roles with the permission', async () => {
  const viewer = await hub.users.create('VIEWER');
  const { status, body } = await viewer.request('POST', '/documents', { body: { title: 'x', content: 'y' } });
  expect(status).toBe(403);
  expect(body).toMatchObject({
    code: 'permission_missing',
    role: 'VIEWER',
    required_roles: ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR'],
  });
});

test('concurrent requests keep their own actors, also those of two applications in one process', async () => {
  const other = await createTestApp();
  const users = [await hub.users.create(), await other.users.create(), await hub.users.create(), undefined];
  const responses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const user = users[i % users.length];
      const { status, body } = await (user ?? hub).request<{ id?: string }>('GET', '/auth/me');
      return { expected: user ? [200, user.id] : [401, undefined], actual: [status, body.id] };
    }),
  );
  await other.close();
  for (const { expected, actual } of responses) expect(actual).toEqual(expected);
});
