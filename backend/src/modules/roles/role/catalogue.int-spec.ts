import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { holders } from '../../../../test/policy-table.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { permissions, systemRoles } from './catalogue.js';
import { RolesFacade } from '../roles.facade.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

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
    permissions.map(({ id }) => [
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
  for (const { id } of permissions) expect(await roles.listRolesWith(id)).toEqual(holders[id]);
});
