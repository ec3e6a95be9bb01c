import { expect, test } from '@jest/globals';
import { systemRoles } from '../../roles/index.js';
import { isDowngrade, roleCodeStatus } from './role-code.policy.js';

const role = (name: string, priority: number, permissions: readonly string[]) => ({
  name,
  display_name: name,
  priority,
  permissions: [...permissions],
});
const system = systemRoles.map(({ name, priority, permissions }) => role(name, priority, permissions));

test('every system role with a lower priority is a downgrade', () => {
  for (const [i, high] of system.entries()) {
    for (const low of system.slice(i + 1))
      expect([high.name, low.name, isDowngrade(high, low), isDowngrade(low, high)]).toEqual([
        high.name,
        low.name,
        true,
        false,
      ]);
  }
});

test('every role is a downgrade from ADMIN', () => {
  const admin = system[0]!;
  expect(isDowngrade(admin, role('OWNER', 100, admin.permissions))).toBe(true);
});

test('a custom role is a downgrade when its priority is lower or it only removes permissions', () => {
  const [, , , contributor, viewer] = system;
  expect(isDowngrade(viewer!, role('TRANSLATOR', 50, ['content.create']))).toBe(false);
  expect(isDowngrade(viewer!, role('TRANSLATOR', 10, ['content.create']))).toBe(true);
  expect(isDowngrade(contributor!, role('TRANSLATOR', 50, ['content.create']))).toBe(true);
  expect(isDowngrade(viewer!, role('MUTED', 50, []))).toBe(true);
  expect(isDowngrade(viewer!, role('GUEST_OF_HONOUR', 20, viewer!.permissions))).toBe(false);
});

const now = new Date('2026-06-01T12:00:00Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

test.each([
  [0, 2, null, true, 'active'],
  [1, 2, after, true, 'active'],
  [2, 2, null, true, 'used_up'],
  [3, 2, null, true, 'used_up'],
  [0, 2, before, true, 'expired'],
  [0, 2, now, true, 'expired'],
  [0, 2, after, false, 'void'],
  [2, 2, before, false, 'used_up'],
  [0, 2, before, false, 'expired'],
])('%i of %i uses, expires at %p, creator may assign: %p → %s', (used_count, max_uses, expires_at, allowed, status) => {
  expect(roleCodeStatus({ used_count, max_uses, expires_at, creator_may_assign: allowed }, now)).toBe(status);
});
