import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { backupTables } from '../src/modules.js';
import { Backups } from '../src/platform/backup/backups.js';
import { Config } from '../src/platform/config/config.js';
import { chunkOf, fileOf, forge, packEntries, type TestEntry, unpack, withManifest } from './support/archives.js';
import {
  createTarget,
  listFiles,
  listRelations,
  listScratchDatabases,
  query,
  run,
  runScript,
  type Target,
} from './support/backup-commands.js';
import { createDocument } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createPng } from './support/images.js';
import { waitForJobs } from './support/jobs.js';
import { findDifferences } from './support/reconciliation.js';
import { SLOW_TEST_TIMEOUT_MS } from './support/server-process.js';
import { startS3 } from './support/resumable-uploads.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo } from './support/videos.js';

const script = fileURLToPath(new URL('./support/restore-archives.mjs', import.meta.url));

let hub: TestApp;
let admin: TestUser;
let member: TestUser;
let folder: string;
/** The path of a complete archive. */
let archive: string;
let thread: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-test-restore-'));
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Ada “Admin”\\N');
  member = await hub.users.create('CONTRIBUTOR');
  for (let i = 0; i < 5; i++) {
    const content = `Line\\n\t${'ä€😀 '.repeat(2000)}${i}`;
    await createDocument(member, { status: 'PUBLISHED', content, tags: ['One', 'two, three'] });
  }
  await createVideo(admin, { chapters: [{ title: 'Start' }] });
  ({ id: thread } = await createThread(member, (await createForumCategory(admin)).id));
  await reply(admin, thread);
  for (const color of ['red', 'blue']) {
    const avatar = await createPng(60, 30, color);
    expect((await admin.request('PUT', '/profile', await encodeForm({ avatar }))).status).toBe(200);
  }
  await waitForJobs(hub.database, '');
  const { name } = await hub.get(Backups).create();
  archive = join(hub.get(Config).dataDir, 'backups', name);
}, SLOW_TEST_TIMEOUT_MS);
afterAll(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** Number and hash of the rows of each table. */
async function digestOf(url: string, tables: readonly string[]): Promise<Record<string, unknown>> {
  const digests: Record<string, unknown> = {};
  for (const table of tables)
    [digests[table]] = await query(
      url,
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, E'\\n' order by t::text collate "C"), '')) as hash
       from "${table}" t`,
    );
  return digests;
}

/** Restores archives in one process. @returns the messages of their errors, by name */
async function tryToRestore(archives: [name: string, content: Buffer][], { environment }: Target) {
  const paths = archives.map((_, index) => join(folder, `archive-${index}.tar.zst`));
  await Promise.all(archives.map(([, content], index) => writeFile(paths[index]!, content)));
  const { code, out, error } = await runScript(script, paths, environment);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  const messages = JSON.parse(out) as (string | null)[];
  return Object.fromEntries(archives.map(([name], index) => [name, messages[index]]));
}

const isUsers = ({ name }: TestEntry) => name.startsWith('tables/users/');

describe('restore', () => {
  test(
    'brings back every row, sequence and file, into a database whose owner is no superuser; users sign in',
    async () => {
      const target = await createTarget(folder);
      const kept = backupTables.listKept();
      const before = await digestOf(hub.databaseUrl, kept);
      const { code, out, error } = await run('restore', [archive], target.environment);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toContain('0 differences between counters and their rows');
      expect(await digestOf(target.database.url, kept)).toEqual(before);
      expect(before['users']).toMatchObject({ rows: 2 });
      const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
      expect(await query(target.database.url, sequences)).toEqual(await query(hub.databaseUrl, sequences));
      const { dataDir } = hub.get(Config);
      const names = await listFiles(dataDir);
      expect(names.length).toBeGreaterThan(0);
      expect(await listFiles(target.environment['DATA_DIR']!)).toEqual(names);
      for (const name of names) {
        const path = join('files', name.slice(0, 2), name.slice(2, 4), name);
        expect(await readFile(join(target.environment['DATA_DIR']!, path))).toEqual(
          await readFile(join(dataDir, path)),
        );
      }
      // Constraints and triggers are those of the migrations.
      const constraints = `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d, convalidated
        from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`;
      expect(await query(target.database.url, constraints)).toEqual(await query(hub.databaseUrl, constraints));
      const disabled = `select tgname from pg_trigger where tgenabled <> 'O'`;
      expect(await query(target.database.url, disabled)).toEqual([]);

      const restored = await createTestApp(target.environment, { databaseUrl: target.environment['DATABASE_URL']! });
      const { email, password } = member;
      const signIn = await restored.request<{ token: string }>('POST', '/auth/login-manual', {
        body: { email, password },
      });
      expect(signIn.status).toBe(200);
      expect((await restored.request('GET', `/forum/threads/${thread}`)).status).toBe(200);
      expect((await member.request('GET', '/auth/me')).status).toBe(200);
      // Sessions are not restored.
      const headers = { authorization: `Bearer ${member.token}` };
      expect((await restored.request('GET', '/auth/me', { headers })).status).toBe(401);
      expect(await findDifferences(restored)).toEqual([]);
      await restored.close();
      await target.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'a backup during writes is of one moment',
    async () => {
      const done = new AbortController();
      const write = async () => {
        for (let i = 0; !done.signal.aborted; i++) {
          await createDocument(member, { status: 'PUBLISHED', tags: [`tag ${i % 7}`] });
          await reply(admin, thread);
          const image = await encodeForm({ image: await createPng(20 + (i % 50), 20) });
          await member.request('POST', '/images', image);
        }
      };
      const writing = Promise.all([write(), write()]);
      const first = await hub.get(Backups).create();
      const { name } = await hub.get(Backups).create();
      done.abort();
      await writing;
      expect(first.status).toBe('complete');
      const target = await createTarget(folder);
      const path = join(hub.get(Config).dataDir, 'backups', name);
      const { code, out, error } = await run('restore', [path], target.environment);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/\b0 differences/);
      await target.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'is refused where a hub is, which stays as it was',
    async () => {
      const before = await digestOf(hub.databaseUrl, ['users', 'documents', 'files']);
      const environment = { DATABASE_URL: hub.databaseUrl, DATA_DIR: await mkdtemp(join(folder, 'data-')) };
      const { code, error } = await run('restore', [archive], environment);
      expect({ code, error }).toEqual({
        code: 1,
        error: expect.stringMatching(/^The database is not empty\..* Nothing was restored\.\n$/),
      });
      expect(await digestOf(hub.databaseUrl, ['users', 'documents', 'files'])).toEqual(before);
      expect(await readdir(environment.DATA_DIR)).toEqual([]);
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'ten tampered archives are refused, and nothing is changed',
    async () => {
      const original = await readFile(archive);
      const entries = await unpack(original);
      const users = entries.find(({ name }) => name.startsWith('tables/users/'))!;
      const change = (by: (entry: TestEntry) => TestEntry) =>
        entries.map((entry) => (entry === users ? by(entry) : entry));
      const manifest = JSON.parse(entries[0]!.content.toString()) as { migrations: string[]; tables: object[] };
      const session = chunkOf('sessions', 1, Buffer.from('x\n'));
      const tampered: [string, Buffer, RegExp][] = [
        ['truncated', original.subarray(0, original.length / 2), /cut off|damaged/],
        ['with data after its end', Buffer.concat([original, Buffer.from('x')]), /after its end/],
        ['with a changed row', await forge(change((entry) => ({ ...entry, content: Buffer.from('x') }))), /damaged/],
        [
          'without a table',
          await packEntries(entries.filter((entry) => entry !== users)),
          /does not match|not in order/,
        ],
        [
          'with a path out of it',
          await forge([...entries, { ...fileOf(original), name: 'files/../../x' }]),
          /not part/,
        ],
        [
          'with a link',
          await packEntries([...entries, { name: 'x', content: original, type: 'symlink', linkname: '/etc' }]),
          /not part/,
        ],
        [
          'of a newer schema',
          await forge(withManifest(entries, { migrations: [...manifest.migrations, 'Migration20990101000000_x'] })),
          /another version/,
        ],
        ['of another format', await forge(withManifest(entries, { format_version: 99 })), /format 99/],
        [
          'with sessions',
          await forge([
            ...withManifest(entries, { tables: [...manifest.tables, { name: 'sessions', columns: ['id'] }] }).filter(
              ({ name }) => !name.startsWith('files/'),
            ),
            session,
            ...entries.filter(({ name }) => name.startsWith('files/')),
          ]),
          /backups do not contain/,
        ],
        ['with a bomb', await forge([entries[0]!, chunkOf('users', 1, Buffer.alloc(6 * 1024 ** 2, 10))]), /larger/],
      ];
      const target = await createTarget(folder);
      const messages = await tryToRestore(
        tampered.map(([name, content]) => [name, content]),
        target,
      );
      expect(messages).toEqual(
        Object.fromEntries(tampered.map(([name, , message]) => [name, expect.stringMatching(message)])),
      );
      expect(await listRelations(target)).toEqual([]);
      expect(await readdir(target.environment['DATA_DIR']!)).toEqual([]);
      await target.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'leaves the database empty when PostgreSQL refuses what is in it, and says what that is',
    async () => {
      const entries = await unpack(await readFile(archive));
      const withUsers = (change: (rows: string) => string) =>
        entries.map((entry) =>
          isUsers(entry) ? chunkOf('users', 1, Buffer.from(change(entry.content.toString()))) : entry,
        );
      const refused: [string, TestEntry[], RegExp][] = [
        [
          'without the users',
          entries.filter((entry) => !isUsers(entry)),
          /“\w+” refer to rows that it lacks \(foreign key \w+\)/,
        ],
        ['with a row of fewer columns', withUsers((rows) => rows.replace(/\t[^\t\n]*\n/, '\n')), /rows of “users”/],
        ['with a wrong value', withUsers((rows) => rows.replace(/^[^\t]+/, 'no-uuid')), /rows of “users”/],
        ['with an end among its rows', withUsers((rows) => rows.replace('\n', '\n\\.\n')), /rows of “users”/],
        [
          'with a sequence that is none',
          withManifest(entries, { sequences: [{ name: 'users', value: '1', is_called: true }] }),
          /sequence “users”/,
        ],
      ];
      const target = await createTarget(folder);
      const archives = await Promise.all(
        refused.map(async ([name, changed]): Promise<[string, Buffer]> => [name, await forge(changed)]),
      );
      expect(await tryToRestore(archives, target)).toEqual(
        Object.fromEntries(
          refused.map(([name, , message]) => [
            name,
            expect.stringMatching(new RegExp(`^The archive [^\\n]*${message.source}[^\\n]*\\.$`)),
          ]),
        ),
      );
      expect(await listRelations(target)).toEqual([]);
      expect(await listFiles(target.environment['DATA_DIR']!)).toEqual([]);
      // It can be used for another archive.
      expect(await run('restore', [archive], target.environment)).toMatchObject({ code: 0, error: '' });
      await target.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});

describe('npm run backup', () => {
  test(
    'creates an archive, and restores one into a scratch database that is dropped; the dashboard shows when',
    async () => {
      const target = await createTarget(folder, { canCreateDatabases: true });
      expect(await run('restore', [archive], target.environment)).toMatchObject({ code: 0, error: '' });
      const none = await run('backup', ['--verify'], target.environment);
      expect(none).toMatchObject({ code: 1, error: 'There is no complete backup yet.\n' });
      expect(await run('backup', [], target.environment)).toMatchObject({
        error: '',
        out: expect.stringContaining('Backup created successfully!'),
      });
      const verified = await run('backup', ['--verify'], target.environment);
      expect(verified).toMatchObject({
        code: 0,
        error: '',
        out: expect.stringMatching(/rows and \d+ files are equal/),
      });
      expect(await listScratchDatabases(target)).toEqual([]);
      const [row] = await query<{ n: number }>(
        target.database.url,
        `select count(*)::int as n from backup_verifications v join backups b on b.sha256 = v.sha256`,
      );
      expect(row).toEqual({ n: 1 });
      // The archive of another installation.
      expect(await run('backup', ['--verify', archive], target.environment)).toMatchObject({
        code: 0,
        out: expect.stringContaining('none of the backups of this hub'),
      });
      const verifications = await query<{ n: number }>(
        target.database.url,
        'select count(*)::int as n from backup_verifications where archive_created_at is not null',
      );
      expect(verifications).toEqual([{ n: 1 }]);
      const damaged = join(folder, 'damaged.tar.zst');
      await writeFile(damaged, (await readFile(archive)).subarray(0, 5000));
      const { code, error } = await run('backup', ['--verify', damaged], target.environment);
      expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/cut off|damaged/) });
      await target.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'restores files into a bucket, and makes and verifies an archive there',
    async () => {
      const s3 = await startS3();
      const target = await createTarget(folder, { canCreateDatabases: true });
      const environment = { ...target.environment, ...s3.environment };
      expect(await run('restore', [archive], environment)).toMatchObject({ code: 0, error: '' });
      expect(await run('backup', [], environment)).toMatchObject({ code: 0, error: '' });
      expect(await run('backup', ['--verify'], environment)).toMatchObject({
        code: 0,
        error: '',
        out: expect.stringMatching(/rows and [1-9]\d* files are equal/),
      });
      expect(await readdir(target.environment['DATA_DIR']!)).not.toContain('backups');
      expect(await listFiles(target.environment['DATA_DIR']!)).toEqual([]);
      await target.database.drop();
      await s3.stop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  test(
    'says what an account needs that may not create databases',
    async () => {
      const target = await createTarget(folder);
      expect(await run('restore', [archive], target.environment)).toMatchObject({ code: 0, error: '' });
      const refused = await run('backup', ['--verify', archive], target.environment);
      expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('alter role … createdb') });
      await target.database.drop();
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});
