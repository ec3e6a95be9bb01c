import { expect, test } from '@jest/globals';
import { roleNameFrom } from './role-name';

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
])('%s → %s', (typed, name) => {
  expect(roleNameFrom(typed)).toBe(name);
  expect(roleNameFrom(name)).toBe(name);
});
