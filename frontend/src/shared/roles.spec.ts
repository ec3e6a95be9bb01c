import { expect, test } from '@jest/globals';
import { roleInFull, roleName, roleTone } from './roles';

test('built-in roles have a name for people, custom roles their own', () => {
  expect([roleName('CONTRIBUTOR'), roleName('TRANSLATOR')]).toEqual(['Contributor', 'TRANSLATOR']);
  expect([roleInFull('ADMIN'), roleInFull('TRANSLATOR')]).toEqual(['ADMIN (Administrator)', 'TRANSLATOR']);
});

test('badges: admin red, editor yellow, contributor green, others grey', () => {
  const tones = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER', 'TRANSLATOR'].map(roleTone);
  expect(tones).toEqual(['red', 'amber', 'grey', 'green', 'grey', 'grey']);
});
