import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../../test/support/database.js';
import { createOrm } from '../platform/database/orm.js';

const databases = await Promise.all([createTestDatabase(), createTestDatabase('template0')]);
const [migrated, created] = [new pg.Client(databases[0].url), new pg.Client(databases[1].url)];
afterAll(async () => {
  await Promise.all([migrated.end(), created.end()]);
  await Promise.all(databases.map((database) => database.drop()));
});

/**
 * Everything that a database consists of, as sentences. Without triggers: they keep what the former version writes true
 * while both versions run, and a later migration drops them.
 */
const catalog = `
  with tables as (
    select oid, relname, relkind, relpersistence, reloptions from pg_class
    where relnamespace = 'public'::regnamespace and relname <> 'mikro_orm_migrations'
  ), own as (
    select oid, proname from pg_proc f where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
  )
  select concat_ws(' ', 'column', t.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
      case when t.relkind = 'r' and not a.attnotnull then 'null' end, pg_get_expr(d.adbin, d.adrelid),
      nullif(a.attgenerated::text, '')) as entry
    from pg_attribute a join tables t on t.oid = a.attrelid and t.relkind in ('r', 'v')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
  union all select concat_ws(' ', 'constraint', t.relname, c.conname, pg_get_constraintdef(c.oid))
    from pg_constraint c join tables t on t.oid = c.conrelid where c.contype <> 'n'
  union all select pg_get_indexdef(i.indexrelid) from pg_index i join tables t on t.oid = i.indrelid
  union all select concat_ws(' ', 'storage', relname, relpersistence, reloptions) from tables where relkind = 'r'
  union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from tables where relkind = 'v'
  union all select pg_get_functiondef(oid) from own
  union all select concat_ws(' ', 'extension', extname) from pg_extension
  union all select concat_ws(' ', 'text search', cfgname,
      string_agg(concat(m.maptokentype, ':', m.mapdict::regdictionary), ', ' order by m.maptokentype, m.mapseqno))
    from pg_ts_config c join pg_ts_config_map m on m.mapcfg = c.oid
    where c.cfgnamespace = 'public'::regnamespace group by cfgname
`;
const list = async (client: pg.Client) =>
  (await client.query<{ entry: string }>(catalog)).rows.map(({ entry }) => entry).toSorted();

test('a database created from the declarations equals the migrated one', async () => {
  await Promise.all([migrated.connect(), created.connect()]);
  const extras = await readFile(fileURLToPath(new URL('extras.sql', import.meta.url)), 'utf8');
  const [before, after] = extras.split('-- tables\n') as [string, string];
  await created.query(before);
  const orm = createOrm({ databaseUrl: databases[1].url });
  await created.query(await orm.schema.getCreateSchemaSQL({ wrap: false }));
  await orm.close(true);
  await created.query(after);
  expect(await list(created)).toEqual(await list(migrated));
});
