import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createRole } from '../../../../test/support/roles.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { permissions } from '../../roles/index.js';
import type { RoleAssignmentsResponse } from './users.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
beforeEach(async () => {
  // Each test begins with one active administrator.
  await hub.database.query(`update users set role = case when id = $1 then 'ADMIN' else 'VIEWER' end`, [admin.id]);
});
afterAll(() => hub.close());

type Changed = { role: string; code: string };
const change = (actor: TestUser, id: string, role: string) =>
  actor.request<Changed>('PUT', `/users/${id}/role`, { body: { role } });
const assign = (actor: TestUser, id: string, role: string) =>
  actor.request<Changed>('PUT', `/admin/role-assignments/${id}`, { body: { role } });
const roleOf = async ({ id }: TestUser) =>
  (await hub.database.one<{ role: string }>('select role from users where id = $1', [id]))!.role;
const auditOf = (id: string) =>
  hub.database.query(
    `select actor_id, actor_name, action, before, after from audit_log where subject_type = 'user' and subject_id = $1
     order by id`,
    [id],
  );

async function roleWith(held: string[]): Promise<string> {
  const name = `CUSTOM_${randomUUID().slice(0, 8).toUpperCase()}`;
  await hub.database.query(
    `insert into roles (name, id, display_name, description, color, priority, is_system, permissions, badge_visible,
     style, created_at)
     values ($1, $2, $1, '', '#000000', 50, false, $3, false, '{}', now())`,
    [name, randomUUID(), held],
  );
  return name;
}

test('a new role applies to the next request of the same session, and so does its removal', async () => {
  const user = await hub.users.create('VIEWER');
  const write = () => user.request('POST', '/documents', { body: { title: 'x', content: 'y' } });
  expect((await write()).status).toBe(403);
  expect(await change(admin, user.id, 'CONTRIBUTOR')).toMatchObject({
    status: 200,
    body: { id: user.id, role: 'CONTRIBUTOR' },
  });
  expect((await write()).status).toBe(201);
  expect((await user.request('GET', '/auth/me')).body).toMatchObject({
    role: 'CONTRIBUTOR',
    permissions: expect.arrayContaining(['content.create']),
  });
  await change(admin, user.id, 'VIEWER');
  expect((await write()).status).toBe(403);
});

test('the audit log records the change in the same transaction', async () => {
  const user = await hub.users.create('VIEWER');
  await change(admin, user.id.toUpperCase(), 'EDITOR');
  expect(await auditOf(user.id)).toEqual([
    {
      actor_id: admin.id,
      actor_name: admin.name,
      action: 'user.role_changed',
      before: { role: 'VIEWER' },
      after: { role: 'EDITOR' },
    },
  ]);
  await change(admin, user.id, 'EDITOR');
  await change(admin, user.id, 'NONE');
  expect(await auditOf(user.id)).toHaveLength(1);
});

test('an unknown role is an invalid field, an unknown user is not found, and the own role stays', async () => {
  const user = await hub.users.create();
  expect(await change(admin, admin.id.toUpperCase(), 'VIEWER')).toMatchObject({
    status: 403,
    body: { code: 'own_role' },
  });
  for (const role of ['NONE', '__proto__', "'"])
    expect(await change(admin, user.id, role)).toMatchObject({ status: 400, body: { errors: [{ field: 'role' }] } });
  expect((await change(admin, randomUUID(), 'VIEWER')).status).toBe(404);
  await hub.database.query('update users set erased_at = now() where id = $1', [user.id]);
  expect((await change(admin, user.id, 'EDITOR')).status).toBe(404);
});

test('the last active administrator cannot be demoted', async () => {
  const everything = await roleWith(permissions.map(({ id }) => id));
  const equal = await hub.users.create(everything);
  for (const id of [admin.id, admin.id.toUpperCase()])
    expect(await change(equal, id, 'VIEWER')).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  const second = await hub.users.create('ADMIN');
  await hub.database.query('update users set deactivated_at = now() where id = $1', [second.id]);
  expect((await change(equal, admin.id, 'VIEWER')).status).toBe(409);
  await hub.database.query('update users set deactivated_at = null where id = $1', [second.id]);
  expect((await change(equal, admin.id, 'VIEWER')).status).toBe(200);
  expect((await change(equal, second.id, 'VIEWER')).status).toBe(409);
});

test('of concurrent demotions of administrators one administrator remains', async () => {
  for (let round = 0; round < 5; round++) {
    await hub.database.query(`update users set role = 'VIEWER'`);
    const [one, two] = [await hub.users.create('ADMIN'), await hub.users.create('ADMIN')];
    const responses = await Promise.all([change(one, two.id, 'VIEWER'), change(two, one.id, 'VIEWER')]);
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect([await roleOf(one), await roleOf(two)].sort()).toEqual(['ADMIN', 'VIEWER']);
  }
});

test('users cannot assign more permissions than they hold, nor change users who hold more', async () => {
  const held = ['users.manage', 'comments.create', 'reactions.create', 'forum.post'];
  const manager = await hub.users.create(await roleWith(held));
  const newcomer = await hub.users.create(await roleWith([]));
  const above = { status: 403, body: { code: 'role_above_own' } };
  for (const send of [change, assign]) {
    expect(await send(manager, newcomer.id, 'EDITOR')).toMatchObject(above);
    expect(await send(manager, admin.id, 'VIEWER')).toMatchObject(above);
  }
  expect([await roleOf(newcomer), await roleOf(admin)]).toEqual([newcomer.role, 'ADMIN']);
  expect(await change(manager, newcomer.id, 'VIEWER')).toMatchObject({ status: 200, body: { role: 'VIEWER' } });
  expect(await assign(manager, newcomer.id, manager.role)).toMatchObject({ status: 200, body: { role: manager.role } });
});

test('concurrent changes of one user are logged in order', async () => {
  const user = await hub.users.create('VIEWER');
  await Promise.all(['CONTRIBUTOR', 'REVIEWER', 'EDITOR', 'ADMIN'].map((role) => change(admin, user.id, role)));
  const entries = (await auditOf(user.id)) as { before: { role: string }; after: { role: string } }[];
  // Each role is given once, so each but the last is also left once: no two changes began from the same one.
  const left = new Set(entries.map(({ before }) => before.role));
  expect([entries.length, left.size, left.has(await roleOf(user))]).toEqual([4, 4, false]);
});

const listAssignments = async (query = '') => {
  const { status, body, headers } = await admin.request<RoleAssignmentsResponse>(
    'GET',
    `/admin/role-assignments${query}`,
  );
  return { status, users: body.users, total: headers['x-total-count'], link: String(headers.link) };
};
const getNames = async (query: string) => (await listAssignments(query)).users.map(({ name }) => name);

test('role assignments are found by name, address and role, with pagination', async () => {
  const { name: role } = await createRole(admin);
  for (const name of ['Ada Search', 'Bea Search', 'Cleo Search'])
    await hub.users.create(name.startsWith('Bea') ? role : 'VIEWER', name);
  const { status, users, total } = await listAssignments('?q=search');
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
  expect(await getNames(`?q=${users[1]!.email}`)).toEqual(['Bea Search']);
  expect(await getNames(`?role=${role}`)).toEqual(['Bea Search']);
  expect(await getNames('?q=search&role=VIEWER')).toEqual(['Cleo Search', 'Ada Search']);
  expect(await getNames('?q=search&role=')).toHaveLength(3);
  const second = await listAssignments('?q=search&limit=2&page=2');
  expect([second.users.map(({ name }) => name), second.total, second.link.includes('rel="prev"')]).toEqual([
    ['Ada Search'],
    '3',
    true,
  ]);
  for (const nothing of ['?q=%25', '?q=_%5C', '?role=NONE']) expect(await getNames(nothing)).toEqual([]);
});
