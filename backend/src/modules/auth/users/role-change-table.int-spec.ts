import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SendRequest } from '../../../../test/support/http.js';
import { createRequesters } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';

/*
 * Which roles each requester can give and take: the rows are the requester and the current role of another user, the
 * columns the new role.
 */

const viewer = ['comments.create', 'reactions.create', 'forum.post'];
const contributor = [...viewer, 'content.create', 'content.view_internal'];

/** Custom roles that hold users.manage, alone and with the permissions of a system role. */
const managers = {
  'MANAGER only': ['users.manage'],
  'MANAGER and VIEWER': ['users.manage', ...viewer],
  'MANAGER and CONTRIBUTOR': ['users.manage', ...contributor],
};

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

const roles = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'] as const;
type Role = (typeof roles)[number];

const OK = '200';
const ABOVE = '403 role_above_own';
const MISSING = '403 permission_missing';
const GUEST = '401 not_signed_in';
const same = (outcome: string) => roles.map(() => outcome);

const table: [requester: string, current: Role, ...outcomes: string[]][] = [
  ...roles.map((current): [string, Role, ...string[]] => ['guest', current, ...same(GUEST)]),
  ...['VIEWER', 'CONTRIBUTOR', 'REVIEWER', 'EDITOR'].flatMap((requester) =>
    roles.map((current): [string, Role, ...string[]] => [requester, current, ...same(MISSING)]),
  ),
  ...roles.map((current): [string, Role, ...string[]] => ['ADMIN', current, ...same(OK)]),
  // The role that the user has already is no change.
  ['MANAGER only', 'ADMIN', OK, ABOVE, ABOVE, ABOVE, ABOVE],
  ['MANAGER only', 'EDITOR', ABOVE, OK, ABOVE, ABOVE, ABOVE],
  ['MANAGER only', 'REVIEWER', ABOVE, ABOVE, OK, ABOVE, ABOVE],
  ['MANAGER only', 'CONTRIBUTOR', ABOVE, ABOVE, ABOVE, OK, ABOVE],
  ['MANAGER only', 'VIEWER', ABOVE, ABOVE, ABOVE, ABOVE, OK],
  ['MANAGER and VIEWER', 'ADMIN', OK, ABOVE, ABOVE, ABOVE, ABOVE],
  ['MANAGER and VIEWER', 'EDITOR', ABOVE, OK, ABOVE, ABOVE, ABOVE],
  ['MANAGER and VIEWER', 'REVIEWER', ABOVE, ABOVE, OK, ABOVE, ABOVE],
  ['MANAGER and VIEWER', 'CONTRIBUTOR', ABOVE, ABOVE, ABOVE, OK, ABOVE],
  ['MANAGER and VIEWER', 'VIEWER', ABOVE, ABOVE, ABOVE, ABOVE, OK],
  ['MANAGER and CONTRIBUTOR', 'ADMIN', OK, ABOVE, ABOVE, ABOVE, ABOVE],
  ['MANAGER and CONTRIBUTOR', 'EDITOR', ABOVE, OK, ABOVE, ABOVE, ABOVE],
  ['MANAGER and CONTRIBUTOR', 'REVIEWER', ABOVE, ABOVE, OK, ABOVE, ABOVE],
  ['MANAGER and CONTRIBUTOR', 'CONTRIBUTOR', ABOVE, ABOVE, ABOVE, OK, OK],
  ['MANAGER and CONTRIBUTOR', 'VIEWER', ABOVE, ABOVE, ABOVE, OK, OK],
];

test('the table has a row for each requester and current role', () => {
  const rows = [...requesters.keys()].flatMap((requester) => roles.map((current) => `${requester}, ${current}`));
  expect(table.map(([requester, current]) => `${requester}, ${current}`).sort()).toEqual(rows.sort());
});

describe.each(['/users/{id}/role', '/admin/role-assignments/{id}'])('%s', (path) => {
  test.each(table)('%s and a user who is %s', async (requester, current, ...expected) => {
    const outcomes: string[] = [];
    const kept: string[] = [];
    for (const role of roles) {
      const user = await hub.users.create(current);
      const { status, body } = await requesters.get(requester)!<{ code?: string }>(
        'PUT',
        path.replace('{id}', user.id),
        { body: { role } },
      );
      outcomes.push([status, body.code].filter(Boolean).join(' '));
      const stored = await hub.database.one<{ role: string }>('select role from users where id = $1', [user.id]);
      if (stored?.role === (status === 200 ? role : current)) kept.push(role);
    }
    expect(outcomes).toEqual(expected);
    expect(kept).toEqual(roles);
  });
});

test.each([...Object.keys(managers), 'ADMIN'])('%s cannot change their own role', async (requester) => {
  const { body: own } = await requesters.get(requester)!<{ id: string }>('GET', '/auth/me');
  const { status, body } = await requesters.get(requester)!('PUT', `/users/${own.id}/role`, {
    body: { role: 'VIEWER' },
  });
  expect([status, body['code']]).toEqual([403, 'own_role']);
});
