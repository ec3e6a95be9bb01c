import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDocument } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import type { TestUser } from './support/users.js';
import { createPng } from './support/images.js';
import { listStoredFiles } from './support/stored-files.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/* Uploads over a real connection: too large, aborted, malformed. None may leave anything behind. */

const MB = 1024 ** 2;
const BOUNDARY = 'some-boundary';
let hub: TestApp;
let author: TestUser;
let port: number;
let path: string;
let before: Awaited<ReturnType<typeof listStoredFiles>>;
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('CONTRIBUTOR');
  path = `/api/documents/${(await createDocument(author)).id}/thumbnail`;
  await hub.app.listen(0, '127.0.0.1');
  port = (hub.app.getHttpServer().address() as AddressInfo).port;
});
afterAll(() => hub.close());
beforeEach(async () => {
  before = await listStoredFiles(hub);
});
afterEach(async () => {
  for (let i = 0; i < 200 && (await listStoredFiles(hub)).onDisk.length !== before.onDisk.length; i++) await pause(20);
  expect(await listStoredFiles(hub)).toEqual(before);
});

const partOf = (name: string, file = true) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file ? '; filename="x.png"' : ''}\r\n\r\n`;
const headOf = (url: string, extra: Record<string, string | number>, token = author.token) =>
  [
    `POST ${url} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...Object.entries({ 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, ...extra }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    '',
  ].join('\r\n');
const chunkOf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

interface ClientResult {
  status: number;
  code: string;
  ms: number;
}

/** A client that sends everything before it reads; `ms` is the time of the first byte of the response. */
async function sendRaw(head: string, parts: Iterable<Buffer>): Promise<ClientResult> {
  const socket = connect(port, '127.0.0.1');
  const started = performance.now();
  let text = '';
  let ms = 0;
  socket.on('data', (data) => {
    ms ||= performance.now() - started;
    text += String(data);
  });
  socket.on('error', () => undefined);
  try {
    await sent(socket, Buffer.from(head));
    for (const part of parts) await sent(socket, part);
    for (let i = 0; i < 500 && !/\r\n\r\n.*"code"/s.test(text); i++) await pause(10);
  } finally {
    socket.destroy();
  }
  return {
    status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]),
    code: /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 200),
    ms,
  };
}
const sent = (socket: Socket, bytes: Buffer) => new Promise<void>((done) => socket.write(bytes, () => done()));

function* hundredMegabytes(wrap: (bytes: Buffer) => Buffer): Generator<Buffer> {
  const block = randomBytes(MB);
  for (let i = 0; i < 100; i++) yield wrap(block);
}

/** A client in its own process, so that producing 100 MB does not slow the server. */
async function byFetch(url: string, body: string): Promise<ClientResult> {
  const script = `
    const block = require('node:crypto').randomBytes(${MB});
    const options = ${body};
    const started = performance.now();
    const headers = { authorization: 'Bearer ${author.token}', ...options.headers };
    const request = { method: 'POST', duplex: 'half', ...options, headers };
    const response = await fetch('http://127.0.0.1:${port}${url}', request);
    const ms = performance.now() - started;
    console.log(JSON.stringify({ status: response.status, code: (await response.json()).code, ms }));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=commonjs',
    '-e',
    `(async () => {${script}})()`,
  ]);
  return JSON.parse(stdout) as ClientResult;
}

const inTime = (result: ClientResult) => expect(result.ms).toBeLessThan(1000);
/** Without Content-Length the limit is reached by the bytes, here from a client in the process of the server. */
const inTimeUnannounced = (result: ClientResult) => expect(result.ms).toBeLessThan(2500);

describe('100 MB are refused within a second', () => {
  const tooLarge = { status: 413, code: 'too_large' };

  test('with Content-Length', async () => {
    const [first, last] = [Buffer.from(partOf('thumbnail')), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
    const head = headOf(path, { 'Content-Length': first.length + 100 * MB + last.length });
    const result = await sendRaw(head, [first, ...hundredMegabytes((bytes) => bytes), last]);
    expect(result).toMatchObject(tooLarge);
    inTime(result);
  });

  test.each([
    ['as a thumbnail', () => path, [chunkOf(Buffer.from(partOf('thumbnail')))]],
    ['as an image of another name', () => path, [chunkOf(Buffer.from(partOf('image_of_another_name')))]],
    ['before the first part', () => path, []],
    ['as a text field', () => '/api/documents', [chunkOf(Buffer.from(partOf('content', false)))]],
  ])('chunked, %s', async (_what, url, first) => {
    const head = headOf(url(), { 'Transfer-Encoding': 'chunked' });
    const result = await sendRaw(head, [...first, ...hundredMegabytes(chunkOf)]);
    expect(result).toMatchObject(tooLarge);
    inTimeUnannounced(result);
  });

  test('for clients that read while they send', async () => {
    const whole = `{ body: (() => {
      const form = new FormData();
      form.append('thumbnail', new Blob(Array(100).fill(block)), 'x.png');
      return form;
    })() }`;
    const inChunks = `{ headers: { 'content-type': 'multipart/form-data; boundary=${BOUNDARY}' },
      body: new ReadableStream({ start(controller) {
        const chunks = [${JSON.stringify(partOf('thumbnail'))}, ...Array(100).fill(block)];
        for (const bytes of chunks) controller.enqueue(new Uint8Array(Buffer.from(bytes)));
        controller.close();
      } }) }`;
    for (const body of [whole, inChunks]) {
      let result = await byFetch(path, body);
      // Other tests use the processor as well, so the fastest of three counts.
      for (let attempt = 1; attempt < 3 && result.ms >= 1000; attempt++) result = await byFetch(path, body);
      expect(result).toMatchObject(tooLarge);
      inTime(result);
    }
  });

  test('from guests, and on routes without forms, without storing a byte', async () => {
    const guest = await sendRaw(
      headOf(path, { 'Content-Length': 100 * MB }, 'x'.repeat(43)),
      hundredMegabytes((bytes) => bytes),
    );
    expect(guest).toMatchObject({ status: 401 });
    const other = await sendRaw(
      headOf('/api/categories', { 'Content-Length': 100 * MB }),
      hundredMegabytes((bytes) => bytes),
    );
    expect(other).toMatchObject({ status: 415 });
    inTime(guest);
    inTime(other);
  });

  test('and the next request works', async () => {
    expect((await author.request('GET', '/auth/me')).status).toBe(200);
  });
});

test('one byte too much is refused, and the maximum size is accepted', async () => {
  const limit = 10 * MB;
  expect(
    (await author.request('POST', path.slice(4), await encodeForm({ thumbnail: randomBytes(limit + 1) }))).body,
  ).toMatchObject({ status: 413, code: 'too_large', max_bytes: limit });
  expect(
    (await author.request('POST', path.slice(4), await encodeForm({ thumbnail: randomBytes(limit) }))).body,
  ).toMatchObject({
    status: 415,
    code: 'not_an_image',
  });
});

describe.each(['destroy', 'resetAndDestroy'] as const)('an aborted upload (%s)', (end) => {
  test.each(['before', 'within', 'after'])('%s its image leaves nothing', async (where) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await sent(socket, Buffer.from(headOf(path, { 'Content-Length': 5 * MB })));
    if (where === 'before') await sent(socket, Buffer.from(partOf('thumbnail').slice(0, 40)));
    if (where === 'within') await sent(socket, Buffer.concat([Buffer.from(partOf('thumbnail')), randomBytes(MB)]));
    if (where === 'after')
      await sent(
        socket,
        Buffer.concat([
          Buffer.from(partOf('thumbnail')),
          await createPng(2000, 1000),
          Buffer.from(`\r\n${partOf('title', false)}`),
        ]),
      );
    // Aborted after the server has begun to store it.
    const begun = before.onDisk.length + (where === 'before' ? 0 : 1);
    for (let i = 0; i < 200 && (await listStoredFiles(hub)).onDisk.length < begun; i++) await pause(20);
    const { onDisk } = await listStoredFiles(hub);
    socket[end]();
    expect(onDisk).toHaveLength(begun);
  });
});

describe('malformed forms', () => {
  const head = 'Content-Disposition: form-data; name="tags"\r\nContent-Type: application/json\r\n\r\n';
  const jsonPart = `--${BOUNDARY}\r\n${head}`;
  const [part, end] = [partOf('title', false), `--${BOUNDARY}--\r\n`];
  test.each([
    ['no boundary', 'multipart/form-data', `${part}x\r\n${end}`, 400],
    ['another boundary', 'multipart/form-data; boundary=other', `${part}x\r\n${end}`, 400],
    ['no end', undefined, `${part}x`, 400],
    ['nothing', undefined, '', 400],
    ['a forbidden name', undefined, `${partOf('__proto__', false)}x\r\n${end}`, 400],
    ['broken JSON in a part', undefined, `${jsonPart}[\r\n${end}`, 400],
    ['JSON too deep in a part', undefined, `${jsonPart}${'['.repeat(500)}${']'.repeat(500)}\r\n${end}`, 400],
    ['too many parts', undefined, `${`${partOf('x', false)}\r\n`.repeat(130)}${end}`, 413],
    ['too many files', undefined, `${`${partOf('x')}\r\n`.repeat(30)}${end}`, 413],
    [
      'two images',
      undefined,
      `${partOf('thumbnail')}no\r\n${partOf('thumbnail')}no\r\n${part}x\r\n${partOf('content', false)}y\r\n${end}`,
      415,
    ],
  ])('%s', async (_what, type, body, status) => {
    const response = await author.request('POST', '/documents', {
      body: Buffer.from(body),
      headers: { 'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}` },
    });
    expect([response.status, response.text]).toEqual([status, expect.stringMatching(/"detail":"[A-Z][^"]*\."/)]);
  });

  test('a route that takes JSON only refuses forms', async () => {
    const sentForm = await encodeForm({ email: 'a@example.org', password: 'x' });
    expect((await hub.request('POST', '/auth/login-manual', sentForm)).status).toBe(415);
    expect((await hub.request('POST', '/no/such/route', sentForm)).status).toBe(404);
  });
});
