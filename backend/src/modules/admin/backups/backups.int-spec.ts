import { createHash } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { BackupHealth } from '../../../platform/backup/backup-health.js';
import {
  backupHour,
  BackupsRepository,
  dailyBackups,
  keptBackups,
} from '../../../platform/backup/backups.repository.js';
import { BackupTables } from '../../../platform/backup/backup-tables.js';
import { Backups } from '../../../platform/backup/backups.js';
import { DatabaseSnapshot } from '../../../platform/backup/database-snapshot.js';
import { Config } from '../../../platform/config/config.js';
import { Files } from '../../../platform/files/files.js';
import { sourceTexts } from '../../../platform/language/texts.js';
import { Settings } from '../../../platform/settings/settings.js';
import { Storage } from '../../../platform/storage/storage.js';
import { backupTables } from '../../../modules.js';
import { encodeForm } from '../../../../test/support/forms.js';
import { createPng } from '../../../../test/support/images.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { BackupResponse, CreatedBackupResponse } from './backups.dto.js';

const HOUR_MS = 3600_000;

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let folder: string;
beforeAll(async () => {
  ({ hub, admin, editor } = await createTestAppWithUsers({ admin: 'ADMIN', editor: 'EDITOR' }));
  folder = join(hub.get(Config).dataDir, 'backups');
});
afterAll(() => hub.close());
afterEach(async () => {
  await waitFor(list, (rows) => rows.every(({ status }) => status !== 'running'));
  await hub.database.query('delete from backups');
});

const list = async () => (await admin.request<BackupResponse[]>('GET', '/admin/backups')).body;
const archives = () => readdir(folder).catch(() => []);
async function create(): Promise<BackupResponse> {
  const { status, body, text } = await admin.request<CreatedBackupResponse>('POST', '/admin/create-backup');
  if (status !== 201) throw new Error(text);
  return body.backup;
}
const insertRunning = async (updatedAt = new Date()) => {
  const row = await hub.get(BackupsRepository).insert({ requestedById: null, isScheduled: false });
  await hub.database.query('update backups set updated_at = $2 where id = $1', [row!.id, updatedAt]);
  return row!;
};

/** A complete backup without an archive. */
async function insertComplete(fields = 'missing_files = 0'): Promise<string> {
  const { id } = await insertRunning();
  await hub.database.query(
    `update backups set status = 'complete', finished_at = now(), size_bytes = 1, ${fields} where id = $1`,
    [id],
  );
  return id;
}

const filePath = (id: string) => `/admin/backups/${id}/file`;
const at = (hour: number, days = 1) => {
  const time = new Date(Date.now() + days * 24 * HOUR_MS);
  time.setUTCHours(hour, 30, 0, 0);
  return time;
};
const scheduled = async () => (await list()).filter(({ is_scheduled }) => is_scheduled).length;
const measure = (now = Date.now()) => hub.get(BackupHealth).measure(now);
const alerts = async (now = Date.now()) => (await measure(now)).alerts?.map(({ detail }) => detail(sourceTexts));

describe('POST /admin/create-backup', () => {
  test('creates an archive that administrators list, and is audited', async () => {
    const { status, body } = await admin.request<CreatedBackupResponse>('POST', '/admin/create-backup');
    expect(status).toBe(201);
    expect(body.message).toBe('Backup created successfully!');
    expect(body.backup).toMatchObject({ status: 'complete', progress: 100, error: null, is_scheduled: false });
    expect(await list()).toEqual([body.backup]);
    const file = await stat(join(folder, body.backup.name));
    expect(file.size).toBe(body.backup.size_bytes);
    // Only the account of the hub reads it.
    expect(file.mode & 0o777).toBe(0o600);
    const [entry] = await hub.database.query(
      `select actor_id, after from audit_log where action = 'backup.requested' and subject_id = $1`,
      [body.backup.id],
    );
    expect(entry).toEqual({ actor_id: admin.id, after: { name: body.backup.name } });
  });

  test('409 while another one runs', async () => {
    const running = await insertRunning();
    const { status, body } = await admin.request('POST', '/admin/create-backup');
    expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'backup_running' });
    await hub.get(BackupsRepository).fail(running.id, 'test');
  });

  test('503 with the reason when a table is not declared, and no file stays', async () => {
    const before = await archives();
    await hub.database.query('create table forgotten (id int)');
    try {
      const { status, body } = await admin.request('POST', '/admin/create-backup');
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'backup_failed' });
      expect(body['detail']).toContain('The table forgotten is not declared for backups.');
    } finally {
      await hub.database.query('drop table forgotten');
    }
    expect(await list()).toMatchObject([
      { status: 'failed', size_bytes: null, error: expect.stringContaining('forgotten') },
    ]);
    expect(await archives()).toEqual(before);
  });

  test('every table of the database is declared', async () => {
    const tables = await hub.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    );
    expect(tables.map(({ name }) => name)).toEqual(backupTables.listDeclared());
    expect(() => new BackupTables([{ kept: ['a'], excluded: { a: 'twice' } }])).toThrow('declared twice');
    // A kept row that refers to a row of an excluded table could not be restored.
    const references = await hub.database.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'
         and connamespace = 'public'::regnamespace`,
    );
    expect(references.filter(({ from, to }) => backupTables.isKept(from) && !backupTables.isKept(to))).toEqual([]);
  });
});

const DOWNLOADS = `select 1 from audit_log where action = 'backup.downloaded' and subject_id = $1`;
const countDownloads = async (id: string) => (await hub.database.query(DOWNLOADS, [id])).length;

describe('GET /admin/backups/{id}/file', () => {
  test('sends the archive, whole or a range of it, after a recent sign-in', async () => {
    const { id, name, sha256, size_bytes } = await create();
    const { status, headers, bytes } = await admin.request('GET', `/admin/backups/${id}/file`);
    expect(status).toBe(200);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(size_bytes),
      'cache-control': 'private, no-store',
    });
    const part = await admin.request('GET', filePath(id), { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${size_bytes}`]);
    expect(part.bytes).toEqual(bytes.subarray(10, 20));
    expect(await countDownloads(id)).toBe(1);
  });

  test('records who got any part of it, once in ten minutes', async () => {
    const { id } = await create();
    const other = await hub.users.create('ADMIN');
    for (const range of ['bytes=1-', 'bytes=5-9', 'bytes=-3'])
      expect((await other.request('GET', filePath(id), { headers: { range } })).status).toBe(206);
    expect((await other.request('GET', filePath(id), { headers: { range: 'bytes=999999999-' } })).status).toBe(416);
    expect(await countDownloads(id)).toBe(1);
    await admin.request('GET', filePath(id), { headers: { range: 'bytes=1-' } });
    expect(await countDownloads(id)).toBe(2);
    // The time of an entry is in its id.
    const values = [id, other.id, uuidv7({ msecs: Date.now() - 11 * 60_000 })];
    await hub.database.query('update audit_log set id = $3 where subject_id = $1 and actor_id = $2', values);
    await other.request('GET', filePath(id), { headers: { range: 'bytes=1-' } });
    expect(await countDownloads(id)).toBe(3);
  });

  test('403 ten minutes after the sign-in', async () => {
    const { id } = await create();
    const late = await hub.users.create('ADMIN');
    await hub.database.query(
      `update sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
      [late.id],
    );
    const { status, body } = await late.request('GET', `/admin/backups/${id}/file`);
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'recent_sign_in_required' });
    expect((await late.request('GET', '/admin/backups')).status).toBe(200);
  });

  test('404 for unknown ones, 409 for one that is not complete', async () => {
    expect((await admin.request('GET', filePath('01900000-0000-7000-8000-000000000001'))).status).toBe(404);
    expect((await admin.request('GET', filePath('..'))).status).toBe(404);
    const { id } = await insertRunning();
    expect((await admin.request('GET', filePath(id))).status).toBe(409);
    expect((await admin.request('DELETE', `/admin/backups/${id}`)).status).toBe(409);
    await hub.get(BackupsRepository).fail(id, 'test');
  });
});

test('a backup whose file is gone says so in the list, in health and on download', async () => {
  const [older, newer] = [await create(), await create()];
  await rm(join(folder, newer.name));
  expect(await list()).toMatchObject([{ is_file_missing: true }, { is_file_missing: false }]);
  const { status, body } = await admin.request('GET', filePath(newer.id));
  expect({ status, code: body['code'], detail: body['detail'] }).toEqual({
    status: 404,
    code: 'backup_file_missing',
    detail: 'The file of this backup is missing. Create a new backup.',
  });
  const found = await measure();
  expect(found.figures).toMatchObject({ isFileMissing: true, lastBackup: new Date(older.finished_at!) });
  expect([found.status, found.alerts?.map(({ code }) => code)]).toEqual(['degraded', ['backup_file_missing']]);
  await rm(join(folder, older.name));
  expect((await measure()).figures.lastBackup).toBeNull();
});

test('a backup that lacks stored files is reported until a later one has all', async () => {
  const avatar = await createPng();
  expect((await editor.request('PUT', '/profile', await encodeForm({ avatar }))).status).toBe(200);
  const storage = hub.get<Storage>(Storage as never);
  const [file] = await hub.database.query<{ sha256: string }>(
    'select f.sha256 from files f join file_uses u on u.file_id = f.id order by f.created_at desc limit 1',
  );
  const content = await buffer((await storage.read(file!.sha256))!);
  await storage.delete(file!.sha256);
  const { body } = await admin.request<CreatedBackupResponse>('POST', '/admin/create-backup');
  expect(body.message).toBe('Backup created without 1 file that is missing in the storage.');
  const found = await measure();
  expect([found.status, found.figures.missingFiles]).toEqual(['degraded', 1]);
  expect(found.alerts?.map(({ code }) => code)).toEqual(['backup_incomplete']);
  await storage.put(Readable.from([content]), { maxBytes: content.length });
  await create();
  expect((await measure()).alerts).toEqual([]);
});

test('DELETE /admin/backups/{id} deletes the archive, and is audited', async () => {
  const { id, name } = await create();
  expect(await admin.request('DELETE', `/admin/backups/${id}`)).toMatchObject({ status: 200 });
  expect(await archives()).not.toContain(name);
  expect(await list()).toEqual([]);
  expect((await admin.request('DELETE', `/admin/backups/${id}`)).status).toBe(404);
  const [entry] = await hub.database.query(`select actor_id from audit_log where action = 'backup.deleted'`);
  expect(entry).toEqual({ actor_id: admin.id });
});

test('what a user requested is exported, and forgotten with the user', async () => {
  const other = await hub.users.create('ADMIN');
  expect((await other.request('POST', '/admin/create-backup')).status).toBe(201);
  const { body } = await other.request<{ sections: Record<string, { rows: object[] }> }>('GET', '/profile/export');
  expect(body.sections['backups']?.rows).toEqual([expect.objectContaining({ status: 'complete' })]);
  const erased = await admin.request('POST', `/admin/users/${other.id}/erase`, { body: { email: other.email } });
  expect(erased.status).toBe(200);
  expect(await hub.database.query('select requested_by_id from backups')).toEqual([{ requested_by_id: null }]);
});

describe('a process that dies', () => {
  test('leaves a failed backup, whose partial archive is deleted', async () => {
    const { id } = await insertRunning(new Date(Date.now() - 61_000));
    await create().catch(() => undefined);
    await writeFile(join(folder, 'knowledge-hub-x.tar.zst.partial'), 'x');
    await hub.get(Backups).tick();
    expect(await hub.get(Backups).get(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('unexpectedly'),
    });
    expect((await archives()).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('is not assumed while its row is written, or its session holds the lock', async () => {
    const { id } = await insertRunning(new Date(Date.now() - 30_000));
    await hub.get(Backups).tick();
    expect((await hub.get(Backups).get(id)).status).toBe('running');
    const snapshot = await DatabaseSnapshot.open(hub.databaseUrl);
    await hub.get(Backups).tick(new Date(Date.now() + 120_000));
    expect((await hub.get(Backups).get(id)).status).toBe('running');
    await snapshot.close();
    await hub.get(BackupsRepository).fail(id, 'test');
  });

  test('a job that runs again on another instance ends as failed', async () => {
    const { id } = await insertRunning();
    await hub.get(Backups).run(id, 1);
    expect((await hub.get(Backups).get(id)).status).toBe('failed');
    expect(await hub.database.query('select was_interrupted from backups')).toEqual([{ was_interrupted: true }]);
  });
});

describe('the schedule', () => {
  test('begins one backup a day, from the hour on, also after a time without a running hub', async () => {
    await hub.get(Backups).tick(at(2));
    expect(await scheduled()).toBe(0);
    await hub.get(Backups).tick(at(9));
    expect(await scheduled()).toBe(1);
    await waitFor(list, ([row]) => row?.status === 'complete');
    await hub.database.query('update backups set created_at = $1', [at(9)]);
    await hub.get(Backups).tick(at(10));
    expect(await scheduled()).toBe(1);
  });

  test('makes an interrupted backup again, three times at most, and no other failed one', async () => {
    const repository = hub.get(BackupsRepository);
    const isDue = () => repository.isDue(at(3));
    const insertFailed = async (wasInterrupted: boolean) => {
      const { id } = (await repository.insert({ requestedById: null, isScheduled: true }))!;
      await repository.fail(id, 'test', wasInterrupted);
      await hub.database.query('update backups set created_at = $2 where id = $1', [id, at(9)]);
    };
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await isDue()).toBe(true);
      await insertFailed(true);
    }
    expect(await isDue()).toBe(false);
    await hub.database.query('delete from backups');
    await insertFailed(false);
    expect(await isDue()).toBe(false);
  });

  test('is not reported as failed while an interrupted one is made again', async () => {
    const repository = hub.get(BackupsRepository);
    await repository.fail((await insertRunning()).id, 'test', true);
    expect(await alerts()).toEqual([expect.stringContaining('last backup failed')]);
    const again = await insertRunning();
    expect(await alerts()).toEqual([]);
    await repository.fail(again.id, 'test');
    expect(await alerts()).toEqual([expect.stringContaining('last backup failed')]);
    const { finished_at } = await create();
    const found = await measure();
    expect([found.alerts, found.figures.lastBackup?.toISOString()]).toEqual([[], finished_at]);
  });

  test('begins none before the hub existed, or when it is off', async () => {
    await hub.get(Settings).set(backupHour, 0, null);
    await hub.get(Backups).tick(at(23, -2));
    expect(await scheduled()).toBe(0);
    await hub.get(Settings).set(dailyBackups, false, null);
    await hub.get(Backups).tick(at(9));
    expect(await scheduled()).toBe(0);
    await hub.get(Settings).set(dailyBackups, true, null);
    await hub.get(Settings).set(backupHour, backupHour.fallback, null);
  });

  test('keeps the newest ones', async () => {
    await hub.get(Settings).set(keptBackups, 2, null);
    const names = [];
    for (let i = 0; i < 3; i++) names.push((await create()).name);
    await waitFor(list, (rows) => rows.length === 2);
    expect((await list()).map(({ name }) => name)).toEqual(names.slice(1).toReversed());
    expect(await archives()).not.toContain(names[0]);
    expect(await archives()).toEqual(expect.arrayContaining(names.slice(1)));
    await hub.get(Settings).set(keptBackups, 7, null);
  });

  test('keeps as many scheduled ones as others', async () => {
    const ids = [];
    for (const isScheduled of [true, true, false, false])
      ids.push(await insertComplete(`missing_files = 0, is_scheduled = ${isScheduled}`));
    const old = await hub.get(BackupsRepository).listOld(1, new Date(0));
    expect(old.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[2]].toSorted());
  });

  test('keeps the newest one that lacks no files, however old', async () => {
    const [older, newer] = [await insertComplete(), await insertComplete()];
    const listOld = async () => (await hub.get(BackupsRepository).listOld(1, new Date(0))).map(({ id }) => id);
    expect(await listOld()).toContain(older);
    await hub.database.query('update backups set missing_files = 1 where id = $1', [newer]);
    expect(await listOld()).not.toContain(older);
  });
});

describe('the health check', () => {
  test('is silent for 36 hours on a new hub, and after a backup', async () => {
    expect(await alerts()).toEqual([]);
    expect(await alerts(Date.now() + 35 * HOUR_MS)).toEqual([]);
    expect(await alerts(Date.now() + 37 * HOUR_MS)).toEqual([expect.stringContaining('no complete backup yet')]);
    const { finished_at } = await create();
    expect(await alerts(Date.now() + 35 * HOUR_MS)).toEqual([]);
    expect(await alerts(Date.now() + 37 * HOUR_MS)).toEqual([expect.stringContaining(finished_at!.slice(0, 10))]);
    await hub.get(Settings).set(dailyBackups, false, null);
    expect(await alerts(Date.now() + 37 * HOUR_MS)).toEqual([]);
    await hub.get(Settings).set(dailyBackups, true, null);
  });
});

test('an unused file is not deleted while a backup runs, and is by the next sweep', async () => {
  const uploaded = await editor.request<{ url: string }>(
    'POST',
    '/images',
    await encodeForm({ image: await createPng() }),
  );
  expect(uploaded.status).toBe(201);
  const file = await hub.database.one<{ sha256: string }>('select sha256 from files order by created_at desc limit 1');
  const tomorrow = new Date(Date.now() + 25 * HOUR_MS);
  const source = hub.get<Storage>(Storage as never);
  const snapshot = await DatabaseSnapshot.open(hub.databaseUrl);
  await hub.get(Files).sweep(tomorrow);
  expect(await source.stat(file!.sha256)).toBeDefined();
  await snapshot.close();
  await waitFor(
    async () => {
      await hub.get(Files).sweep(tomorrow);
      return source.stat(file!.sha256);
    },
    (found) => found === undefined,
  );
});
