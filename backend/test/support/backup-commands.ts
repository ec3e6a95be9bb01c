import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';
import { minimalEnvironment } from './server-process.js';
import { waitFor } from './wait-for.js';

/* The built commands `backup` and `restore`, and databases for them. */

const commands = fileURLToPath(new URL('../../dist/cli', import.meta.url));

export interface Target {
  database: TestDatabase;
  environment: Record<string, string>;
}

/** Runs a statement as the superuser of the test server. */
export const query = async <Row extends object>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** An empty database of a role without other rights, and an empty folder in `folder`. */
export async function createTarget(folder: string, { canCreateDatabases = false } = {}): Promise<Target> {
  const database = await createTestDatabase('template0');
  const url = new URL(database.url);
  const role = `owner_${randomBytes(4).toString('hex')}`;
  await query(database.url, `create role ${role} login ${canCreateDatabases ? 'createdb' : ''}`);
  await query(database.url, `alter database ${url.pathname.slice(1)} owner to ${role}`);
  url.username = role;
  const drop = async () => {
    await database.drop();
    await query(process.env['TEST_DATABASE_SERVER'] ?? '', `drop role ${role}`);
  };
  const DATA_DIR = await mkdtemp(join(folder, 'data-'));
  return { database: { url: database.url, drop }, environment: { DATABASE_URL: url.href, DATA_DIR } };
}

interface CommandResult {
  code: number | null;
  out: string;
  error: string;
}

export interface RunningCommand {
  child: ChildProcess;
  /** resolves when the standard output contains this text */
  waitForOutput(expected: string): Promise<unknown>;
  ended: Promise<CommandResult>;
}

export const start = (command: string, args: string[], environment: Record<string, string>): RunningCommand =>
  startScript(join(commands, `${command}.js`), args, environment);

function startScript(script: string, args: string[], environment: Record<string, string>): RunningCommand {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...minimalEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (error += piece));
  const ended = new Promise<CommandResult>((resolve) => child.once('close', (code) => resolve({ code, out, error })));
  const waitForOutput = (expected: string) =>
    waitFor(
      () => out,
      (text) => text.includes(expected) || child.exitCode !== null,
      60_000,
    );
  return { child, waitForOutput, ended };
}

export const run = (command: string, args: string[], environment: Record<string, string>): Promise<CommandResult> =>
  start(command, args, environment).ended;

export const runScript = (script: string, args: string[], environment: Record<string, string>) =>
  startScript(script, args, environment).ended;

/** The names of the stored files. */
export async function listFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Everything in the database that a restore creates. */
export const listRelations = async ({ database }: Target) =>
  (
    await query<{ name: string }>(
      database.url,
      `select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname not like 'pg_%' and nspname <> 'information_schema'
       union all select 'schema ' || nspname from pg_namespace where nspname in ('pgboss')`,
    )
  ).map(({ name }) => name);

/** The scratch databases of verifications by the account of this target. */
export const listScratchDatabases = async ({ database }: Target) =>
  (
    await query<{ datname: string }>(
      database.url,
      `select datname from pg_database
       where datname like 'hub_verify_%'
         and datdba = (select datdba from pg_database where datname = current_database())`,
    )
  ).map(({ datname }) => datname);
