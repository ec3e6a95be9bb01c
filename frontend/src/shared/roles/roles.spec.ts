import { expect, test } from '@jest/globals';
import { getFullRoleName, getRoleName, getRoleTone } from './roles';

test('built-in roles have a display name, custom roles use their own', () => {
  expect([getRoleName('CONTRIBUTOR'), getRoleName('TRANSLATOR')]).toEqual(['Contributor', 'TRANSLATOR']);
  expect([getFullRoleName('ADMIN'), getFullRoleName('TRANSLATOR')]).toEqual(['ADMIN (Administrator)', 'TRANSLATOR']);
});

test('admin badges are red, editor yellow, contributor green, others gray', () => {
  const tones = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER', 'TRANSLATOR'].map(getRoleTone);
  expect(tones).toEqual(['red', 'amber', 'grey', 'green', 'grey', 'grey']);
});
