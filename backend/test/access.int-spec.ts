import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

test('a guest reads documents and is refused what needs sign-in', async () => {
  expect((await hub.ask('GET', '/documents')).status).toBe(200);
  const refused = await hub.ask('GET', '/users');
  expect(refused.status).toBe(401);
  expect(refused.headers['content-type']).toContain('application/problem+json');
});

test('a role without the permission is told its role and who may', async () => {
  const viewer = await hub.people.create('VIEWER');
  const { status, body } = await viewer.ask('POST', '/documents', { body: { title: 'x', content: 'y' } });
  expect(status).toBe(403);
  expect(body).toMatchObject({
    code: 'permission_missing',
    role: 'VIEWER',
    required_roles: ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR'],
  });
});
