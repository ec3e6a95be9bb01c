import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { loadConfig } from '../config/config.js';
import { registerConditionalGet } from '../http/server/responses.js';
import { sendProblem } from '../errors/problem.js';
import { LocalStorage } from '../storage/local-storage.js';
import { Spool } from '../storage/spool.js';
import { FileSender } from './file-sender.js';
import type { ReadableFile } from './file-references.js';

const BIG = 50 * 1024 * 1024;
const text = 'ABCDEFGHIJ';

describe('FileSender, over HTTP', () => {
  let folder: string;
  let server: FastifyInstance;
  let file: ReadableFile;
  let big: ReadableFile;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-sender-'));
    const spool = new Spool(loadConfig({ DATABASE_URL: 'postgresql://localhost/none', DATA_DIR: folder }));
    const storage = new LocalStorage(join(folder, 'files'), spool);
    const store = async (bytes: Buffer): Promise<ReadableFile> => {
      const content = await storage.put(Readable.from([bytes]), { maxBytes: BIG });
      return { ...content, id: 'id', media_type: 'image/png', name: 'Grüße.png', isPublic: false };
    };
    file = await store(Buffer.from(text));
    big = await store(randomBytes(BIG));
    server = await listen(new FileSender(storage), {
      file: () => file,
      big: () => big,
      lost: () => ({ ...file, sha256: '0'.repeat(64) }),
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const request = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.inject({ method, url: '/file', headers });

  it('sends the whole file with its headers', async () => {
    const response = await request();
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(text);
    expect(response.headers).toMatchObject({
      etag: `"${file.sha256}"`,
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': `inline; filename=Gr__e.png; filename*=UTF-8''Gr%C3%BC%C3%9Fe.png`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
    });
  });

  it('is immutable for everyone while it is public', async () => {
    file = { ...file, isPublic: true };
    expect((await request()).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    file = { ...file, isPublic: false };
  });

  it.each(['image/svg+xml', 'text/html', 'application/pdf', 'application/octet-stream', 'text/plain'])(
    'offers %s as a download',
    async (type) => {
      file = { ...file, media_type: type };
      const response = await request();
      expect(response.headers['content-type']).toBe(type);
      expect(response.headers['content-disposition']).toMatch(/^attachment; filename=/);
      file = { ...file, media_type: 'image/png' };
    },
  );

  it.each([
    ['bytes=2-4', 'CDE', 'bytes 2-4/10'],
    ['bytes=8-', 'IJ', 'bytes 8-9/10'],
    ['bytes=-1', 'J', 'bytes 9-9/10'],
    ['bytes=0-', text, 'bytes 0-9/10'],
  ])('sends the range %s', async (range, body, contentRange) => {
    const response = await request({ range });
    expect([
      response.statusCode,
      response.body,
      response.headers['content-range'],
      response.headers['content-length'],
    ]).toEqual([206, body, contentRange, String(body.length)]);
  });

  it('responds 416 with the size when the range lies outside', async () => {
    const response = await request({ range: 'bytes=10-' });
    expect(response.statusCode).toBe(416);
    expect(response.headers).toMatchObject({
      'content-range': 'bytes */10',
      'content-type': expect.stringContaining('application/problem+json'),
      'cache-control': 'no-store',
    });
    expect(response.json()).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
  });

  it('sends a range only of the version in If-Range', async () => {
    expect((await request({ range: 'bytes=0-1', 'if-range': `"${file.sha256}"` })).statusCode).toBe(206);
    expect((await request({ range: 'bytes=0-1', 'if-range': '"other"' })).body).toBe(text);
    expect((await request({ range: 'bytes=0-1', 'if-range': 'Sat, 29 Oct 1994 19:43:31 GMT' })).statusCode).toBe(200);
  });

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"x", ${tag}`, () => '*'])(
    'responds 304 to an up-to-date copy (%#)',
    async (header) => {
      const response = await request({ 'if-none-match': header(`"${file.sha256}"`), range: 'bytes=0-1' });
      expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', `"${file.sha256}"`]);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    },
  );

  it('responds to HEAD with the headers of the whole file and no body', async () => {
    const response = await request({ range: 'bytes=0-1' }, 'HEAD');
    expect([response.statusCode, response.body, response.headers['content-length'], response.headers.etag]).toEqual([
      200,
      '',
      '10',
      `"${file.sha256}"`,
    ]);
  });

  it('responds 404 when the content is missing', async () => {
    expect((await server.inject('/lost')).statusCode).toBe(404);
  });

  it('closes the file when the client disconnects', async () => {
    const { port } = server.server.address() as AddressInfo;
    const download = get({ port, path: '/big' }).on('error', () => undefined);
    const [response] = (await once(download, 'response')) as [IncomingMessage];
    // Nothing is read, so the server cannot have sent everything.
    expect(await openFiles(big.sha256)).toBe(process.platform === 'linux' ? 1 : 0);
    response.on('error', () => undefined).destroy();
    for (let tries = 0; tries < 100 && (await openFiles(big.sha256)) > 0; tries++) await pause(10);
    expect(await openFiles(big.sha256)).toBe(0);
  });
});

async function listen(sender: FileSender, routes: Record<string, () => ReadableFile>): Promise<FastifyInstance> {
  const server = fastify({ return503OnClosing: false, forceCloseConnections: true });
  registerConditionalGet(server);
  server.setErrorHandler((error, download, reply) => sendProblem(error, download, reply));
  for (const [name, file] of Object.entries(routes)) {
    server.get(`/${name}`, async (download: FastifyRequest, reply: FastifyReply) => {
      await sender.send(file(), download, reply);
      return reply;
    });
  }
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

/** Counts this process's open descriptors of a content; 0 without /proc (macOS). */
async function openFiles(sha256: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.includes(sha256)).length;
}
