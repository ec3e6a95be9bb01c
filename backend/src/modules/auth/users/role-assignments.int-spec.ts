import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestUser } from '../../../../test/support/users.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { RoleAssignmentsResponse } from './users.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Admin');
});
afterAll(() => hub.close());

const list = async (query = '') => {
  const { status, body, headers } = await admin.request<RoleAssignmentsResponse>(
    'GET',
    `/admin/role-assignments${query}`,
  );
  return { status, users: body.users, total: headers['x-total-count'], link: String(headers.link) };
};
const assign = (id: string, role: string) =>
  admin.request<{ role: string; code: string }>('PUT', `/admin/role-assignments/${id}`, { body: { role } });
const namesOf = async (query: string) => (await list(query)).users.map(({ name }) => name);

test('users are found by name, address and role, with pagination', async () => {
  const { name: role } = await createRole(admin);
  for (const name of ['Ada Search', 'Bea Search', 'Cleo Search'])
    await hub.users.create(name.startsWith('Bea') ? role : 'VIEWER', name);
  const { status, users, total } = await list('?q=search');
  expect([status, total, users.map(({ name }) => name)]).toEqual([
    200,
    '3',
    ['Cleo Search', 'Bea Search', 'Ada Search'],
  ]);
  expect(users[1]).toMatchObject({
    id: expect.any(String),
    name: 'Bea Search',
    email: expect.stringContaining('@'),
    role,
    role_display_name: 'Custom',
  });
  expect(await namesOf(`?q=${users[1]!.email}`)).toEqual(['Bea Search']);
  expect(await namesOf(`?role=${role}`)).toEqual(['Bea Search']);
  expect(await namesOf('?q=search&role=VIEWER')).toEqual(['Cleo Search', 'Ada Search']);
  expect(await namesOf('?q=search&role=')).toHaveLength(3);
  const second = await list('?q=search&limit=2&page=2');
  expect([second.users.map(({ name }) => name), second.total, second.link.includes('rel="prev"')]).toEqual([
    ['Ada Search'],
    '3',
    true,
  ]);
  for (const nothing of ['?q=%25', '?q=_%5C', '?role=NONE']) expect(await namesOf(nothing)).toEqual([]);
});

test('assigning a role is the same as changing the role of a user', async () => {
  const { name: role } = await createRole(admin, ['content.create']);
  const user = await hub.users.create('VIEWER');
  expect(await assign(user.id, role)).toMatchObject({ status: 200, body: { id: user.id, role } });
  expect((await user.request('POST', '/documents', { body: { title: 'x', content: 'y' } })).status).toBe(201);
  expect(
    await hub.database.query(`select action, before, after from audit_log where subject_id = $1`, [user.id]),
  ).toEqual([{ action: 'user.role_changed', before: { role: 'VIEWER' }, after: { role } }]);
});

test('assigning a role follows the same rules', async () => {
  const user = await hub.users.create('VIEWER');
  expect(await assign(admin.id, 'VIEWER')).toMatchObject({ status: 403, body: { code: 'own_role' } });
  expect(await assign(user.id, 'NONE')).toMatchObject({ status: 400, body: { errors: [{ field: 'role' }] } });
  for (const id of [randomUUID(), 'x']) expect((await assign(id, 'EDITOR')).status).toBe(404);
  const manager = await hub.users.create((await createRole(admin, ['users.manage'])).name);
  expect(
    (await manager.request('PUT', `/admin/role-assignments/${user.id}`, { body: { role: 'EDITOR' } })).body,
  ).toMatchObject({ code: 'role_above_own' });
  expect(
    (await manager.request('PUT', `/admin/role-assignments/${admin.id}`, { body: { role: 'VIEWER' } })).body,
  ).toMatchObject({ code: 'role_above_own' });
});
