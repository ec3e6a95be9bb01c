import { describe, expect, test } from '@jest/globals';
import { type Permission } from '@hub/shared/permissions';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { permissions, systemRoles } from './catalogue.js';
import { requireCustom, toPermissionList } from './role.js';

const everyPermission: Permission[] = permissions.map(({ id }) => id);

const isSystem = (name: string) => systemRoles.some((role) => role.name === name);

/** @returns `allowed`, or the status and code of the refusal */
function outcome(command: () => void): string {
  try {
    command();
    return 'allowed';
  } catch (error) {
    if (error instanceof DomainError) return `${error.status} ${error.code}`;
    throw error;
  }
}

describe('what each role allows', () => {
  const [SYSTEM, LOCKED] = ['403 system_role', '403 admin_locked'];

  test.each([
    ['ADMIN', { edit: SYSTEM, grantAll: 'allowed', revokeOne: LOCKED, revokeAll: LOCKED }],
    ['EDITOR', { edit: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    ['REVIEWER', { edit: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    ['CONTRIBUTOR', { edit: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    ['VIEWER', { edit: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    ['TRANSLATOR', { edit: 'allowed', grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
  ])('%s', (name, outcomes) => {
    const set = (held: Permission[]) => outcome(() => toPermissionList({ name }, new Set(held)));
    expect({
      edit: outcome(() => requireCustom({ is_system: isSystem(name) })),
      grantAll: set(everyPermission),
      revokeOne: set(everyPermission.slice(1)),
      revokeAll: set([]),
    }).toEqual(outcomes);
  });

  test.each(everyPermission)('ADMIN cannot lose %s, and every other role can', (permission) => {
    const rest = new Set(everyPermission.filter((id) => id !== permission));
    for (const name of [...systemRoles.map((role) => role.name), 'TRANSLATOR'])
      expect([name, outcome(() => toPermissionList({ name }, rest))]).toEqual([
        name,
        name === 'ADMIN' ? LOCKED : 'allowed',
      ]);
  });

  test('permissions are stored in the order of the catalogue', () => {
    expect(toPermissionList({ name: 'EDITOR' }, new Set(everyPermission.toReversed()))).toEqual(everyPermission);
  });
});
