import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Backups } from '../src/platform/backup/backups.js';
import { Config } from '../src/platform/config/config.js';
import { fileOf, forge, unpack, withManifest } from './support/archives.js';
import {
  createTarget,
  listFiles,
  listRelations,
  listScratchDatabases,
  query,
  run,
  type RunningCommand,
  start,
  type Target,
} from './support/backup-commands.js';
import { createDocument } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import { createPng } from './support/images.js';
import { waitForJobs } from './support/jobs.js';
import { SLOW_TEST_TIMEOUT_MS, startServer } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';

/* The backup commands when they are stopped or killed, and when something is missing. */

let hub: TestApp;
let folder: string;
let archive: string;
/** A restored hub. */
let target: Target;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-test-interruptions-'));
  hub = await createTestApp();
  const admin = await hub.users.create('ADMIN');
  await createDocument(admin, { status: 'PUBLISHED' });
  const avatar = await createPng(60, 30);
  expect((await admin.request('PUT', '/profile', await encodeForm({ avatar }))).status).toBe(200);
  await waitForJobs(hub.database, '');
  const { name } = await hub.get(Backups).create();
  archive = join(hub.get(Config).dataDir, 'backups', name);
  target = await createTarget(folder, { canCreateDatabases: true });
  expect(await run('restore', [archive], target.environment)).toMatchObject({ code: 0, error: '' });
}, SLOW_TEST_TIMEOUT_MS);
afterAll(async () => {
  await target.database.drop();
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** A table that is restored, and that no migration changes after its creation. */
const table = 'api_tokens';

/** The session of a restore that waits for a lock, once the table exists and is locked here. */
async function holdUp(databaseUrl: string): Promise<pg.Client> {
  const blocker = new pg.Client(databaseUrl);
  await blocker.connect();
  const exists = async () => (await blocker.query(`select 1 where to_regclass('${table}') is not null`)).rowCount === 1;
  await waitFor(exists, Boolean, 60_000);
  await blocker.query(`begin; lock table ${table} in access exclusive mode`);
  await waitFor(
    () => countRestores(databaseUrl, `and wait_event_type = 'Lock'`),
    (count) => count === 1,
    60_000,
  );
  return blocker;
}

async function countRestores(databaseUrl: string, condition = ''): Promise<number> {
  const rows = await query(
    databaseUrl,
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'knowledge-hub restore' ${condition}`,
  );
  return rows.length;
}

async function letGo(blocker: pg.Client, databaseUrl: string): Promise<void> {
  await waitFor(
    () => countRestores(databaseUrl),
    (count) => count === 0,
    60_000,
  );
  await blocker.end();
}

/** PostgreSQL notices late that a client is gone, and that of a killed command may be within a statement. */
async function waitUntilUnused(database: string): Promise<void> {
  await waitFor(
    () =>
      query(
        target.database.url,
        `select application_name, state, wait_event_type, query from pg_stat_activity
         where datname = '${database}' and usesysid is not null`,
      ),
    ({ length }) => length === 0,
    60_000,
  );
}

/** A verification that is held up in its scratch database. */
async function beginVerification(): Promise<{ command: RunningCommand; scratch: string; blocker: pg.Client }> {
  const command = start('backup', ['--verify', archive], target.environment);
  const [scratch = ''] = await waitFor(
    () => listScratchDatabases(target),
    ({ length }) => length === 1,
    60_000,
  );
  // The account of the hub, because only a superuser may end the sessions of one.
  const url = new URL(target.environment['DATABASE_URL']!);
  url.pathname = `/${scratch}`;
  return { command, scratch, blocker: await holdUp(url.href) };
}

describe('a restore', () => {
  test(
    'that is stopped while it waits for the database leaves nothing',
    async () => {
      const empty = await createTarget(folder);
      const { child, ended } = start('restore', [archive], empty.environment);
      const blocker = await holdUp(empty.database.url);
      child.kill('SIGINT');
      await letGo(blocker, empty.database.url);
      expect(await ended).toMatchObject({
        code: 130,
        error: '',
        out: expect.stringMatching(/Stopping …\nThe restore was stopped\. Nothing was restored; .*\n$/),
      });
      expect(await listRelations(empty)).toEqual([]);
      expect(await listFiles(empty.environment['DATA_DIR']!)).toEqual([]);
      expect(await run('restore', [archive], empty.environment)).toMatchObject({ code: 0, error: '' });
      await empty.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'that is stopped while files load deletes them',
    async () => {
      const entries = await unpack(await readFile(archive));
      const added = [1, 2, 3, 4].map(() => fileOf(randomBytes(30 * 1024 ** 2)));
      const files = entries.filter(({ name }) => name.startsWith('files/')).concat(added);
      const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
      const rest = withManifest(entries, { files: { count: files.length, bytes } });
      const path = join(folder, 'large.tar.zst');
      const inOrder = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      await writeFile(path, await forge([...rest.filter(({ name }) => !name.startsWith('files/')), ...inOrder]));
      const empty = await createTarget(folder);
      const dataDir = empty.environment['DATA_DIR']!;
      const { child, ended } = start('restore', [path], empty.environment);
      await waitFor(
        () => listFiles(dataDir),
        (names) => names.length > 0,
        60_000,
      );
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 130, out: expect.stringContaining('The restore was stopped.') });
      expect(await listFiles(dataDir)).toEqual([]);
      expect(await listRelations(empty)).toEqual([]);
      await empty.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'that is stopped after it is complete says what remains to be done',
    async () => {
      const empty = await createTarget(folder);
      const command = start('restore', [archive], empty.environment);
      await command.waitForOutput('Checking counters');
      command.child.kill('SIGINT');
      expect(await command.ended).toMatchObject({
        code: 130,
        error: '',
        out: expect.stringMatching(
          /Restored the backup of .*The backup is restored, but .* npm run reconcile -- --fix/s,
        ),
      });
      expect(await run('reconcile', [], empty.environment)).toMatchObject({ code: 0, error: '' });
      await empty.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'that is killed keeps the hub from starting, until it is repeated',
    async () => {
      const empty = await createTarget(folder);
      const { child, ended } = start('restore', [archive], empty.environment);
      const blocker = await holdUp(empty.database.url);
      child.kill('SIGKILL');
      await ended;
      await blocker.query('rollback');
      await letGo(blocker, empty.database.url);
      const sentence = /^A restore into this database was interrupted, .* npm run restore -- FILE clears it first\.\n$/;
      const started = await startServer({ ...empty.environment, DEMO: 'true' });
      expect(await started.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
      for (const command of ['backup', 'reconcile'])
        expect(await run(command, [], empty.environment)).toMatchObject({
          code: 1,
          error: expect.stringMatching(sentence),
        });
      expect(await run('restore', [archive], empty.environment)).toMatchObject({ code: 0, error: '' });
      expect(await run('reconcile', [], empty.environment)).toMatchObject({ code: 0, error: '' });
      await empty.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});

describe('a verification', () => {
  test(
    'that is stopped drops its scratch database',
    async () => {
      const { command, blocker } = await beginVerification();
      blocker.on('error', () => undefined);
      command.child.kill('SIGINT');
      await blocker.query('rollback');
      expect(await command.ended).toMatchObject({
        code: 130,
        error: '',
        out: expect.stringContaining('The verification was stopped. Its scratch database is deleted.'),
      });
      expect(await listScratchDatabases(target)).toEqual([]);
      await blocker.end().catch(() => undefined);
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'drops what killed ones have left, and nothing that is in use',
    async () => {
      const killed = await beginVerification();
      killed.command.child.kill('SIGKILL');
      await killed.command.ended;
      await killed.blocker.end();
      await waitUntilUnused(killed.scratch);
      const used = 'hub_verify_0123456789ab';
      await query(target.environment['DATABASE_URL']!, `create database ${used}`);
      const url = new URL(target.environment['DATABASE_URL']!);
      url.pathname = `/${used}`;
      const session = new pg.Client(url.href);
      await session.connect();
      expect(await run('backup', ['--verify', archive], target.environment)).toMatchObject({ code: 0, error: '' });
      expect(await listScratchDatabases(target)).toEqual([used]);
      await session.end();
      await waitUntilUnused(used);
      expect(await run('backup', ['--verify', archive], target.environment)).toMatchObject({ code: 0, error: '' });
      expect(await listScratchDatabases(target)).toEqual([]);
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});

describe('a backup', () => {
  test(
    'that is stopped leaves no archive',
    async () => {
      const blocker = new pg.Client(target.database.url);
      await blocker.connect();
      await blocker.query('begin; lock table api_tokens in access exclusive mode');
      const { child, ended } = start('backup', [], target.environment);
      await waitFor(
        () => query(target.database.url, `select from backups where status = 'running'`),
        ({ length }) => length === 1,
        60_000,
      );
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({
        code: 130,
        error: '',
        out: expect.stringContaining('The backup was stopped. No archive was made.'),
      });
      await blocker.end();
      const rows = await query(target.database.url, `select status from backups`);
      expect(rows).toEqual([{ status: 'failed' }]);
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'after a restore: archives that are not in the list are named',
    async () => {
      const backups = join(target.environment['DATA_DIR']!, 'backups');
      const former = join(backups, 'knowledge-hub-20250101-030000-abcdef.tar.zst');
      await mkdir(backups);
      await writeFile(former, await readFile(archive));
      expect(await run('backup', ['--verify'], target.environment)).toMatchObject({
        code: 1,
        error: expect.stringMatching(/has no complete one\..* npm run backup -- --verify .*-abcdef\.tar\.zst\n$/),
      });
      await rename(former, join(folder, 'former.tar.zst'));
      expect(await run('backup', ['--verify'], target.environment)).toMatchObject({
        code: 1,
        error: 'There is no complete backup yet.\n',
      });
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'without all files says so, and so does its verification; both end with 2',
    async () => {
      await rm(join(target.environment['DATA_DIR']!, 'files'), { recursive: true });
      const lacks = /^The backup lacks \d+ stored files? .*DATA_DIR.*“Missing files” in docs\/operating\.md\.$/m;
      for (const args of [[], ['--verify']])
        expect(await run('backup', args, target.environment)).toMatchObject({
          code: 2,
          error: '',
          out: expect.stringMatching(lacks),
        });
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});
