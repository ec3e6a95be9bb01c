import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import {
  type VideoFilesOfTest,
  addMedia,
  createVideo,
  replaceAttempt,
  setVideoStatus,
  publishWithoutReview,
} from '../../../../../test/support/videos.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import type { VideoResponse } from '../video-responses.dto.js';
import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { Agent, get as httpGet } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '../../../../../test/support/wait-for.js';

let hub: TestApp;
let author: TestUser;
let reader: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, author, reader, editor } = await createTestAppWithUsers(
    { author: 'CONTRIBUTOR', reader: 'VIEWER', editor: 'EDITOR' },
    // Attempts to process files wait until a test ends them.
    { VIDEO_WORKERS: '0' },
  ));
  await publishWithoutReview(hub);
});
afterAll(() => hub.close());

const transcript = '0:00 Hello\n0:03 Bye';

/** A published video with files. */
async function publish(fields: object = {}): Promise<VideoResponse & { media: VideoFilesOfTest }> {
  const { id } = await createVideo(author, { transcript, ...fields });
  const media = await addMedia(hub, author, id);
  const { body } = await author.request<VideoResponse>('GET', `/videos/${id}`);
  return { ...body, media };
}

const get = async (id: string) => (await author.request<VideoResponse>('GET', `/videos/${id}`)).body;

test('a processed video names what to play', async () => {
  const video = await publish();
  expect(video).toMatchObject({
    source_type: 'UPLOAD',
    status: 'READY',
    duration_sec: 90,
    file_url: `/api/videos/${video.id}/file`,
    hls_url: `/api/videos/${video.id}/hls/main.m3u8`,
    captions_url: `/api/videos/${video.id}/captions.vtt`,
    processing: null,
  });
  const { body } = await hub.request<{ duration_sec: number }[]>('GET', '/videos?limit=1');
  expect(body[0]).toMatchObject({ id: video.id, duration_sec: 90, source_type: 'UPLOAD' });
});

describe('the file', () => {
  test('is sent whole, in ranges and as headers only, by id and slug', async () => {
    const { id, slug } = await publish();
    const content = `Playable file of ${id}, film.`;
    for (const key of [id, slug]) {
      const path = `/videos/${key}/file`;
      const whole = await hub.request('GET', path);
      expect({ status: whole.status, text: whole.text }).toEqual({ status: 200, text: content });
      expect(whole.headers).toMatchObject({
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'content-disposition': expect.stringMatching(/^inline/),
      });
      const head = await hub.request('HEAD', path);
      expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
      expect(head.headers['content-length']).toBe(String(content.length));
      const part = await hub.request('GET', path, { headers: { range: 'bytes=0-7' } });
      expect({ status: part.status, text: part.text }).toEqual({ status: 206, text: 'Playable' });
      expect(part.headers['content-range']).toBe(`bytes 0-7/${content.length}`);
      const beyond = await hub.request('GET', path, { headers: { range: 'bytes=5000-' } });
      expect(beyond.status).toBe(416);
      const etag = String(whole.headers['etag']);
      expect((await hub.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
  });

  test('is missing for videos of other services', async () => {
    const { id } = await createVideo(author);
    for (const path of ['file', 'hls/main.m3u8', 'hls/480.m3u8'])
      expect((await author.request('GET', `/videos/${id}/${path}`)).status).toBe(404);
  });
});

test('the playlists lead to the rendition', async () => {
  const { id, media } = await publish();
  const main = await hub.request('GET', `/videos/${id}/hls/main.m3u8`);
  expect(main.headers['content-type']).toBe('application/vnd.apple.mpegurl');
  expect(main.text).toContain('RESOLUTION=854x480,CODECS="avc1.64001f,mp4a.40.2"\n480.m3u8\n');
  const playlist = await hub.request('GET', `/videos/${id}/hls/480.m3u8`);
  expect(playlist.text).toContain(`#EXT-X-MAP:URI="${media.rendition.url}",BYTERANGE="10@0"`);
  expect(playlist.text).toContain(`#EXT-X-BYTERANGE:9@10\n${media.rendition.url}\n`);
  const segment = await hub.request('GET', media.rendition.url.replace(/^\/api/, ''), {
    headers: { range: 'bytes=10-18' },
  });
  expect({ status: segment.status, text: segment.text }).toEqual({ status: 206, text: 'of ' + id.slice(0, 6) });
  for (const name of ['720.m3u8', '480', '0.m3u8', '480.m3u8.m3u8', '99999999999.m3u8'])
    expect((await hub.request('GET', `/videos/${id}/hls/${name}`)).status).toBe(404);
});

test('the captions are the lines of the transcript', async () => {
  const { id } = await publish();
  const { headers, text } = await hub.request('GET', `/videos/${id}/captions.vtt`);
  expect(headers['content-type']).toBe('text/vtt; charset=utf-8');
  expect(text).toContain('00:00:00.000 --> 00:00:03.000\nHello\n');
});

describe('an attempt', () => {
  test('reports its progress to the author until it is canceled', async () => {
    const { id } = await publish();
    const attempt = await replaceAttempt(hub, id);
    expect(await get(id)).toMatchObject({ processing: { state: 'waiting', progress: 0 }, abilities: { cancel: true } });
    expect(await hub.get(VideoAttemptsService).reportProgress(attempt, 40.7)).toBe(true);
    expect(await get(id)).toMatchObject({ processing: { state: 'running', progress: 40 } });
    expect((await reader.request('GET', `/videos/${id}`)).body).toMatchObject({ processing: null });

    expect((await reader.request('POST', `/videos/${id}/cancel`)).status).toBe(403);
    const canceled = await author.request<VideoResponse>('POST', `/videos/${id}/cancel`);
    // What could be played before still can.
    expect(canceled.body).toMatchObject({
      status: 'READY',
      processing: null,
      error_reason: 'Processing was canceled.',
    });
    expect(await hub.get(VideoAttemptsService).reportProgress(attempt, 50)).toBe(false);
    expect(await hub.get(VideoAttemptsService).complete(attempt, null)).toBe(false);
    expect((await author.request('POST', `/videos/${id}/cancel`)).status).toBe(409);
  });

  test('that fails keeps the former file, and says why', async () => {
    const { id } = await publish();
    expect(await hub.get(VideoAttemptsService).fail(await replaceAttempt(hub, id), () => 'Broken.')).toBe(true);
    expect(await get(id)).toMatchObject({
      status: 'READY',
      error_reason: 'Broken.',
      file_url: expect.any(String),
      abilities: { retry: true, cancel: false },
    });
    const retried = await author.request<VideoResponse>('POST', `/videos/${id}/retry`);
    expect(retried.body).toMatchObject({ status: 'READY', error_reason: null, processing: { state: 'waiting' } });
  });

  test('of a deleted video ends', async () => {
    const { id } = await publish();
    const attempt = await replaceAttempt(hub, id);
    await author.request('DELETE', `/admin/videos/${id}`);
    for (const step of [
      hub.get(VideoAttemptsService).reportProgress(attempt, 1),
      hub.get(VideoAttemptsService).fail(attempt, () => 'Too late.'),
      hub.get(VideoAttemptsService).takeOver(attempt, uuidv7()),
    ])
      expect(await step).toBe(false);
  });
});

test('the position is remembered per user', async () => {
  const { id } = await publish();
  const position = `/videos/${id}/position`;
  expect((await reader.request('GET', position)).body).toEqual({ seconds: 0 });
  for (const seconds of [10, 65])
    expect((await reader.request('PUT', position, { body: { seconds } })).body).toEqual({ seconds });
  expect((await reader.request('GET', position)).body).toEqual({ seconds: 65 });
  expect((await author.request('GET', position)).body).toEqual({ seconds: 0 });
  expect((await hub.request('PUT', position, { body: { seconds: 1 } })).status).toBe(401);
  expect((await reader.request('PUT', position, { body: { seconds: -1 } })).status).toBe(400);
  await setVideoStatus(editor, id, 'ERROR');
  expect((await reader.request('PUT', position, { body: { seconds: 1 } })).status).toBe(404);
});

/* Many viewers of one video, over real connections, each jumping within it as players do. */

const READERS = 8;
const RANGES_PER_READER = 6;
const SIZE = 1024 ** 2;

let port: number;
/** Path and content of the file that plays, and of the file whose byte ranges are the segments of HLS. */
let files: { path: string; content: Buffer }[];
const agent = new Agent({ keepAlive: true, maxSockets: READERS });

beforeAll(async () => {
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
afterAll(() => agent.destroy());

interface RangeResponse {
  status: number | undefined;
  contentRange: string | undefined;
  bytes: Buffer;
}

/** @param stopAfter bytes after which the client closes the connection */
function read(path: string, range: string, stopAfter = Infinity): Promise<RangeResponse> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${reader.token}`, range };
    const request = httpGet({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
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
