import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';

/** "hub migrations" as a number; any fixed one will do, as long as every instance uses the same. */
const MIGRATION_LOCK = 4_827_116;

/**
 * Brings the schema up to date. Several instances may call this at once: an advisory lock lets one work while the others
 * wait, and those then find nothing to do. The lock lives on a connection of its own, so a killed instance frees it.
 * @returns the names of the migrations that ran here
 */
export async function migrate(orm: MikroORM, databaseUrl: string): Promise<string[]> {
  return withLock(databaseUrl, async () => (await orm.migrator.up()).map((migration) => migration.name));
}

/** Runs `work` while no other instance is inside this function. */
export async function withLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'knowledge-hub start',
  });
  // A connection that breaks while idle would otherwise end the process without a sentence.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
