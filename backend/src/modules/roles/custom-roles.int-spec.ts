import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestUser } from '../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { RoleResponse, RolesResponse } from './roles.dto.js';

type RoleBody = RoleResponse & { code: string; detail: string; errors: { field: string }[] };

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
beforeEach(async () => {
  await hub.database.query(`update users set role = 'VIEWER' where id <> $1`, [admin.id]);
  await hub.database.query('delete from roles where not is_system');
  await hub.database.query('delete from audit_log');
});
afterAll(() => hub.close());

const create = (body: object) => admin.request<RoleBody>('POST', '/admin/custom-roles', { body });
const update = (id: string, body: object) => admin.request<RoleBody>('PUT', `/admin/custom-roles/${id}`, { body });
const remove = (id: string) => admin.request<RoleBody & { message: string }>('DELETE', `/admin/custom-roles/${id}`);
const list = async () => (await admin.request<RolesResponse>('GET', '/admin/custom-roles')).body.roles;
const audit = (name: string) =>
  hub.database.query(
    `select actor_id, action, before, after from audit_log where subject_type = 'role' and subject_id = $1 order by id`,
    [name],
  );
const translator = {
  name: 'Content translator',
  display_name: 'Translator',
  description: 'Other languages',
  color: '#0EA5E9',
  priority: 45,
};

describe('the list', () => {
  test('has the system roles by priority, marked as such', async () => {
    const roles = await list();
    expect(roles.map(({ name, display_name, color, priority }) => [name, display_name, color, priority])).toEqual([
      ['ADMIN', 'Administrator', '#DC2626', 100],
      ['EDITOR', 'Editor', '#7C3AED', 80],
      ['REVIEWER', 'Reviewer', '#2563EB', 60],
      ['CONTRIBUTOR', 'Contributor', '#15803D', 40],
      ['VIEWER', 'Viewer', '#6B7280', 20],
    ]);
    for (const role of roles)
      expect(role).toMatchObject({ is_system_role: true, abilities: { edit: false, delete: false } });
  });

  test('has custom roles in order of priority', async () => {
    await create(translator);
    await create({ name: 'Zero', display_name: 'Zero', priority: 0 });
    expect((await list()).map(({ name }) => name)).toEqual([
      'ADMIN',
      'EDITOR',
      'REVIEWER',
      'CONTENT_TRANSLATOR',
      'CONTRIBUTOR',
      'VIEWER',
      'ZERO',
    ]);
  });
});

describe('creating a role', () => {
  test('formats the name and starts without permissions and badge', async () => {
    const { status, body } = await create(translator);
    const made = {
      id: expect.any(String),
      name: 'CONTENT_TRANSLATOR',
      display_name: 'Translator',
      description: 'Other languages',
      color: '#0EA5E9',
      priority: 45,
      is_system_role: false,
      created_at: expect.any(String),
      abilities: { edit: true, delete: true },
    };
    expect([status, body]).toEqual([201, made]);
    expect(await list()).toContainEqual(body);
    const user = await hub.users.create('CONTENT_TRANSLATOR');
    expect((await user.request('GET', '/auth/me')).body).toMatchObject({
      role: 'CONTENT_TRANSLATOR',
      role_display_name: 'Translator',
      permissions: [],
      show_role_badge: false,
    });
    expect(await audit('CONTENT_TRANSLATOR')).toMatchObject([
      { actor_id: admin.id, action: 'role.created', before: null, after: { display_name: 'Translator', priority: 45 } },
    ]);
  });

  test('uses defaults for omitted fields and ignores unknown ones', async () => {
    const extra = {
      is_system_role: true,
      isSystem: true,
      permissions: ['system.manage'],
      id: randomUUID(),
      badge_visible: true,
    };
    const { body } = await create({ name: 'plain', display_name: 'Plain', ...extra });
    expect(body).toMatchObject({
      name: 'PLAIN',
      description: '',
      color: '#6B7280',
      priority: 50,
      is_system_role: false,
    });
    expect(body.id).not.toBe(extra.id);
    expect(
      await hub.database.query(`select permissions, badge_visible, style from roles where name = 'PLAIN'`),
    ).toEqual([{ permissions: [], badge_visible: false, style: {} }]);
  });

  test('refuses a name without letters, and what is no color', async () => {
    for (const [field, value] of [
      ['name', '***'],
      ['color', 'red'],
      ['color', '#12345'],
      ['color', '#123456;}'],
    ])
      expect(await create({ ...translator, [field!]: value })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
  });

  test('refuses a taken name in any spelling, also in concurrent requests', async () => {
    expect(await create({ ...translator, name: 'admin' })).toMatchObject({
      status: 409,
      body: { code: 'role_exists', detail: 'There is already a role ADMIN.', errors: [{ field: 'name' }] },
    });
    const responses = await Promise.all(
      ['content translator', 'Content-Translator', 'CONTENT_TRANSLATOR'].map((name) => create({ ...translator, name })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('updating a role', () => {
  test('changes the given fields, never the name', async () => {
    const { id } = (await create(translator)).body;
    const { status, body } = await update(id, {
      display_name: 'Interpreter',
      priority: 90,
      name: 'ADMIN',
      is_system_role: true,
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id,
        name: 'CONTENT_TRANSLATOR',
        display_name: 'Interpreter',
        priority: 90,
        description: 'Other languages',
        color: '#0EA5E9',
        is_system_role: false,
      }),
    ]);
    expect((await list()).map(({ name }) => name).indexOf('CONTENT_TRANSLATOR')).toBe(1);
    const [, entry] = await audit('CONTENT_TRANSLATOR');
    expect(entry).toMatchObject({
      action: 'role.updated',
      before: { display_name: 'Translator', priority: 45 },
      after: { display_name: 'Interpreter', priority: 90 },
    });
  });
});

describe('deleting a role', () => {
  test('works while no user has it', async () => {
    const { id, name } = (await create(translator)).body;
    expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'Role deleted successfully' } });
    expect((await list()).map((role) => role.name)).not.toContain(name);
    expect((await audit(name)).at(-1)).toMatchObject({
      actor_id: admin.id,
      action: 'role.deleted',
      before: { display_name: 'Translator', permissions: [] },
      after: null,
    });
    expect((await remove(id)).status).toBe(404);
  });

  test('is refused while a user has it', async () => {
    const { id, name } = (await create(translator)).body;
    const user = await hub.users.create(name);
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: {
        code: 'role_in_use',
        detail: expect.stringMatching(/^This role cannot be deleted while users have it\./),
      },
    });
    expect((await user.request('GET', '/auth/me')).status).toBe(200);
    expect(await audit(name)).toHaveLength(1);
    await admin.request('PUT', `/admin/role-assignments/${user.id}`, { body: { role: 'VIEWER' } });
    expect((await remove(id)).status).toBe(200);
  });

  test('concurrently with an assignment never leaves a user without a role', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, name } = (await create({ ...translator, name: `Race ${round}` })).body;
      const user = await hub.users.create('VIEWER');
      const [removed, given] = await Promise.all([
        remove(id),
        admin.request('PUT', `/admin/role-assignments/${user.id}`, { body: { role: name } }),
      ]);
      expect([removed.status === 200, given.status === 200].filter(Boolean)).toHaveLength(1);
      expect((await user.request('GET', '/auth/me')).body).toMatchObject({
        role: removed.status === 200 ? 'VIEWER' : name,
      });
    }
  });
});

test('system roles can be neither edited nor deleted, unknown roles are not found', async () => {
  for (const { id, name, display_name } of await list()) {
    expect(await update(id, { display_name: 'Mine' })).toMatchObject({ status: 403, body: { code: 'system_role' } });
    expect(await remove(id)).toMatchObject({ status: 403, body: { code: 'system_role' } });
    expect((await list()).find((role) => role.name === name)).toMatchObject({ display_name });
  }
  for (const id of [randomUUID(), 'x', 'EDITOR', '%00'])
    expect([(await update(id, { display_name: 'x' })).status, (await remove(id)).status]).toEqual([404, 404]);
});
