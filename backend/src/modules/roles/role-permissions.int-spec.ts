import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { holders } from '../../../test/policy-table.js';
import { createRequester, withHeaders } from '../../../test/support/http.js';
import type { TestUser } from '../../../test/support/users.js';
import { createRole } from '../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { permissions as catalogue, systemRoles } from './role/catalogue.js';
import { RolesFacade } from './roles.facade.js';
import type { PermissionsResponse, RolePermissionsResponse } from './roles.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
afterEach(async () => {
  await hub.database.query(`update users set role = 'VIEWER' where id <> $1`, [admin.id]);
  await hub.database.query('delete from roles where not is_system');
  for (const { name, permissions } of systemRoles)
    await hub.database.query('update roles set permissions = $2 where name = $1', [name, permissions]);
});
afterAll(() => hub.close());

type Saved = {
  message: string;
  role: string;
  permissions: string[];
  code: string;
  required_roles: string[];
  errors: { field: string }[];
};
const set = (user: TestUser, role: string, permissions: unknown) =>
  user.request<Saved>('PUT', `/admin/role-permissions/${role}`, { body: { permissions } });
const held = async (role: string) =>
  (await admin.request<RolePermissionsResponse>('GET', '/admin/role-permissions')).body.role_permissions.find(
    (row) => row.role === role,
  )!.permissions;
const audit = (role: string) =>
  hub.database.query(
    `select actor_id, action, before, after from audit_log
     where subject_type = 'role' and subject_id = $1 and action = 'role.permissions_changed' order by id`,
    [role],
  );
const write = (user: TestUser) =>
  user.request<Saved & { role: string }>('POST', '/documents', { body: { title: 'x', content: 'y' } });
const [viewer, everything] = [['comments.create', 'forum.post', 'reactions.create'], catalogue.map(({ id }) => id)];

const sorted = (list: readonly string[]) => [...list].sort();

test('the roles of a migrated database are those of the catalogue', async () => {
  const rows = await hub.database.query<{ permissions: string[] }>(
    `select name, display_name as "displayName", description, color, priority, badge_visible as "badgeVisible",
     permissions, is_system
     from roles order by priority desc`,
  );
  expect(rows.map((row) => ({ ...row, permissions: sorted(row.permissions) }))).toEqual(
    systemRoles.map((role) => ({ ...role, permissions: sorted(role.permissions), is_system: true })),
  );
});

test('each permission is held by the roles of the specification', () => {
  const byCatalogue = Object.fromEntries(
    catalogue.map(({ id }) => [
      id,
      systemRoles.filter((role) => (role.permissions as readonly string[]).includes(id)).map(({ name }) => name),
    ]),
  );
  expect(byCatalogue).toEqual(holders);
});

test('the directory contains the catalogue and lists the most powerful role first', async () => {
  const roles = hub.get(RolesFacade);
  expect(roles.has('content.publish')).toBe(true);
  expect(['content.fly', '__proto__', 'constructor', ''].filter((id) => roles.has(id))).toEqual([]);
  for (const { id } of catalogue) expect(await roles.listRolesByPermission(id)).toEqual(holders[id]);
});

test('every permission is listed with its description', async () => {
  const { permissions } = (await admin.request<PermissionsResponse>('GET', '/admin/permissions')).body;
  expect(permissions).toEqual(catalogue);
  for (const permission of permissions) for (const text of Object.values(permission)) expect(text).toMatch(/\S/);
});

test('every role is listed with its permissions, the most powerful first', async () => {
  const { name } = await createRole(admin, ['content.create'], { display_name: 'Translator', priority: 70 });
  const { role_permissions } = (await admin.request<RolePermissionsResponse>('GET', '/admin/role-permissions')).body;
  expect(role_permissions.map(({ role }) => role)).toEqual([
    'ADMIN',
    'EDITOR',
    name,
    'REVIEWER',
    'CONTRIBUTOR',
    'VIEWER',
  ]);
  expect(role_permissions[2]).toEqual({
    role: name,
    display_name: 'Translator',
    is_system_role: false,
    permissions: ['content.create'],
    abilities: { edit: true },
  });
  expect(role_permissions.filter(({ abilities }) => !abilities.edit).map(({ role }) => role)).toEqual(['ADMIN']);
  for (const { role, permissions } of role_permissions)
    if (role !== name)
      expect([...permissions].sort()).toEqual(everything.filter((id) => holders[id].includes(role)).sort());
});

test('changes apply to the next request on every instance', async () => {
  const other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  const { name } = await createRole(admin);
  const user = await hub.users.create(name);
  const there = {
    ...user,
    request: withHeaders(createRequester(other.app), { authorization: `Bearer ${user.token}` }),
  };
  expect(await write(there)).toMatchObject({
    status: 403,
    body: { code: 'permission_missing', role: name, required_roles: ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR'] },
  });
  expect(await set(admin, name, ['content.create'])).toMatchObject({
    status: 200,
    body: { message: `Permissions updated for ${name}`, role: name, permissions: ['content.create'] },
  });
  for (const one of [there, user]) expect((await write(one)).status).toBe(201);
  expect((await there.request('GET', '/auth/me')).body).toMatchObject({ permissions: ['content.create'] });
  expect((await hub.request('GET', '/access/content.create')).body).toMatchObject({
    required_roles: ['ADMIN', 'EDITOR', 'REVIEWER', name, 'CONTRIBUTOR'],
  });
  await set(admin, name, []);
  for (const one of [there, user]) expect((await write(one)).status).toBe(403);
  await other.close();
});

test('permissions of built-in roles can be changed', async () => {
  const [reader, editor] = [await hub.users.create('VIEWER'), await hub.users.create('EDITOR')];
  await set(admin, 'VIEWER', [...viewer, 'content.create']);
  await set(admin, 'EDITOR', viewer);
  expect([(await write(reader)).status, (await write(editor)).status]).toEqual([201, 403]);
});

test('the audit log records changes, and no save without a change', async () => {
  const { name } = await createRole(admin, ['content.publish', 'content.create']);
  expect(await held(name)).toEqual(['content.create', 'content.publish']);
  await set(admin, name, ['content.publish', 'content.create', 'content.publish']);
  await set(admin, name, ['forum.post']);
  const entry = (before: string[], after: string[]) => ({
    actor_id: admin.id,
    action: 'role.permissions_changed',
    before: { permissions: before },
    after: { permissions: after },
  });
  expect(await audit(name)).toEqual([
    entry([], ['content.create', 'content.publish']),
    entry(['content.create', 'content.publish'], ['forum.post']),
  ]);
});

test('permissions of ADMIN cannot be removed', async () => {
  const second = await hub.users.create(await createRole(admin, everything).then(({ name }) => name));
  for (const user of [admin, second]) {
    for (const less of [[], everything.slice(1), ['permissions.manage']])
      expect(await set(user, 'ADMIN', less)).toMatchObject({ status: 403, body: { code: 'admin_locked' } });
    expect((await set(user, 'ADMIN', everything)).status).toBe(200);
  }
  expect([...(await held('ADMIN'))].sort()).toEqual([...everything].sort());
  expect(await audit('ADMIN')).toEqual([]);
});

test('users can grant and revoke only permissions that they hold, also for their own role', async () => {
  const own = ['permissions.manage', 'comments.create'];
  const manager = await hub.users.create((await createRole(admin, own)).name);
  const { name } = await createRole(admin, ['forum.post']);
  for (const [role, wanted] of [
    [name, ['forum.post', 'users.manage']],
    [name, []],
    [name, ['comments.create']],
    [manager.role, [...own, 'roles.manage']],
    ['VIEWER', ['comments.create', 'reactions.create']],
  ] as const)
    expect(await set(manager, role, wanted)).toMatchObject({ status: 403, body: { code: 'permission_above_own' } });
  expect(await held(name)).toEqual(['forum.post']);
  expect((await set(manager, name, ['forum.post', 'comments.create'])).body.permissions).toEqual([
    'comments.create',
    'forum.post',
  ]);
  expect((await set(manager, 'VIEWER', ['forum.post', 'reactions.create'])).status).toBe(200);
});

test('a manager of all permissions but one can grant and revoke each other one, and save a role as it is', async () => {
  const manager = await hub.users.create(
    (
      await createRole(
        admin,
        everything.filter((id) => id !== 'content.publish'),
      )
    ).name,
  );
  const { name } = await createRole(admin);
  for (const permission of everything) {
    const expected = permission === 'content.publish' ? 403 : 200;
    expect([permission, (await set(manager, name, [permission])).status]).toEqual([permission, expected]);
    await set(admin, name, [permission]);
    expect([permission, (await set(manager, name, [])).status]).toEqual([permission, expected]);
    await set(admin, name, []);
  }
  await set(admin, name, everything);
  expect((await set(manager, name, everything)).status).toBe(200);
});

test('unknown roles and permissions are refused', async () => {
  for (const wanted of [['content.fly'], ['__proto__'], ['CONTENT.CREATE']])
    expect(await set(admin, 'EDITOR', wanted)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'permissions' }] },
    });
  for (const role of ['NONE', 'editor', '__proto__', '%00']) expect((await set(admin, role, [])).status).toBe(404);
  expect((await held('EDITOR')).length).toBeGreaterThan(10);
});

test('concurrent changes are logged in order', async () => {
  const { name } = await createRole(admin);
  await Promise.all(everything.map((id) => set(admin, name, [id])));
  const log = (await audit(name)) as { before: { permissions: string[] }; after: { permissions: string[] } }[];
  const chain = log.slice(1).map(({ before }, i) => before.permissions.join() === log[i]?.after.permissions.join());
  expect([log.length, chain.every(Boolean), log.at(-1)?.after.permissions]).toEqual([
    everything.length,
    true,
    await held(name),
  ]);
});
