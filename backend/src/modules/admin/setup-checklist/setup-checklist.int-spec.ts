import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { SetupChecklistResponse } from './setup-checklist.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
afterAll(() => hub.close());

const PATH = '/admin/setup-checklist';
/** Keeping the value of a new hub is a choice, too. */
const DEFAULT_MODE = 'open';
const getDone = async () =>
  (await admin.request<SetupChecklistResponse>('GET', PATH)).body.steps
    .filter(({ is_done }) => is_done)
    .map(({ name }) => name);

test('each step is done by what the administrator does elsewhere', async () => {
  expect((await admin.request<SetupChecklistResponse>('GET', PATH)).body.steps.map(({ name }) => name)).toEqual([
    'name',
    'access',
    'mail',
    'categories',
    'community',
    'people',
    'document',
    'backup',
  ]);
  expect(await getDone()).toEqual([]);
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.name': 'Team wiki' } } });
  await admin.request('PUT', '/admin/settings', { body: { values: { 'auth.registration': DEFAULT_MODE } } });
  const category = await admin.request('POST', '/categories', { body: { name: 'Guides', description: 'How to' } });
  expect(category.status).toBe(201);
  expect((await admin.request('POST', '/forum/setup-default-categories')).status).toBe(200);
  await admin.request('POST', '/admin/invitations', { body: { email: 'ada@example.org', role: 'VIEWER' } });
  const document = await admin.request<{ id: string }>('POST', '/documents', {
    body: { title: 'First', content: 'Text', status: 'PUBLISHED' },
  });
  expect(document.status).toBe(201);
  await hub.database.query(
    `insert into backups (id, name, status, progress, missing_files, is_scheduled, created_at, updated_at)
     values (gen_random_uuid(), 'x', 'complete', 100, 0, false, now(), now())`,
  );
  expect(await getDone()).toEqual(['name', 'access', 'categories', 'community', 'people', 'document', 'backup']);
  expect((await admin.request('PUT', PATH, { body: { works_without_mail: true } })).body).toMatchObject({
    is_dismissed: false,
  });
  expect(await getDone()).toContain('mail');
});

test('an erased account is not a second one', async () => {
  await hub.database.query('delete from invitations');
  const other = await hub.users.create();
  expect(await getDone()).toContain('people');
  const erasure = await admin.request('POST', `/admin/users/${other.id}/erase`, { body: { email: other.email } });
  expect(erasure.status).toBe(200);
  expect(await getDone()).not.toContain('people');
});

test('it is dismissed for all administrators, by those alone', async () => {
  const editor = await hub.users.create('EDITOR');
  for (const method of ['GET', 'PUT'] as const)
    expect((await editor.request(method, PATH, { body: { is_dismissed: true } })).status).toBe(403);
  expect(await admin.request('PUT', PATH, { body: { is_dismissed: true } })).toMatchObject({
    status: 200,
    body: { is_dismissed: true },
  });
});
