import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fastify as createFastify, type FastifyInstance } from 'fastify';
import { drainConnections } from './connection-draining.js';

/** A proxy: sends a request at each message, over one connection or each over its own; reports what it receives. */
const proxy = `
  const { parentPort, workerData } = require('node:worker_threads');
  const connect = () => {
    const socket = require('node:net').connect(workerData.port, '127.0.0.1');
    socket.setEncoding('utf8').on('data', (text) => parentPort.postMessage(text));
    socket.on('error', (error) => parentPort.postMessage(error.message));
    socket.on('close', () => parentPort.postMessage('closed'));
    return socket;
  };
  const kept = workerData.keepsOpen && connect();
  parentPort.on('message', () => (kept || connect()).write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n'));
`;

/** Blocks the event loop of this thread, so that what arrives meanwhile is received but not read. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

let fastify: FastifyInstance;
let worker: Worker;
beforeEach(async () => {
  fastify = createFastify({ return503OnClosing: false });
  fastify.get('/', () => 'served');
  drainConnections(fastify, true);
  await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await worker.terminate();
  await fastify.close();
});

function startProxy(keepsOpen: boolean): void {
  const { port } = fastify.server.address() as AddressInfo;
  worker = new Worker(proxy, { eval: true, workerData: { port, keepsOpen } });
}

async function receive(): Promise<string> {
  const [text] = (await once(worker, 'message')) as [string];
  return text;
}

function send(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a worker has no origin
  worker.postMessage('send');
}

function request(): Promise<string> {
  send();
  return receive();
}

test('a request that arrives while idle connections are about to be closed is served', async () => {
  startProxy(true);
  expect(await request()).toContain('served');
  const closed = fastify.close();
  await pause(900);
  const response = request();
  block(400);
  expect(await response).toContain('served');
  expect(await receive()).toBe('closed');
  await closed;
});

test('connections that are opened while new ones are about to be refused are served', async () => {
  startProxy(false);
  expect(await request()).toContain('served');
  const received: string[] = [];
  worker.on('message', (text: string) => received.push(text));
  for (let i = 0; i < 3; i++) send();
  block(200);
  await fastify.close();
  expect(received.filter((text) => text.includes('served'))).toHaveLength(3);
});
