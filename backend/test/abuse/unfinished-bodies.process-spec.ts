import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Socket, connect } from 'node:net';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { measureLeast } from '../support/event-loop.js';
import { waitFor } from '../support/wait-for.js';
import { type MeasuredServer, startMeasuredServer } from '../support/measured-server.js';
import { rawRequest } from '../support/raw-request.js';

const MB = 1024 ** 2;
const ANNOUNCED = 3_000_000;
const clients: Socket[] = [];
let database: TestDatabase;
let server: MeasuredServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startMeasuredServer({ DATABASE_URL: database.url, LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  server?.child.kill('SIGTERM');
  await server?.ended;
  await database?.drop();
});

interface Client {
  socket: Socket;
  output: () => string;
}

/** Begins a request, and sends all of its body but the end. */
function begin(path: string, body: Buffer, length = ANNOUNCED): Client {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += String(data))).on('error', () => undefined);
  socket.write(
    `POST /api/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer none\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(body);
  clients.push(socket);
  return { socket, output: () => text };
}

const post = (localAddress: string) =>
  rawRequest(`${server.url}/api/search`, {
    method: 'POST',
    body: Buffer.from('{"query":"x"}'),
    localAddress,
    headers: { 'content-type': 'application/json' },
  });

test('600 unfinished bodies of 3 MB use bounded memory and do not block other clients', async () => {
  await post('127.0.0.1');
  const { peakRss: idle } = await server.load();
  const almostAll = Buffer.alloc(ANNOUNCED - 10, ' ');
  const begun: Client[] = [];
  for (let i = 0; i < 600; i++) {
    begun.push(begin('documents', almostAll));
    if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const refused = () => begun.filter(({ output }) => output().startsWith('HTTP/1.1 503')).length;
  await waitFor(refused, (count) => count > 550, 60_000);
  const responses = begun.map(({ output }) => output()).filter((response) => response.startsWith('HTTP/1.1 503'));
  expect(responses.every((response) => /retry-after: \d+/i.test(response))).toBe(true);
  expect((await post('127.0.0.2')).status).toBe(200);
  const { peakRss, longestBlockMs } = await server.load();
  expect(peakRss - idle).toBeLessThan(300 * MB);
  expect(longestBlockMs).toBeLessThan(250);
  for (const { socket } of begun) socket.destroy();
  // Their memory is released: the same address may send again.
  await waitFor(
    async () => (await post('127.0.0.1')).status,
    (status) => status === 200,
    20_000,
  );
}, 120_000);

test('bodies sent byte by byte are refused without much memory or time', async () => {
  await post('127.0.0.1');
  const { peakRss: idle } = await server.load();
  const chunks = Buffer.from('1\r\n \r\n'.repeat(60_000));
  const sendChunks = () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(
      'POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n',
    );
    socket.write(chunks);
    clients.push(socket);
    return socket;
  };
  const block = await measureLeast(250, async () => {
    const begun = Array.from({ length: 20 }, sendChunks);
    await waitFor(() => begun.every((socket) => socket.destroyed), Boolean, 30_000);
    await post('127.0.0.2');
    const { peakRss, longestBlockMs } = await server.load();
    expect(peakRss - idle).toBeLessThan(200 * MB);
    return longestBlockMs;
  });
  expect(block).toBeLessThan(250);
}, 60_000);

test('an aborted body is logged in one debug line', async () => {
  const { socket } = begin('comments', Buffer.from('{"content":"broken off'), 1000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.destroy();
  await waitFor(
    async () => (await post('127.0.0.3')).status,
    (status) => status === 200,
  );
  server.child.kill('SIGTERM');
  const { stdout } = await server.ended;
  const entries = stdout.split('\n').filter((line) => line.includes('/api/comments'));
  expect(entries.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 20, method: 'POST', path: '/api/comments', msg: 'request aborted by its client' }),
  ]);
  expect(entries[0]).not.toContain('stack');
  expect(stdout).not.toContain('database_away');
}, 60_000);
