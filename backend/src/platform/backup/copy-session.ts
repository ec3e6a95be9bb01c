import pg from 'pg';
import { keepAliveOptions } from '../database/monitored-client.js';
import { markConnectionFailure } from '../database/pg-errors.js';
import { KEEP_ALIVE_SETTINGS } from '../database/statement-timeout.js';

/** Values are written and read equally on all servers, and a statement may take as long as a table is large. */
const SETTINGS = `
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 1;
  set bytea_output = 'hex';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  ${KEEP_ALIVE_SETTINGS}
`;

/** A connection of its own, outside the pool with its timeouts, for COPY. */
export async function openCopySession(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `knowledge-hub ${name}`,
    client_encoding: 'UTF8',
    ...keepAliveOptions,
  });
  // A lost connection also rejects the statement in flight.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw markConnectionFailure(error);
  });
  await client.query(SETTINGS);
  return client;
}

export const quoteName = (name: string): string => pg.escapeIdentifier(name);

export const copyList = ({ name, columns }: { name: string; columns: readonly string[] }): string =>
  `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;

/** The tables of the hub and the columns that COPY writes: not generated ones, whose values follow from the others. */
export async function describeTables(client: pg.Client): Promise<{ name: string; columns: string[]; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; bytes: number }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
            pg_table_size(c.oid)::float8 as bytes
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     group by c.oid, c.relname order by c.relname`,
  );
  return rows;
}
