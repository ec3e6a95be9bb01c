import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { plannedForValues } from './pg-dialect.js';
import { withStatementTimeout } from './statement-timeout.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

test('a prepared statement is planned once for all values', async () => {
  const planned = await hub.database.transaction(async () => {
    for (let i = 0; i < 10; i++)
      await hub.database.query('select id, 42 as planned_once from users where name = any($1::text[])', [
        [`Person ${i}`],
      ]);
    return hub.database.query(
      `select generic_plans::int, custom_plans::int from pg_prepared_statements
       where statement like '%planned_once%' and statement not like '%pg_prepared%'`,
    );
  });
  expect(planned).toEqual([{ generic_plans: 10, custom_plans: 0 }]);
});

test('a statement planned for its values gets them unchanged', async () => {
  const values = [
    `it's a \\ "quoted" $1 {,}`,
    ['a,b', 'c"d', "e'f\\", '{}', 'null', ''],
    42,
    null,
    true,
    new Date('2026-11-21T10:11:12.345Z'),
  ];
  const types = ['text', 'text[]', 'int', 'text', 'boolean', 'timestamptz'];
  const columns = values.map((value, i) => sql`${value}::${sql.raw(types[i]!)} as ${sql.raw(`v${i}`)}`);
  const statement = sql`select ${sql.join(columns)}`;
  const { rows } = await statement.execute(hub.database.db.withPlugin(plannedForValues));
  expect(rows).toEqual((await statement.execute(hub.database.db)).rows);
  expect(rows).toEqual([Object.fromEntries(values.map((value, i) => [`v${i}`, value]))]);
});

test('more than nine values are inserted in their places', async () => {
  const values = Array.from({ length: 12 }, (_, i) => `value ${i + 1}`);
  const { rows } = await sql<{ all: string[] }>`select array[${sql.join(values)}] as all`.execute(
    hub.database.db.withPlugin(plannedForValues),
  );
  expect(rows).toEqual([{ all: values }]);
});

test('an error names its position and leaves the connection usable', async () => {
  const failed = await hub.database.query('select 1 / $1::int as asked_here', [0]).catch((error: Error) => error);
  expect(failed).toMatchObject({ code: '22012', stack: expect.stringContaining('pg-dialect.int-spec') });
  expect(await hub.database.query('select 1 / $1::int as asked_here', [1])).toEqual([{ asked_here: 1 }]);
});

test('pauses of transactions with a longer timeout are limited, because they hold locks', async () => {
  const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const text = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join()}`;
  const timeouts = await withStatementTimeout(60_000, () => hub.database.transaction(() => hub.database.query(text)));
  expect(timeouts).toEqual([
    { statement_timeout: '1min', lock_timeout: '1min', idle_in_transaction_session_timeout: '15s' },
  ]);
});
