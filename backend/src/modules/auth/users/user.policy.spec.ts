import { describe, expect, test } from '@jest/globals';
import { actorWith, OTHER_ID } from '../../../../test/support/requesters.js';
import { systemRoles } from '../../roles/index.js';
import { refuseRoleChange, type RoleFacts } from './user.policy.js';

const OWN_ID = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073981';
const names = systemRoles.map(({ name }) => name);
const roles = new Map<string, RoleFacts>(systemRoles.map((role) => [role.name, role]));
const held = (name: string) => roles.get(name)!.permissions;

const refusal = (permissions: readonly string[], from: string, to: string, { admins = ['a'], id = OTHER_ID } = {}) =>
  refuseRoleChange(actorWith(OWN_ID, permissions), { user: { id, role: from }, role: to, roles, admins })?.code;

/** The roles that a requester can take from users and give them. */
describe.each<[string, readonly string[], string[]]>([
  ['an administrator', held('ADMIN'), names],
  ['a manager of users', ['users.manage'], []],
  ['a manager with the permissions of a VIEWER', ['users.manage', ...held('VIEWER')], ['VIEWER']],
  [
    'a manager with the permissions of a CONTRIBUTOR',
    ['users.manage', ...held('CONTRIBUTOR')],
    ['CONTRIBUTOR', 'VIEWER'],
  ],
])('%s', (_who, permissions, own) => {
  test.each(names)('and a user who is %s', (from) => {
    for (const to of names) {
      // The role that the user has already is no change.
      const allowed = from === to || (own.includes(from) && own.includes(to));
      expect([to, refusal(permissions, from, to)]).toEqual([to, allowed ? undefined : 'role_above_own']);
    }
  });

  test('cannot change their own role', () => {
    expect(refusal(permissions, 'VIEWER', 'VIEWER', { id: OWN_ID })).toBe('own_role');
  });
});

test('an unknown role is invalid, and the last administrator stays', () => {
  expect(refusal(held('ADMIN'), 'VIEWER', 'NONE')).toBe('validation_failed');
  expect(refusal(held('ADMIN'), 'ADMIN', 'VIEWER', { admins: [OTHER_ID] })).toBe('last_admin');
  expect(refusal(held('ADMIN'), 'ADMIN', 'VIEWER', { admins: [OTHER_ID, OWN_ID] })).toBeUndefined();
});
