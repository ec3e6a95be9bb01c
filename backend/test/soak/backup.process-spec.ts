import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BackupResponse, CreatedBackupResponse } from '../../src/modules/admin/backups/backups.dto.js';
import type { SessionOpenedResponse } from '../../src/modules/auth/sessions/sessions.dto.js';
import { archiveProcesses, readProcessFile } from '../support/child-processes.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  adminEnvironment,
  admin,
  killRunningServers,
  type ServerProcess,
  SLOW_TEST_TIMEOUT_MS,
  startServer,
} from '../support/server-process.js';
import { createFetchRequester, type SendRequest } from '../support/http.js';
import { UploadClient, videoBytes } from '../support/resumable-uploads.js';
import { waitFor } from '../support/wait-for.js';
import { backupMegabytes, percentile } from './settings.js';

/* A backup of many files while users read. */

const MB = 1024 ** 2;
const FILE_MB = 100;
const READERS = 4;
const READ_EVERY_MS = 25;
const MOST_MEMORY_MB = 150;
/** A short backup has too few reads for a p99. */
const MEASURED_FROM_MB = 1000;
const IDLE_MS = backupMegabytes < MEASURED_FROM_MB ? 2000 : 10_000;
const MOST_SLOWER = 2;

let database: TestDatabase;
let server: ServerProcess;
let request: SendRequest;
beforeAll(
  async () => {
    database = await createTestDatabase();
    server = await startServer({
      DATABASE_URL: database.url,
      ...adminEnvironment,
      RATE_LIMIT_IP_FACTOR: '1000000',
    });
    expect(await server.ready).toBe(true);
    const guest = createFetchRequester(server.url);
    const { body } = await guest<SessionOpenedResponse>('POST', '/auth/login-manual', { body: admin });
    request = createFetchRequester(server.url, { authorization: `Bearer ${body.session_token}` });
    await storeFiles();
  },
  SLOW_TEST_TIMEOUT_MS + backupMegabytes * 100,
);
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  killRunningServers();
  await database.drop();
});

/** Files of random bytes, which no compression makes smaller. They cannot be converted, and are kept for a retry. */
async function storeFiles(): Promise<void> {
  const uploads = new UploadClient(request);
  for (let i = 0; i < backupMegabytes / FILE_MB; i++) {
    const upload_key = await uploads.upload(videoBytes(FILE_MB * MB));
    const { status, text } = await request('POST', '/videos', { body: { title: `Video ${i}`, upload_key } });
    if (status !== 201) throw new Error(text);
  }
  await waitFor(
    async () => (await request<object[]>('GET', '/videos?status=PROCESSING&limit=1')).body,
    (videos) => videos.length === 0,
    SLOW_TEST_TIMEOUT_MS + backupMegabytes * 50,
  );
}

/** Guests who read until `isOver`, and the memory of the server and of what it started meanwhile. */
async function observe(isOver: () => boolean): Promise<{ durations: number[]; failed: string[]; memory: number[] }> {
  const seen = { durations: [] as number[], failed: [] as string[], memory: [] as number[] };
  const guest = createFetchRequester(server.url);
  const read = async () => {
    while (!isOver()) {
      const began = performance.now();
      const { status, text } = await guest('GET', '/documents?limit=20');
      seen.durations.push(performance.now() - began);
      if (status !== 200) seen.failed.push(text);
      const { pid = 0 } = server.child;
      seen.memory.push(sum([pid, ...archiveProcesses(pid)].map(residentMegabytes)));
      await pause(READ_EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return seen;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** 0 for a process that has ended. */
function residentMegabytes(pid: number): number {
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(readProcessFile(pid, 'status')) ?? [];
  return Number(kilobytes) / 1024;
}

async function createBackup(): Promise<BackupResponse> {
  const { status, body, text } = await request<CreatedBackupResponse>('POST', '/admin/create-backup');
  if (status !== 201) throw new Error(text);
  for (;;) {
    const [newest] = (await request<BackupResponse[]>('GET', '/admin/backups')).body;
    if (newest?.id === body.backup.id && newest.status !== 'running') return newest;
    await pause(500);
  }
}

test(
  `a backup of ${backupMegabytes} MB takes little memory, and users read meanwhile`,
  async () => {
    const idleUntil = Date.now() + IDLE_MS;
    const idle = await observe(() => Date.now() > idleUntil);
    let isOver = false;
    const observed = observe(() => isOver);
    const began = performance.now();
    const backup = await createBackup().finally(() => (isOver = true));
    const seconds = (performance.now() - began) / 1000;
    const during = await observed;

    const memory = Math.max(...during.memory) - Math.max(...idle.memory);
    const p99 = { idle: percentile(idle.durations, 0.99), during: percentile(during.durations, 0.99) };
    process.stdout.write(
      `backup: ${backupMegabytes} MB in ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MB of memory above idle; ` +
        `p99 of reads ${p99.idle.toFixed(1)} ms before and ${p99.during.toFixed(1)} ms meanwhile\n`,
    );
    expect(backup).toMatchObject({ status: 'complete', missing_files: 0 });
    expect(backup.size_bytes).toBeGreaterThan(backupMegabytes * MB);
    expect([...idle.failed, ...during.failed]).toEqual([]);
    expect(memory).toBeLessThan(MOST_MEMORY_MB);
    if (backupMegabytes >= MEASURED_FROM_MB) expect(p99.during).toBeLessThanOrEqual(MOST_SLOWER * p99.idle);
  },
  SLOW_TEST_TIMEOUT_MS + backupMegabytes * 200,
);
