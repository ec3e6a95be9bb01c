import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createForumCategory, createThread, listPosts } from '../../../test/support/forum.js';
import type { TestUser } from '../../../test/support/users.js';
import { createRole } from '../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { RoleStylesResponse } from './roles.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
afterAll(() => hub.close());

const show = (names: unknown) =>
  admin.request<{ visible_role_badges: string[]; message: string; errors: object[] }>(
    'PUT',
    '/admin/role-display-settings',
    { body: { visible_role_badges: names } },
  );
const visible = async () => (await admin.request('GET', '/admin/role-display-settings')).body;
const log = () =>
  hub.database.query(`select actor_id, before, after from audit_log where action = 'role.display_changed' order by id`);

test('by default the badges of administrators and editors are shown', async () => {
  expect(await visible()).toEqual({ visible_role_badges: ['ADMIN', 'EDITOR'] });
});

test('a shown or hidden badge is so everywhere', async () => {
  const { name } = await createRole(admin);
  const people = new Map<string, TestUser>();
  for (const role of ['EDITOR', 'VIEWER', name]) people.set(role, await hub.users.create(role));
  const shown = async () => {
    const responses = await Promise.all(
      [...people.values()].map(async (user) => [
        (await hub.request('GET', `/users/${user.id}/profile`)).body['show_role_badge'],
        (await user.request('GET', '/auth/me')).body['show_role_badge'],
      ]),
    );
    const { role_styles } = (await hub.request<RoleStylesResponse>('GET', '/public/role-styling')).body;
    const rows = await hub.database.query<{ role: string }>(
      'select role from people where show_role_badge and id = any($1::uuid[]) order by role',
      [[...people.values()].map(({ id }) => id)],
    );
    return {
      responses,
      styles: role_styles.filter((style) => style.show_role_badge).map(({ role }) => role),
      rows: rows.map(({ role }) => role),
    };
  };
  expect(await shown()).toEqual({
    responses: [
      [true, true],
      [false, false],
      [false, false],
    ],
    styles: ['ADMIN', 'EDITOR'],
    rows: ['EDITOR'],
  });
  expect(await show(['VIEWER', name, 'VIEWER'])).toMatchObject({
    status: 200,
    body: { visible_role_badges: [name, 'VIEWER'], message: 'Role display settings saved successfully' },
  });
  expect(await shown()).toEqual({
    responses: [
      [false, false],
      [true, true],
      [true, true],
    ],
    styles: [name, 'VIEWER'],
    rows: [name, 'VIEWER'].sort(),
  });
  expect(await visible()).toEqual({ visible_role_badges: [name, 'VIEWER'] });
  expect((await show([])).body.visible_role_badges).toEqual([]);
});

test('what guests were shown before from the cache has the new badge at once', async () => {
  await show([]);
  const category = await createForumCategory(admin);
  const thread = await createThread(await hub.users.create('CONTRIBUTOR'), category.id);
  const isShown = async () => (await listPosts(hub.request, thread.id)).posts[0]!.show_role_badge;
  expect(await isShown()).toBe(false);
  await show(['CONTRIBUTOR']);
  expect(await isShown()).toBe(true);
});

test('the audit log records the roles before and after, and no save without a change', async () => {
  await show(['ADMIN']);
  await hub.database.query(`delete from audit_log where action = 'role.display_changed'`);
  await show(['ADMIN']);
  await show(['EDITOR', 'ADMIN']);
  expect(await log()).toEqual([
    {
      actor_id: admin.id,
      before: { visible_role_badges: ['ADMIN'] },
      after: { visible_role_badges: ['ADMIN', 'EDITOR'] },
    },
  ]);
});

test('an unknown role is an invalid field and changes nothing', async () => {
  const before = await visible();
  for (const names of [['ADMIN', 'NONE'], ['admin'], ['__proto__']])
    expect(await show(names)).toMatchObject({ status: 400, body: { errors: [{ field: 'visible_role_badges' }] } });
  expect(await visible()).toEqual(before);
});

test('concurrent saves are logged in order', async () => {
  const sets = [['ADMIN'], ['EDITOR'], ['REVIEWER'], ['VIEWER'], ['CONTRIBUTOR'], ['ADMIN', 'VIEWER']];
  await show([]);
  await hub.database.query(`delete from audit_log where action = 'role.display_changed'`);
  await Promise.all(sets.map((names) => show(names)));
  const entries = (await log()) as {
    before: { visible_role_badges: string[] };
    after: { visible_role_badges: string[] };
  }[];
  const chained = entries.every(
    ({ before }, i) =>
      before.visible_role_badges.join() === (i ? entries[i - 1]!.after.visible_role_badges.join() : ''),
  );
  expect([entries.length, chained]).toEqual([sets.length, true]);
});
