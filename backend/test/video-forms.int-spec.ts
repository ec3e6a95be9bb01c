import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BodyMemory } from '../src/platform/http/body/body-memory.js';
import { Spool } from '../src/platform/storage/spool.js';
import { videoBytes } from './support/resumable-uploads.js';
import { listStoredFiles } from './support/stored-files.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { waitFor } from './support/wait-for.js';

/* Forms with video files over a real connection. */

const MB = 1024 ** 2;
const BOUNDARY = 'some-boundary';
let hub: TestApp;
let author: TestUser;
let port: number;
beforeAll(async () => {
  hub = await createTestApp({ MAX_VIDEO_MB: '40' });
  author = await hub.users.create('CONTRIBUTOR');
  await hub.app.listen(0, '127.0.0.1');
  port = (hub.app.getHttpServer().address() as AddressInfo).port;
});
afterAll(() => hub.close());
beforeEach(() => hub.database.query('delete from rate_limits'));

const head = Buffer.from(
  [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="title"',
    '',
    'Knots at sea',
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="video_file"; filename="knots.mp4"',
    'Content-Type: video/mp4',
    '',
    '',
  ].join('\r\n'),
);
const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** A request that has sent nothing yet. */
function openForm(fileBytes: number) {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    path: '/api/videos/upload-with-thumbnail',
    method: 'POST',
    headers: {
      authorization: `Bearer ${author.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + fileBytes + tail.length,
    },
  });
  const response = new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (incoming) => {
      void text(incoming).then((body) =>
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(body) as Record<string, unknown> }),
      );
    });
  });
  response.catch(() => undefined);
  return { request, response };
}

const spooledBytes = async () => {
  const { folder } = hub.get(Spool);
  const names = await readdir(folder).catch(() => []);
  // A file may be removed between the listing and its turn.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

test('a video goes to the disk while it arrives, and to the storage without a copy', async () => {
  const bytes = videoBytes(30 * MB);
  const { request, response } = openForm(bytes.length);
  request.write(head);
  request.write(bytes.subarray(0, 20 * MB));
  await waitFor(spooledBytes, (spooled) => spooled > 19 * MB);
  expect(hub.get(BodyMemory).heldBytes).toBeLessThan(MB);
  request.write(bytes.subarray(20 * MB));
  request.end(tail);
  expect(await response).toMatchObject({
    status: 200,
    body: {
      message: 'Video with thumbnail uploaded successfully!',
      video: { title: 'Knots at sea', status: 'PROCESSING', original_name: 'knots.mp4' },
    },
  });
  const stored = await hub.database.query('select sha256, size::int as size, media_type from files');
  expect(stored).toEqual([
    { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, media_type: 'video/mp4' },
  ]);
  expect(await spooledBytes()).toBe(0);
});

test.each<[string, Buffer, number, string]>([
  ['a file that is no video', Buffer.alloc(5000, 'only text '), 415, 'not_a_video'],
  ['a file that is too large', videoBytes(45 * MB), 413, 'too_large'],
])('%s is refused and leaves nothing', async (_what, bytes, status, code) => {
  const before = await listStoredFiles(hub);
  const { request, response } = openForm(bytes.length);
  request.write(head);
  request.write(bytes);
  request.end(tail);
  expect(await response).toMatchObject({ status, body: { code } });
  expect(await listStoredFiles(hub)).toEqual(before);
});

test('an aborted form leaves nothing', async () => {
  const before = await listStoredFiles(hub);
  const { request } = openForm(30 * MB);
  request.write(head);
  request.write(videoBytes(10 * MB));
  await waitFor(spooledBytes, (spooled) => spooled > 9 * MB);
  request.destroy();
  await waitFor(spooledBytes, (spooled) => spooled === 0);
  expect(await listStoredFiles(hub)).toEqual(before);
});
