import type pg from 'pg';
import { sqlState } from '../database/pg-errors.js';
import type { Manifest } from './archive-format.js';
import { ArchiveError } from './archive-input.js';
import type { BackupTables } from './backup-tables.js';
import { describeTables, quoteName } from './copy-session.js';

const FOREIGN_KEY_VIOLATION = '23503';
/** There is no such table or sequence, it is no sequence, or the value is out of its bounds. */
const UNFIT_SEQUENCE = ['42P01', '42809', '22003'];

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Nothing but extensions may be there: rows of two hubs cannot be mixed. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_(catalog|toast|temp)' and n.nspname <> 'information_schema'
       and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                         and d.deptype = 'e')
     limit 1`,
  );
  return rows.length === 0;
}

/** Deletes what an incomplete restore has made in an empty database; extensions stay. */
export async function clearDatabase(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare statement text;
    begin
      for statement in
        select format('drop %s if exists %I cascade', case c.relkind when 'v' then 'view' else 'table' end,
                      c.relname)
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
          and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                            and d.deptype = 'e')
        union all
        select format('drop function if exists %s cascade', p.oid::regprocedure)
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
                            and d.deptype = 'e')
        union all
        select format('drop text search configuration if exists %I cascade', t.cfgname)
        from pg_ts_config t
        where t.cfgnamespace = 'public'::regnamespace
          and not exists (select 1 from pg_depend d where d.classid = 'pg_ts_config'::regclass and d.objid = t.oid
                            and d.deptype = 'e')
      loop
        execute statement;
      end loop;
    end $$`);
}

const asText = (list: readonly { name: string; columns: readonly string[] }[]) =>
  list.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).toSorted();

/** @throws ArchiveError unless the archive has exactly the kept tables of its schema, with their columns */
export async function requireSameTables(client: pg.Client, manifest: Manifest, tables: BackupTables): Promise<void> {
  const expected = (await describeTables(client)).filter(({ name }) => tables.isKept(name));
  const [inArchive, inSchema] = [asText(manifest.tables), asText(expected)];
  const difference = [...inArchive, ...inSchema].find((each) => !inArchive.includes(each) || !inSchema.includes(each));
  if (difference) throw new ArchiveError(`The archive does not fit its schema: ${difference.split('(')[0]}.`);
}

/**
 * Runs `load` without foreign keys and triggers, which the owner of a database cannot disable otherwise, and validates
 * the foreign keys afterwards. Joins the transaction of `client`.
 * @throws ArchiveError when a row refers to one that is not there
 */
export async function withoutConstraints(client: pg.Client, manifest: Manifest, load: () => Promise<void>) {
  const names = manifest.tables.map(({ name }) => quoteName(name));
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  );
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Migrations insert rows of their own, such as roles.
  await client.query(`truncate ${names.join(', ')}`);
  await load();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`).catch((error: unknown) => {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
      throw new ArchiveError(
        `The archive is damaged: rows of “${table}” refer to rows that it lacks (foreign key ${name}).`,
      );
    });
}

/** @throws ArchiveError when the schema has no such sequence, or it cannot have such a value */
export async function restoreSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, value, is_called } of sequences)
    await client
      .query('select setval($1::text::regclass, $2, $3)', [quoteName(name), value, is_called])
      .catch((error: unknown) => {
        if (!UNFIT_SEQUENCE.includes(sqlState(error) ?? '')) throw error;
        throw new ArchiveError(`The archive does not fit its schema: sequence “${name}”.`);
      });
}
