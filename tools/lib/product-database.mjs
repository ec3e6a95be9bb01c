// The product's database in the embedded PostgreSQL.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startPostgres } from './embedded-postgres.mjs';
import { openProductLog } from './product-log.mjs';
import { UserError } from './terminal.mjs';

const { Client } = createRequire(new URL('../../backend/package.json', import.meta.url))('pg');

/**
 * A session of the superuser. It may write whatever the default for transactions is.
 * @template T
 * @param {import('./embedded-postgres.mjs').PostgresServer} server
 * @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function asSuperuser(server, work) {
  const connection = { connectionString: server.url(), connectionTimeoutMillis: 5000, query_timeout: 10_000 };
  const client = new Client({ ...connection, options: '-c default_transaction_read_only=off' });
  client.on('error', () => {}); // the query under way reports it too
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Makes transactions read-only by default, or no longer, also for sessions that are open. The setting is kept in the
 * cluster's configuration. Autovacuum, which writes too, pauses meanwhile.
 * @param {import('./embedded-postgres.mjs').PostgresServer} server
 * @param {boolean} isReadOnly
 */
export async function setReadOnly(server, isReadOnly) {
  await asSuperuser(server, async (client) => {
    // What the configuration files say: this session overrides the value.
    const { rows } = await client.query(
      `select 1 from pg_file_settings where name = 'default_transaction_read_only' and setting = 'on'`,
    );
    if (rows.length > 0 !== isReadOnly) {
      await client.query(`alter system ${isReadOnly ? 'set autovacuum = off' : 'reset autovacuum'}`);
      const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
      await client.query(`alter system ${change}`);
    }
    await client.query('select pg_reload_conf()');
  });
}

/**
 * Makes the database `hub` when absent. It belongs to a plain role of that name: the product has no use for a
 * superuser, who could read files and run programs.
 * @param {import('./embedded-postgres.mjs').PostgresServer} server
 * @returns {Promise<string>} its address, for DATABASE_URL
 */
export async function createProductDatabase(server) {
  await setReadOnly(server, false); // a hub that was killed while its volume was full leaves it read-only
  await asSuperuser(server, async (client) => {
    const password = decodeURIComponent(new URL(server.url()).password);
    const has = async (/** @type {string} */ sql) => ((await client.query(sql)).rowCount ?? 0) > 0;
    if (!(await has(`select from pg_roles where rolname = 'hub'`)))
      await client.query(`create role hub login ${password && `password ${client.escapeLiteral(password)}`}`);
    await client.query('alter role hub createdb'); // for the scratch database in which a backup is verified
    if (!(await has(`select from pg_database where datname = 'hub'`)))
      await client.query('create database hub owner hub');
  });
  return server.url('hub', 'hub');
}

/**
 * Starts the PostgreSQL of a data folder for a command, with its report in `postgres.log` there.
 * @param {string} dataDir
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startProductDatabase(dataDir) {
  const log = openProductLog(path.join(dataDir, 'postgres.log'), { terminal: false });
  const server = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    log: (text) => log.write(text.trimEnd()),
  });
  const stop = () => server.stop().then(log.close);
  try {
    return { url: await createProductDatabase(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The address of the embedded database that a running instance has started.
 * @param {string} dataDir
 */
export function findRunningDatabase(dataDir) {
  try {
    const [, , , port] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim();
    return `postgresql://hub:${encodeURIComponent(password)}@127.0.0.1:${Number(port)}/hub`;
  } catch {
    throw new UserError(`Knowledge Hub is starting or stopping on ${dataDir}: try again in a moment.`);
  }
}
