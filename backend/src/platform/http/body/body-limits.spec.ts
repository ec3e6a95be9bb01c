import { expect, test } from '@jest/globals';
import { bodyLimit } from './body-limits.js';

const KB = 1024;

test('a route without long texts has 64 KB, others more for their texts', () => {
  expect(bodyLimit({}, {})).toBe(64 * KB);
  expect(bodyLimit({ properties: { a: { maxLength: 100 }, b: {} } }, {})).toBe(64 * KB + 600);
});

test('a text of full size fits in any JSON encoding, with a maximum of 3 MB', () => {
  const named = {
    Text: { properties: { content: { maxLength: 100_000 } } },
    Form: { allOf: [{ $ref: '#/components/schemas/Text' }, { properties: { note: { maxLength: 10 } } }] },
  };
  expect(bodyLimit({ $ref: '#/components/schemas/Form' }, named)).toBe(64 * KB + 600_060);
  expect(bodyLimit({ properties: { content: { maxLength: 5_000_000 } } }, {})).toBe(3 * KB * KB);
});

test('a list of ids of full size fits', () => {
  const ids = { items: { format: 'uuid' }, maxItems: 5000 };
  expect(bodyLimit({ properties: { ids } }, {})).toBe(64 * KB + 200_000);
});
