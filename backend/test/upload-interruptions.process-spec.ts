import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from './support/database.js';
import { createFetchRequester } from './support/http.js';
import { TUS, UploadClient, videoBytes } from './support/resumable-uploads.js';
import {
  admin,
  adminEnvironment,
  killRunningServers,
  type ServerProcess,
  SLOW_TEST_TIMEOUT_MS,
  startServer,
} from './support/server-process.js';
import { waitFor } from './support/wait-for.js';

/* Uploads to server processes that are killed, stopped, or lose their clients. */

const MB = 1024 ** 2;
const NAME = 'very-private-name.mp4';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let token: string;
const servers: ServerProcess[] = [];
const start = async () => {
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ...adminEnvironment,
    RATE_LIMIT_IP_FACTOR: '1000',
    LOG_LEVEL: 'debug',
  });
  expect(await server.ready).toBe(true);
  servers.push(server);
  return server;
};
const stop = async (server: ServerProcess, signal: NodeJS.Signals) => {
  server.child.kill(signal);
  const ended = await server.ended;
  expect(`${ended.stdout}${ended.stderr}`).not.toContain('very-private-name');
  return ended;
};

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hub-test-uploads-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) await stop(server, 'SIGKILL');
  killRunningServers();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

const requesterOf = ({ url }: ServerProcess) => createFetchRequester(url, { authorization: `Bearer ${token}` });

async function signIn(server: ServerProcess): Promise<UploadClient> {
  const response = await fetch(`${server.url}/api/auth/login-manual`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  ({ session_token: token } = (await response.json()) as { session_token: string });
  return new UploadClient(requesterOf(server));
}

/** Sends the beginning of a part and leaves the request open. */
async function sendPartly({ url }: ServerProcess, id: string, offset: number, announced: number, bytes: Buffer) {
  const request = httpRequest(`${url}/api/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...TUS,
      authorization: `Bearer ${token}`,
      'content-type': 'application/offset+octet-stream',
      'content-length': announced,
      'upload-offset': offset,
    },
  });
  request.on('error', () => undefined);
  await new Promise<void>((done) => request.write(bytes, () => done()));
  return request;
}

const pathOf = (id: string) => join(folder, 'uploads', id);
const hasArrived = (id: string, bytes: number) =>
  waitFor(
    async () => (await stat(pathOf(id))).size,
    (size) => size >= bytes,
    20_000,
  );

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

test(
  'an upload continues after the app was killed at 40 % of 100 MB',
  async () => {
    const bytes = videoBytes(100 * MB);
    const first = await start();
    const id = await (await signIn(first)).create(bytes.length, NAME);
    await sendPartly(first, id, 0, bytes.length, bytes.subarray(0, 40 * MB));
    await hasArrived(id, 39 * MB);
    await stop(first, 'SIGKILL');

    const client = await signIn(await start());
    const offset = await client.offset(id);
    expect(offset).toBeGreaterThanOrEqual(39 * MB);
    expect(offset).toBeLessThanOrEqual(40 * MB);
    expect((await client.send(id, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await client.offset(id)).toBe(bytes.length);
    expect(await sha256Of(pathOf(id))).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'an upload continues on another instance while the connection to the first one seems alive',
  async () => {
    const bytes = videoBytes(20 * MB);
    const [first, second] = [await start(), await start()];
    const client = await signIn(first);
    const elsewhere = new UploadClient(requesterOf(second));
    const id = await client.create(bytes.length, NAME);
    const open = await sendPartly(first, id, 0, bytes.length, bytes.subarray(0, 5 * MB));
    await hasArrived(id, 4 * MB);

    const offset = await elsewhere.offset(id);
    expect(offset).toBeGreaterThanOrEqual(4 * MB);
    // The first connection has ended, and what it still sends is not written.
    open.write(Buffer.alloc(MB, 'stale'));
    await pause(300);
    expect((await elsewhere.send(id, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await sha256Of(pathOf(id))).toBe(createHash('sha256').update(bytes).digest('hex'));
    open.destroy();
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'an aborted connection keeps what has arrived, and ten at once leave the server able to respond',
  async () => {
    const server = await start();
    const client = await signIn(server);
    const bytes = videoBytes(2 * MB);
    const ids = await Promise.all(Array.from({ length: 10 }, () => client.create(bytes.length, NAME)));
    const open = await Promise.all(ids.map((id) => sendPartly(server, id, 0, bytes.length, bytes.subarray(0, MB))));
    await Promise.all(ids.map((id) => hasArrived(id, MB - 128 * 1024)));
    for (const request of open) request.destroy();
    for (const id of ids) {
      const offset = await client.offset(id);
      expect(offset).toBeGreaterThan(0);
      expect((await client.send(id, offset, bytes.subarray(offset))).status).toBe(204);
      expect((await client.delete(id)).status).toBe(204);
    }
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'a running upload does not delay the shutdown',
  async () => {
    const server = await start();
    const client = await signIn(server);
    const bytes = videoBytes(2 * MB);
    const id = await client.create(bytes.length, NAME);
    await sendPartly(server, id, 0, bytes.length, bytes.subarray(0, MB));
    await hasArrived(id, MB - 128 * 1024);
    const began = performance.now();
    expect((await stop(server, 'SIGTERM')).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(6000);
    expect(existsSync(pathOf(id))).toBe(true);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'a full disk ends an upload with 507, and its bytes are freed',
  async () => {
    const server = await start();
    const client = await signIn(server);
    const id = await client.create(2 * MB, NAME);
    // Every write to this device fails like one to a full disk.
    await rm(pathOf(id));
    await symlink('/dev/full', pathOf(id));
    const { status, body } = await client.send(id, 0, videoBytes(2 * MB));
    expect([status, body]).toMatchObject([507, { code: 'disk_full' }]);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    expect((await client.head(id)).status).toBe(404);
  },
  SLOW_TEST_TIMEOUT_MS,
);
