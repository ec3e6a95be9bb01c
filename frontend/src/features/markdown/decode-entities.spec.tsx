import { expect, test } from '@jest/globals';
import { decodeHTMLStrict } from './decode-entities';

test.each([
  ['&copy;', '©'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&semi;', ';'],
  ['&ngE;', '≧̸'],
  ['&notit;', '&notit;'],
  ['&nothing;', '&nothing;'],
])('%s is %s', (entity, decoded) => {
  expect(decodeHTMLStrict(entity)).toBe(decoded);
});
