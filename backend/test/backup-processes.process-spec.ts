import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import type { BackupResponse, CreatedBackupResponse } from '../src/modules/admin/backups/backups.dto.js';
import type { SessionOpenedResponse } from '../src/modules/auth/sessions/sessions.dto.js';
import { archiveProcesses } from './support/child-processes.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { createFetchRequester, type SendRequest } from './support/http.js';
import {
  admin,
  killRunningServers,
  type ServerProcess,
  SLOW_TEST_TIMEOUT_MS,
  startServer,
} from './support/server-process.js';
import { waitFor } from './support/wait-for.js';

/* What may end while a backup is made. A lock on a table holds the backup up. */

let database: TestDatabase;
let dataDir: string;
let blocker: pg.Client;
let server: ServerProcess;
let archiveProcess: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hub-backup-processes-'));
  database = await createTestDatabase();
  blocker = new pg.Client(database.url);
  await blocker.connect();
  server = await start();
  await blocker.query('begin; lock table api_tokens in access exclusive mode');
  const { body } = await (await signIn())<CreatedBackupResponse>('POST', '/admin/create-backup');
  expect(body.backup.status).toBe('running');
  [archiveProcess = 0] = archiveProcesses(server.child.pid);
  expect(archiveProcess).toBeGreaterThan(0);
  expect(await listArchives()).toEqual([`${body.backup.name}.partial`]);
}, SLOW_TEST_TIMEOUT_MS);
afterEach(async () => {
  killRunningServers();
  await server.ended;
  await blocker.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const { email, password } = admin;
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const started = await startServer(environment);
  expect(await started.ready).toBe(true);
  return started;
}

async function signIn(): Promise<SendRequest> {
  const guest = createFetchRequester(server.url);
  const { body } = await guest<SessionOpenedResponse>('POST', '/auth/login-manual', { body: admin });
  return createFetchRequester(server.url, { authorization: `Bearer ${body.session_token}` });
}

const listArchives = () => readdir(join(dataDir, 'backups'));

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The only backup, when it has ended. */
async function waitForEnd(): Promise<BackupResponse | undefined> {
  const request = await signIn();
  const listed = await waitFor(
    async () => (await request<BackupResponse[]>('GET', '/admin/backups')).body,
    ([newest]) => newest?.status !== 'running',
    60_000,
  );
  return listed[0];
}

test('the process that makes it: the backup has failed, and the next one succeeds', async () => {
  process.kill(archiveProcess, 'SIGKILL');
  expect(await waitForEnd()).toMatchObject({
    status: 'failed',
    error: 'The process that made the backup ended unexpectedly.',
  });
  expect(await listArchives()).toEqual([]);
  await blocker.query('rollback');
  const { body } = await (await signIn())<CreatedBackupResponse>('POST', '/admin/create-backup');
  expect(body).toMatchObject({ message: 'Backup created successfully!', backup: { status: 'complete' } });
});

test(
  'the server, as the operator asked: the backup has failed, with the reason',
  async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    expect(isRunning(archiveProcess)).toBe(false);
    expect(await listArchives()).toEqual([]);
    server = await start();
    expect(await waitForEnd()).toMatchObject({
      status: 'failed',
      error: 'The hub was stopped before the backup was complete.',
    });
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'the server, killed: the process ends with it, and the next start deletes the partial archive',
  async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await waitFor(
      () => isRunning(archiveProcess),
      (runs) => !runs,
    );
    server = await start();
    expect(await waitForEnd()).toMatchObject({
      status: 'failed',
      error: 'The process that made the backup ended unexpectedly.',
    });
    expect(await listArchives()).toEqual([]);
  },
  SLOW_TEST_TIMEOUT_MS,
);
