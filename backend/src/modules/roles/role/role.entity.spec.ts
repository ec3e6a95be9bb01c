import { describe, expect, test } from '@jest/globals';
import { DomainError } from '../../../platform/http/errors/domain-error.js';
import { type Permission, permissions, systemRoles } from './catalogue.js';
import { Role } from './role.entity.js';

const everyPermission: Permission[] = permissions.map(({ id }) => id);

function roleNamed(name: string): Role {
  const fields = { id: '', displayName: name, description: '', color: '#000000', priority: 50 };
  const system = systemRoles.find((role) => role.name === name);
  return Object.assign(Role.createCustom({ name, ...fields }), {
    isSystem: system !== undefined,
    permissions: [...(system?.permissions ?? [])],
  });
}

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
    ['ADMIN', { update: SYSTEM, remove: SYSTEM, grantAll: 'allowed', revokeOne: LOCKED, revokeAll: LOCKED }],
    ['EDITOR', { update: SYSTEM, remove: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    ['REVIEWER', { update: SYSTEM, remove: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    [
      'CONTRIBUTOR',
      { update: SYSTEM, remove: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' },
    ],
    ['VIEWER', { update: SYSTEM, remove: SYSTEM, grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' }],
    [
      'TRANSLATOR',
      { update: 'allowed', remove: 'allowed', grantAll: 'allowed', revokeOne: 'allowed', revokeAll: 'allowed' },
    ],
  ])('%s', (name, outcomes) => {
    const set = (held: Permission[]) => outcome(() => roleNamed(name).setPermissions(new Set(held)));
    expect({
      update: outcome(() =>
        roleNamed(name).update({ displayName: 'New', description: 'New', color: '#FFFFFF', priority: 1 }),
      ),
      remove: outcome(() => roleNamed(name).requireCustom()),
      grantAll: set(everyPermission),
      revokeOne: set(everyPermission.slice(1)),
      revokeAll: set([]),
    }).toEqual(outcomes);
  });

  test.each(everyPermission)('ADMIN cannot lose %s, and every other role can', (permission) => {
    const rest = new Set(everyPermission.filter((id) => id !== permission));
    for (const name of [...systemRoles.map((role) => role.name), 'TRANSLATOR'])
      expect([name, outcome(() => roleNamed(name).setPermissions(rest))]).toEqual([
        name,
        name === 'ADMIN' ? LOCKED : 'allowed',
      ]);
  });

  test('a refused change leaves the role as it was', () => {
    const [admin, editor] = [roleNamed('ADMIN'), roleNamed('EDITOR')];
    outcome(() => admin.setPermissions(new Set()));
    outcome(() => editor.update({ displayName: 'New', description: '', color: '#FFFFFF', priority: 1 }));
    expect(admin.permissions).toEqual(everyPermission);
    expect([editor.displayName, editor.priority]).toEqual(['EDITOR', 50]);
  });
});
