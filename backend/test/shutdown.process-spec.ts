import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Agent, get } from 'node:http';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { openStream } from './support/event-stream.js';
import { adminEnvironment, killRunningServers, type ServerProcess, startServer } from './support/server-process.js';
import { waitFor } from './support/wait-for.js';

let database: TestDatabase;
const onServer = new pg.Client(process.env['TEST_DATABASE_SERVER']);
beforeAll(async () => {
  await onServer.connect();
  database = await createTestDatabase();
});
afterEach(killRunningServers);
afterAll(async () => {
  await database.drop();
  await onServer.end();
});

const openConnections = async () =>
  (
    await onServer.query<{ n: number }>('select count(*)::int as n from pg_stat_activity where datname = $1', [
      new URL(database.url).pathname.slice(1),
    ])
  ).rows[0]!.n;

/** The database server detects a closed connection a moment later. */
async function connectionsSoon(): Promise<number> {
  for (let waited = 0; waited < 5000 && (await openConnections()) > 0; waited += 50)
    await new Promise((done) => setTimeout(done, 50));
  return openConnections();
}

/** A sign-in takes long: the password is verified even without an account. */
const signIn = (url: string, i: number) =>
  fetch(`${url}/api/auth/login-manual`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person-${i}@example.org`, password: 'wrong' }),
  }).then(
    async (response) => `${response.status} ${((await response.json()) as { code: string }).code}`,
    (error: unknown) => `lost: ${String((error as Error).cause ?? error)}`,
  );

async function ready(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({
    DATABASE_URL: database.url,
    RATE_LIMIT_IP_FACTOR: '1000',
    ...adminEnvironment,
    ...environment,
  });
  if (!(await server.ready)) throw new Error((await server.ended).stderr);
  return server;
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: 50 requests in flight all get responses, and no connection remains',
  async (signal) => {
    const server = await ready();
    const responses = Promise.all(Array.from({ length: 50 }, (_, i) => signIn(server.url, i)));
    // All requests have arrived when the first few are done.
    await Promise.race(Array.from({ length: 3 }, (_, i) => signIn(server.url, 100 + i)));
    const started = Date.now();
    server.child.kill(signal);
    expect(new Set(await responses)).toEqual(new Set(['401 invalid_credentials']));
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await connectionsSoon()).toBe(0);
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();
  },
);

test('open streams end with the shutdown, and requests in flight are completed', async () => {
  const server = await ready();
  const body = JSON.stringify({ email: 'streaming@example.org', name: 'Streaming', password: 'secret-1' });
  const registered = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { session_token: token } = (await registered.json()) as { session_token: string };
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(server.url, token)));
  for (const stream of streams) await stream.waitForEvent('unread');
  const responses = Promise.all(Array.from({ length: 4 }, (_, i) => signIn(server.url, 200 + i)));
  await signIn(server.url, 300);
  const started = Date.now();
  server.child.kill('SIGTERM');
  for (const stream of streams) await stream.waitForEnd(2000);
  expect(new Set(await responses)).toEqual(new Set(['401 invalid_credentials']));
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(Date.now() - started).toBeLessThan(2000);
  expect(await connectionsSoon()).toBe(0);
});

test('idle connections do not delay the shutdown', async () => {
  const server = await ready();
  await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${server.url}/api/documents`).then((response) => response.text())),
  );
  const started = Date.now();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(Date.now() - started).toBeLessThan(5000);
});

test('the hub ends when its parent process is gone, and a second signal has no effect', async () => {
  const server = await ready();
  server.child.disconnect();
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await connectionsSoon()).toBe(0);
});

test('behind a proxy, requests over its open connections get responses after new connections are refused', async () => {
  const server = await ready({ TRUST_PROXY: 'true' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    new Promise<string>((resolve, reject) => {
      get(`${server.url}/api/documents`, { agent }, (response) => {
        response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      }).once('error', reject);
    });
  expect(await send()).toBe('200 keep-alive');
  server.child.kill('SIGTERM');
  const isRefused = () =>
    fetch(`${server.url}/health/live`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    );
  await waitFor(isRefused, (refused) => refused);
  expect(await send()).toBe('200 close');
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  agent.destroy();
});
