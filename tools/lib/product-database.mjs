// The product's database in the embedded PostgreSQL.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startPostgres } from './embedded-postgres.mjs';
import { openProductLog } from './product-log.mjs';
import { PlainError } from './terminal.mjs';

const { Client } = createRequire(new URL('../../backend/package.json', import.meta.url))('pg');

/**
 * Makes the database `hub` when absent. It belongs to a plain role of that name: the product has no use for a
 * superuser, who could read files and run programs.
 * @param {import('./embedded-postgres.mjs').PostgresServer} server
 * @returns {Promise<string>} its address, for DATABASE_URL
 */
export async function productDatabase(server) {
  const superuser = new URL(server.url());
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  try {
    const has = async (/** @type {string} */ sql) => (await client.query(sql)).rowCount > 0;
    if (!(await has(`select from pg_roles where rolname = 'hub'`))) {
      const password = superuser.password && `password ${client.escapeLiteral(decodeURIComponent(superuser.password))}`;
      await client.query(`create role hub login ${password}`);
    }
    if (!(await has(`select from pg_database where datname = 'hub'`)))
      await client.query('create database hub owner hub');
  } finally {
    await client.end();
  }
  return server.url('hub', 'hub');
}

/**
 * Starts the PostgreSQL of a data folder, with its report in `postgres.log` there.
 * @param {string} dataDir
 * @returns {Promise<{ url: string, exited: Promise<void>, stop: () => Promise<void> }>}
 */
export async function startProductDatabase(dataDir) {
  const log = openProductLog(path.join(dataDir, 'postgres.log'), { terminal: false });
  const server = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    log: (text) => log.write(text.trimEnd()),
  });
  const stop = () => server.stop().then(log.close);
  try {
    return { url: await productDatabase(server), exited: server.exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The address of the embedded database that a running instance has started.
 * @param {string} dataDir
 */
export function runningProductDatabase(dataDir) {
  try {
    const [, , , port] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim();
    return `postgresql://hub:${encodeURIComponent(password)}@127.0.0.1:${Number(port)}/hub`;
  } catch {
    throw new PlainError(`Knowledge Hub is starting or stopping on ${dataDir}: try again in a moment.`);
  }
}
