import { expect, test } from '@jest/globals';
import { bodyLimit } from './body-limits.js';

const KB = 1024;

test('a route that takes no long text has 64 KB, and some for its texts', () => {
  expect(bodyLimit({}, {})).toBe(64 * KB);
  expect(bodyLimit({ properties: { a: { maxLength: 100 }, b: {} } }, {})).toBe(64 * KB + 600);
});

test('a text of full size fits however JSON writes it, within 3 MB for all', () => {
  const named = {
    Text: { properties: { content: { maxLength: 100_000 } } },
    Form: { allOf: [{ $ref: '#/components/schemas/Text' }, { properties: { note: { maxLength: 10 } } }] },
  };
  expect(bodyLimit({ $ref: '#/components/schemas/Form' }, named)).toBe(64 * KB + 600_060);
  expect(bodyLimit({ properties: { content: { maxLength: 5_000_000 } } }, {})).toBe(3 * KB * KB);
});
