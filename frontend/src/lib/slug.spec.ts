import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createSlug } from './slug';

// The server's own test table: the form must suggest the slug the server would choose.
const table = join(import.meta.dirname, '../../../backend/test/slug-cases.json');
const cases = JSON.parse(readFileSync(table, 'utf8')) as [string, string][];

test.each(cases)('%s → %s', (title, slug) => {
  expect(createSlug(title)).toBe(slug);
});
