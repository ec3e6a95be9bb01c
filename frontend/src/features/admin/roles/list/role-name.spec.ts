import { expect, test } from '@jest/globals';
import { normalizeRoleName } from './role-name';

test.each([
  ['translator', 'TRANSLATOR'],
  ['Lead Editor', 'LEAD_EDITOR'],
  ['lead  -- editor', 'LEAD_EDITOR'],
  ['Über-Setzer 2', 'UEBER_SETZER_2'],
  ['LEAD_', 'LEAD_'],
  ['lead ', 'LEAD_'],
  ['  lead', 'LEAD'],
  ['__', ''],
  ['a'.repeat(60), 'A'.repeat(50)],
])('%s → %s', (input, name) => {
  expect(normalizeRoleName(input)).toBe(name);
  expect(normalizeRoleName(name)).toBe(name);
});
