import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { startPostgres } from '../../tools/lib/embedded-postgres.mjs';

/** One PostgreSQL for the run, with a template database that is migrated once and cloned for each test file. */
export default async function globalSetup({ watch, watchAll, testPathPatterns, nonFlagArgs }, { displayName }) {
  if (watch || watchAll)
    throw new Error('Modules are imported once, so a change would not be seen: use npm run dev:test.');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'hub-test-'));
  const server = await startPostgres({ dataDir, durable: false });
  const client = new pg.Client(server.url());
  await client.connect();
  await client.query('create database hub_template');
  await client.end();
  const migrate = path.resolve(import.meta.dirname, '../dist/cli/migrate.js');
  const compileCache = `${dataDir}-compiled`;
  process.env.TEST_COMPILE_CACHE = compileCache;
  execFileSync(process.execPath, [migrate], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, DATABASE_URL: server.url('hub_template') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The job queue makes its tables at its first start, which takes longer than all else; no test should wait for it.
  const boss = new PgBoss(server.url('hub_template'));
  await boss.start();
  await boss.stop({ graceful: false });
  // Only when all tests run, since a row type is checked by the statements that ran.
  if (displayName?.name === 'integration' && !testPathPatterns.isSet() && !nonFlagArgs.length)
    process.env.RECORDED_RESULTS = `${dataDir}-results`;
  globalThis.hubTestDatabase = { server, folders: [dataDir, compileCache] };
  process.env.TEST_DATABASE_SERVER = server.url();
}
