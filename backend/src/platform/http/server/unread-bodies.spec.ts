import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { drainUnreadBodies } from './unread-bodies.js';

/** Per check, 100 bytes are too few and 10,000 are enough. */
const options = { everyMs: 100, bytesPerSecond: 16 * 1024, totalMs: 1500 };

let server: Server;
let socket: Socket;
let output = '';
let onRequest: (request: IncomingMessage) => void;
/** Like a stream that was piped into a failed consumer. */
const pauses = (request: IncomingMessage) => void request.on('data', () => request.pause());
beforeEach(async () => {
  output = '';
  onRequest = pauses;
  server = createServer((request, response) => {
    onRequest(request);
    setTimeout(() => response.end('refused'), 50);
  });
  drainUnreadBodies(server, options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text) => (output += String(text)));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
});
afterEach(async () => {
  socket.destroy();
  await new Promise((done) => server.close(done));
});

/** Sends pieces until all are sent or the connection is closed. */
async function sendPieces(bytes: number, everyMs: number): Promise<void> {
  for (let sent = 0; sent < 1_000_000 && !socket.destroyed; sent += bytes) {
    socket.write(Buffer.alloc(bytes));
    await pause(everyMs);
  }
}
const connections = () => new Promise<number>((done) => server.getConnections((_error, count) => done(count)));

it('the rest of a body that is still sent is discarded, and the connection serves the next request', async () => {
  await sendPieces(100_000, 20);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(300);
  expect(output.split('refused')).toHaveLength(3);
});

it('the rest of a body that is discarded already is still read', async () => {
  onRequest = (request) => request.resume();
  await sendPieces(100_000, 20);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(300);
  expect(output.split('refused')).toHaveLength(3);
});

it('the connection of a client that sends nothing more is closed', async () => {
  socket.write('x');
  await once(socket, 'close');
  expect(output).toContain('refused');
  expect(await connections()).toBe(0);
});

it('the disconnection of a client is noticed while nothing reads its request', async () => {
  socket.write(Buffer.alloc(500_000));
  await once(socket, 'data');
  socket.destroy();
  await pause(300);
  expect(await connections()).toBe(0);
});

it.each([
  ['a client that sends slowly', 100, 20],
  ['a client that sends for too long', 10_000, 50],
])('the connection of %s is closed', async (_name, bytes, everyMs) => {
  void sendPieces(bytes, everyMs);
  await once(socket, 'close');
  expect(output).toContain('refused');
});
