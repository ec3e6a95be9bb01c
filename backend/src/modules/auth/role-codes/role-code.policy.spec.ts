import { expect, test } from '@jest/globals';
import { systemRoles } from '../../roles/index.js';
import { lowers } from './role-code.policy.js';

const role = (name: string, priority: number, permissions: readonly string[]) => ({
  name,
  displayName: name,
  priority,
  permissions: [...permissions],
});
const system = systemRoles.map(({ name, priority, permissions }) => role(name, priority, permissions));

test('of the five roles each later one lowers each earlier one, and none the other way round', () => {
  for (const [i, high] of system.entries()) {
    for (const low of system.slice(i + 1))
      expect([high.name, low.name, lowers(high, low), lowers(low, high)]).toEqual([high.name, low.name, true, false]);
  }
});

test('nothing raises an administrator', () => {
  const admin = system[0]!;
  expect(lowers(admin, role('OWNER', 100, admin.permissions))).toBe(true);
});

test('a custom role lowers by its rank, or when it only takes away', () => {
  const [, , , contributor, viewer] = system;
  expect(lowers(viewer!, role('TRANSLATOR', 50, ['content.create']))).toBe(false);
  expect(lowers(viewer!, role('TRANSLATOR', 10, ['content.create']))).toBe(true);
  expect(lowers(contributor!, role('TRANSLATOR', 50, ['content.create']))).toBe(true);
  expect(lowers(viewer!, role('MUTED', 50, []))).toBe(true);
  expect(lowers(viewer!, role('GUEST_OF_HONOUR', 20, viewer!.permissions))).toBe(false);
});
