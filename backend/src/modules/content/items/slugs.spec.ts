import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createSlug } from './item-fields.service.js';

/** The frontend suggests slugs by the same rule, and its tests read the same table. */
const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../test/slug-cases.json'), 'utf8')) as [
  string,
  string,
][];

test.each(cases)('%s → %s', (title, slug) => {
  expect(createSlug(title)).toBe(slug);
});
