import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { OldSchemaDatabase } from './support/old-schema-database.js';
import { createTestDatabase } from './support/database.js';
import { addRowsToAllTables } from './support/generated-rows.js';
import { describeSchema, readTables } from './support/schema-catalog.js';
import { SLOW_TEST_TIMEOUT_MS } from './support/server-process.js';

/*
 * Rows are added to every table in the schema of each migration, and migrated to the newest. Whether the values are
 * right afterwards is tested by the upgrade tests of the migrations that compute some.
 */

const names = readdirSync(join(import.meta.dirname, '../migrations'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => parse(file).name)
  .sort();

/** Tables of one row, or of a few that their keys allow. */
const SMALL = new Set(['mail_deliveries']);

/** Counters, which migrations compute anew from rows that survive. */
const COUNTED_ANEW = new Set(['content_tags', 'content_counts']);

let old: OldSchemaDatabase;
/** Of the rows that the schemas so far had, with the migration after which they were added. */
const keys = new Map<string, string>();
beforeAll(async () => {
  old = await OldSchemaDatabase.at(names[0]!);
}, SLOW_TEST_TIMEOUT_MS);
afterAll(() => old.close());

/** The primary keys of all rows, as `table key`. Tables without one count their rows. */
async function readKeys(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, primaryKey } of await readTables(old.client)) {
    const columns = primaryKey.map((column) => `"${column}"`).join(', ');
    const key = columns ? `row(${columns})::text` : `row_number() over ()::text`;
    const { rows } = await old.client.query<{ key: string }>(`select ${key} as key from "${name}"`);
    found.push(...rows.map((row) => `${name} ${row.key}`));
  }
  return found;
}

const isCountedAnew = (key: string) => COUNTED_ANEW.has(key.split(' ')[0] ?? '');

test(
  'rows of the schema of every migration survive all later ones',
  async () => {
    await old.migrateEach(names, async (name, round) => {
      const full = await addRowsToAllTables(old.client, round);
      expect([name, full.filter((table) => !SMALL.has(table))]).toEqual([name, []]);
      for (const key of await readKeys()) if (!keys.has(key) && !isCountedAnew(key)) keys.set(key, name);
    });
    const left = new Set(await readKeys());
    expect([...keys].filter(([key]) => !left.has(key))).toEqual([]);
    expect(new Set(keys.values())).toEqual(new Set(names));
  },
  SLOW_TEST_TIMEOUT_MS,
);

test('the schema is that of a new database', async () => {
  const fresh = await createTestDatabase();
  const client = new pg.Client(fresh.url);
  await client.connect();
  const [migrated, expected] = [await describeSchema(old.client), await describeSchema(client)];
  await client.end();
  await fresh.drop();
  expect(migrated).toEqual(expected);
  expect(expected.filter((line) => line.includes('valid f'))).toEqual([]);
});
