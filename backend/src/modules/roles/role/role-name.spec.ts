import { expect, test } from '@jest/globals';
import { isRoleName } from './role.js';

test('only valid role names are accepted in paths', () => {
  for (const name of ['ADMIN', 'LEVEL_2', 'UEBER_SETZER']) expect(isRoleName(name)).toBe(true);
  for (const other of ['', 'admin', 'A B', 'A\0', "A'", 'X'.repeat(61), '__proto__'])
    expect(isRoleName(other)).toBe(false);
});
