import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_TIMEOUTS, enforceConnectionTimeouts } from './connection-timeouts.js';

const BIG = 30 * 1024 ** 2;
/** Short timeouts. Per check, 100 bytes are too few and 10,000 are enough. */
const timeouts = { headMs: 300, bodyEveryMs: 300, bodyBytesPerSecond: 4096, stallMs: 500 };

let server: Server;
let port: number;
let received = 0;
const open: Socket[] = [];
beforeEach(async () => {
  received = 0;
  server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    if (request.url === '/work') return void setTimeout(() => response.end('done'), 1500);
    if (request.url === '/halves')
      return void (response.write('first half'), setTimeout(() => response.end('second half'), 1500));
    if (request.url === '/big') return void response.end(randomBytes(BIG));
    if (request.url === '/unread')
      return void setTimeout(() => request.resume().once('end', () => response.end('read')), 1000);
    request.on('data', (chunk: Buffer) => (received += chunk.length)).once('end', () => response.end('taken'));
  });
  server.requestTimeout = 0;
  enforceConnectionTimeouts(server, timeouts);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await new Promise((done) => server.close(done));
});

interface Client {
  socket: Socket;
  output: () => string;
  /** milliseconds until the server closed the connection; Infinity when it is open after `within` */
  closedAfter: (within: number) => Promise<number>;
}

function client(): Client {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  open.push(socket);
  const began = performance.now();
  let text = '';
  const closed = { after: Infinity };
  socket.on('data', (data) => (text += String(data)));
  socket.on('close', () => (closed.after = performance.now() - began));
  return {
    socket,
    output: () => text,
    closedAfter: async (within) => {
      while (closed.after === Infinity && performance.now() - began < within) await pause(20);
      return closed.after;
    },
  };
}

const head = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends a piece every 50 ms until the connection is gone or all is sent. */
async function trickle({ socket }: Client, pieces: Iterable<Buffer | string>): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await pause(50);
  }
}

describe('a client is disconnected that', () => {
  it('connects and sends nothing', async () => {
    expect(await client().closedAfter(3000)).toBeLessThan(3000);
  });

  it('sends its headers byte by byte', async () => {
    const slow = client();
    void trickle(slow, 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: '.padEnd(500, 'x'));
    expect(await slow.closedAfter(4000)).toBeLessThan(4000);
    expect(slow.output()).toContain('408');
  });

  it('sends its body byte by byte', async () => {
    const slow = client();
    slow.socket.write(head('/', 1000));
    void trickle(slow, 'x'.repeat(1000));
    expect(await slow.closedAfter(4000)).toBeLessThan(4000);
    expect(slow.output()).toMatch(/^HTTP\/1.1 408 /);
  });

  it.each(['/work', '/halves'])(
    'sends a body byte by byte behind another request (%s), whose response stays intact',
    async (path) => {
      const slow = client();
      slow.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n${head('/', 1000)}`);
      void trickle(slow, 'x'.repeat(1000));
      expect(await slow.closedAfter(4000)).toBeLessThan(4000);
      expect(slow.output()).not.toContain('408');
    },
  );

  it('does not read its response', async () => {
    const slow = client();
    slow.socket.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(50);
    slow.socket.pause();
    const began = performance.now();
    while ((await connections()) > 0 && performance.now() - began < 5000) await pause(20);
    expect(await connections()).toBe(0);
  });
});

const connections = () => new Promise<number>((done) => server.getConnections((_error, count) => done(count)));

describe('a client is served that', () => {
  it('sends slowly but steadily', async () => {
    const steady = client();
    steady.socket.write(head('/', 600_000));
    await trickle(steady, Array<Buffer>(60).fill(Buffer.alloc(10_000)));
    await pause(200);
    expect([received, steady.output()]).toEqual([600_000, expect.stringContaining('taken')]);
  });

  it('waits for a slow response', async () => {
    const waiting = client();
    waiting.socket.write('GET /work HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(2500);
    expect(waiting.output()).toContain('done');
  });

  it('has begun shortly before a check', async () => {
    const requests = Array.from({ length: 12 }, async (_item, i) => {
      await pause(30 * i);
      const fresh = client();
      fresh.socket.write(head('/', 10));
      await pause(100);
      fresh.socket.write('x'.repeat(10));
      await pause(50);
      return fresh.output();
    });
    for (const output of await Promise.all(requests)) expect(output).toContain('taken');
  });

  it('has sent a body that the server reads slowly', async () => {
    const waiting = client();
    waiting.socket.write(head('/unread', 5_000_000));
    waiting.socket.write(Buffer.alloc(5_000_000));
    await pause(2500);
    expect(waiting.output()).toContain('read');
  });
});

it('supports slow lines: 1 Mbit per second, and a telephone line', () => {
  expect(DEFAULT_TIMEOUTS.bodyBytesPerSecond).toBeLessThanOrEqual(56_000 / 8);
});
