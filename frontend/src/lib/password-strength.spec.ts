import { expect, test } from '@jest/globals';
import { getPasswordStrength } from './password-strength';

test.each([
  ['', 0],
  ['abcdef', 0],
  ['secret', 0],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 0],
  ['12345678901234567890', 0],
  ['abcdefghijklmnop', 0],
  ['kettle-pan', 1],
  ['Kettle pan 7!', 2],
  ['seven green boats at dawn', 3],
])('%j has the strength %i', (password, strength) => {
  expect(getPasswordStrength(password)).toBe(strength);
});
