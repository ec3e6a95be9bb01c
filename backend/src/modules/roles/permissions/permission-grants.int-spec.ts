import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SendRequest } from '../../../../test/support/http.js';
import { createRequesters, createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { permissions } from '../role/catalogue.js';

/* Which permissions each requester can grant to a custom role, and revoke from it. */

let hub: TestApp;
let admin: TestUser;
let requesters: Map<string, SendRequest>;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  requesters = await createRequesters(hub, admin, managers);
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const everyPermission: string[] = permissions.map(({ id }) => id);

/** Custom roles that hold permissions.manage, and what else they hold. */
const managers = {
  'MANAGER only': ['permissions.manage'],
  'MANAGER and publisher': ['permissions.manage', 'content.publish'],
  'MANAGER of all but content.publish': everyPermission.filter((id) => id !== 'content.publish'),
};

const MISSING = '403 permission_missing';
const ABOVE = '403 permission_above_own';

test.each<[requester: string, granted: readonly string[], otherwise: string]>([
  ['guest', [], '401 not_signed_in'],
  ['VIEWER', [], MISSING],
  ['CONTRIBUTOR', [], MISSING],
  ['REVIEWER', [], MISSING],
  ['EDITOR', [], MISSING],
  ['ADMIN', everyPermission, ABOVE],
  ['MANAGER only', ['permissions.manage'], ABOVE],
  ['MANAGER and publisher', ['permissions.manage', 'content.publish'], ABOVE],
  ['MANAGER of all but content.publish', managers['MANAGER of all but content.publish'], ABOVE],
])('%s', async (requester, allowed, otherwise) => {
  const { name } = await createRole(admin);
  const set = async (request: SendRequest, held: string[]) => {
    const { status, body } = await request('PUT', `/admin/role-permissions/${name}`, { body: { permissions: held } });
    return [status, body['code']].filter(Boolean).join(' ');
  };
  for (const permission of everyPermission) {
    const expected = allowed.includes(permission) ? '200' : otherwise;
    expect(await set(admin.request, [])).toBe('200');
    const granted = await set(requesters.get(requester)!, [permission]);
    expect(await set(admin.request, [permission])).toBe('200');
    const revoked = await set(requesters.get(requester)!, []);
    expect({ permission, granted, revoked }).toEqual({ permission, granted: expected, revoked: expected });
  }
});

describe('a change that needs no further permission', () => {
  test.each(Object.keys(managers))('%s can save a role as it is', async (requester) => {
    const { name } = await createRole(admin, everyPermission);
    const { status } = await requesters.get(requester)!('PUT', `/admin/role-permissions/${name}`, {
      body: { permissions: everyPermission },
    });
    expect(status).toBe(200);
  });
});
