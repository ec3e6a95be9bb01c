import { expect, test } from '@jest/globals';
import { isRoleName, toRoleName } from './role.js';

test.each([
  ['Translator', 'TRANSLATOR'],
  ['TRANSLATOR', 'TRANSLATOR'],
  ['content manager', 'CONTENT_MANAGER'],
  ['  content -- manager!! ', 'CONTENT_MANAGER'],
  ['contentManager', 'CONTENTMANAGER'],
  ['Level 2', 'LEVEL_2'],
  ['Über-Setzer', 'UEBER_SETZER'],
  ['already_UPPER_snake', 'ALREADY_UPPER_SNAKE'],
  ['x'.repeat(80), 'X'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'X'.repeat(49)],
  ['***', ''],
  ['', ''],
])('%s → %s', (typed, name) => expect(toRoleName(typed)).toBe(name));

test('only valid role names are accepted in paths', () => {
  for (const name of ['ADMIN', 'LEVEL_2', toRoleName('Über-Setzer')]) expect(isRoleName(name)).toBe(true);
  for (const other of ['', 'admin', 'A B', 'A\0', "A'", 'X'.repeat(61), '__proto__'])
    expect(isRoleName(other)).toBe(false);
});
