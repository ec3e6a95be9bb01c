import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { addMedia, createVideo } from '../../../../../test/support/videos.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

/* Many viewers of one video, over real connections, each jumping within it as players do. */

const READERS = 16;
const RANGES_PER_READER = 6;
const SIZE = 1024 ** 2;

let hub: TestApp;
let reader: TestUser;
let port: number;
/** Path and content of the file that plays, and of the file whose byte ranges are the segments of HLS. */
let files: { path: string; content: Buffer }[];
const agent = new Agent({ keepAlive: true, maxSockets: READERS });

beforeAll(async () => {
  hub = await createTestApp();
  const author = await hub.users.create('CONTRIBUTOR');
  reader = await hub.users.create('VIEWER');
  const { id } = await createVideo(author, { visibility: 'LOGGED_IN' });
  const end = randomBytes(SIZE);
  const { rendition } = await addMedia(hub, author, id, 'film', end);
  await hub.app.listen(0, '127.0.0.1');
  port = (hub.app.getHttpServer().address() as AddressInfo).port;
  const contentOf = (text: string) => Buffer.concat([Buffer.from(text), end]);
  files = [
    { path: `/api/videos/${id}/file`, content: contentOf(`Playable file of ${id}, film.`) },
    { path: rendition.url, content: contentOf(`Rendition of ${id}, film.`) },
  ];
});
afterAll(async () => {
  agent.destroy();
  await hub.close();
});

interface RangeResponse {
  status: number | undefined;
  contentRange: string | undefined;
  bytes: Buffer;
}

/** @param stopAfter bytes after which the client closes the connection */
function read(path: string, range: string, stopAfter = Infinity): Promise<RangeResponse> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${reader.token}`, range };
    const request = get({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      const { statusCode: status } = response;
      const contentRange = response.headers['content-range'];
      if (stopAfter === Infinity)
        return void buffer(response).then((bytes) => resolve({ status, contentRange, bytes }), reject);
      response.once('data', (bytes: Buffer) => {
        resolve({ status, contentRange, bytes: bytes.subarray(0, stopAfter) });
        request.destroy();
      });
    });
    request.on('error', reject);
  });
}

/** The same for each run: reader and step decide where a range begins and how long it is. */
function rangeOf(viewer: number, step: number, size: number): { start: number; end: number; header: string } {
  const start = (viewer * 7_919 + step * 1_299_709) % size;
  // As players: a part of known length, the rest of the file, or its last bytes.
  if (step % 3 === 1) return { start, end: size - 1, header: `bytes=${start}-` };
  if (step % 3 === 2) return { start: size - 1 - viewer, end: size - 1, header: `bytes=-${viewer + 1}` };
  const end = Math.min(size - 1, start + 100_000);
  return { start, end, header: `bytes=${start}-${end}` };
}

test.each([
  ['the file that plays', 0],
  ['the file of HLS segments', 1],
])(
  `${READERS} viewers read ranges of %s at once and get the right bytes`,
  async (_what, index) => {
    const { path, content } = files[index]!;
    const view = async (viewer: number) => {
      for (let step = 0; step < RANGES_PER_READER; step++) {
        const { start, end, header } = rangeOf(viewer, step, content.length);
        const { status, contentRange, bytes } = await read(path, header);
        const isRight = bytes.equals(content.subarray(start, end + 1));
        expect({ header, status, contentRange, isRight }).toEqual({
          header,
          status: 206,
          contentRange: `bytes ${start}-${end}/${content.length}`,
          isRight: true,
        });
      }
    };
    await Promise.all(Array.from({ length: READERS }, (_, viewer) => view(viewer)));
  },
  120_000,
);

test('viewers who jump on before a range has arrived leave no open file behind', async () => {
  const { path, content } = files[0]!;
  const seek = async (viewer: number) => {
    const { start, header } = rangeOf(viewer, 1, content.length);
    const { status, bytes } = await read(path, header, 1000);
    expect({ status, isRight: bytes.equals(content.subarray(start, start + bytes.length)) }).toEqual({
      status: 206,
      isRight: true,
    });
  };
  await Promise.all(Array.from({ length: READERS }, (_, viewer) => seek(viewer)));
  expect((await read(path, 'bytes=0-9')).bytes).toEqual(content.subarray(0, 10));
  agent.destroy();
  await waitFor(countConnections, (count) => count === 0);
  await waitFor(openFiles, (open) => open === 0);
}, 120_000);

/** Stored contents that this process has open. */
async function openFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((target) => /\/files\/.*[0-9a-f]{64}/.test(target)).length;
}

const countConnections = () =>
  new Promise<number>((resolve, reject) => {
    hub.app.getHttpServer().getConnections((error: Error | null, count: number) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
