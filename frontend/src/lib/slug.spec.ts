import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { slugFromTitle } from './slug';

// The server's own table: what the form suggests must be what the server would choose.
const table = join(import.meta.dirname, '../../../backend/test/slug-cases.json');
const cases = JSON.parse(readFileSync(table, 'utf8')) as [string, string][];

test.each(cases)('%s → %s', (title, slug) => {
  expect(slugFromTitle(title)).toBe(slug);
});
