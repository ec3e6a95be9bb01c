import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { onSessionEnded } from '../../../api/client';
import { storeToken } from '../../../api/token';
import { FakeUploadServer } from '../../../../test/fake-upload-server';
import { ResumableUpload } from './resumable-upload';
import { UploadRecords } from './upload-records';

const MB = 1024 ** 2;
const FIRST = MB / 4;

const records = new UploadRecords('ada');
let server: FakeUploadServer;
let running: ResumableUpload | undefined;
const fetched = jest.fn<typeof fetch>();
beforeEach(() => {
  server = new FakeUploadServer();
  globalThis.fetch = fetched;
  fetched.mockReset();
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  storeToken('token-1');
});
afterEach(() => {
  running?.cancel();
});

const video = (size = MB, name = 'knots.mp4') =>
  new File([new Uint8Array(size)], name, { type: 'video/mp4', lastModified: 5 });
function begin(file = video()): ResumableUpload {
  running = new ResumableUpload(file, records, server);
  running.result.catch(() => undefined);
  return running;
}
const phaseOf = (upload: ResumableUpload) => upload.getSnapshot().phase;
const isPaused = (upload: ResumableUpload) =>
  waitFor(() => {
    expect(phaseOf(upload)).toBe('paused');
  });
const sent = (count: number) =>
  waitFor(() => {
    expect(server.requests).toHaveLength(count);
  });

test('a small part comes first, so that a file that is no video is refused early', async () => {
  const upload = begin();
  expect(await upload.result).toBe('upload-1');
  expect(server.requests).toEqual(['POST', `PATCH 0+${FIRST}`, `PATCH ${FIRST}+${MB - FIRST}`]);
  expect(upload.getSnapshot()).toMatchObject({ phase: 'ended', sentBytes: MB, totalBytes: MB });
  expect(new Set(server.tokens)).toEqual(new Set(['Bearer token-1']));
});

test('a refusal rejects with the sentence of the server, and is not continued later', async () => {
  const detail = 'This file is not a video.';
  server.answers.push(undefined, { status: 415, body: { code: 'not_a_video', detail } });
  await expect(begin().result).rejects.toMatchObject({ status: 415, problem: { detail } });
  expect(server.requests).toHaveLength(2);
  expect(records.list()).toEqual([]);
});

test.each([413, 507, 403])('%s ends the upload at once', async (status) => {
  server.answers.push({ status, body: { detail: 'No.' } });
  await expect(begin().result).rejects.toMatchObject({ status });
  expect(server.requests).toHaveLength(1);
});

test.each(['lost', { status: 503 }, { status: 429 }, { status: 409 }] as const)(
  'after %j the upload continues where the server is',
  async (answer) => {
    server.answers.push(undefined, undefined, answer);
    const upload = begin();
    await waitFor(() => {
      expect(phaseOf(upload)).toBe('interrupted');
    });
    expect(await upload.result).toBe('upload-1');
    expect(server.requests.slice(2)).toEqual([`PATCH ${FIRST}+${MB - FIRST}`, 'HEAD', `PATCH ${FIRST}+${MB - FIRST}`]);
  },
);

test('the upload can be paused and resumed', async () => {
  server.answers.push(undefined, undefined, 'hang');
  const upload = begin();
  await sent(3);
  upload.pause();
  expect(upload.getSnapshot()).toMatchObject({ phase: 'paused', error: undefined });
  upload.pause();
  upload.resume();
  expect(await upload.result).toBe('upload-1');
  expect(server.requests.slice(3)).toEqual(['HEAD', `PATCH ${FIRST}+${MB - FIRST}`]);
});

test('a paused upload is stored with the progress that was shown', async () => {
  server.answers.push(undefined, undefined, 'hang');
  const upload = begin();
  await sent(3);
  server.reportProgress(MB / 4);
  expect(records.list()).toMatchObject([{ sentBytes: FIRST }]);
  upload.pause();
  expect(upload.getSnapshot().sentBytes).toBe(FIRST + MB / 4);
  expect(records.list()).toMatchObject([{ sentBytes: FIRST + MB / 4 }]);
});

test('an upload is not stored as complete before the server says so', async () => {
  server.answers.push(undefined, undefined, 'hang');
  const upload = begin();
  await sent(3);
  server.reportProgress(MB - FIRST);
  upload.pause();
  expect(records.list()).toMatchObject([{ sentBytes: MB - 1 }]);
  upload.resume();
  await upload.result;
  expect(records.list()).toMatchObject([{ sentBytes: MB }]);
});

test('after a reload the upload of the same file continues', async () => {
  server.answers.push(undefined, undefined, 'hang');
  const first = begin();
  await sent(3);
  first.pause();
  expect(records.list()).toMatchObject([{ name: 'knots.mp4', size: MB, sentBytes: FIRST }]);

  server.requests.length = 0;
  expect(await begin(video()).result).toBe('upload-1');
  expect(server.requests).toEqual(['HEAD', `PATCH ${FIRST}+${MB - FIRST}`]);

  // A complete one is not sent again.
  server.requests.length = 0;
  expect(await begin(video()).result).toBe('upload-1');
  expect(server.requests).toEqual(['HEAD']);

  server.requests.length = 0;
  expect(await begin(video(MB, 'other.mp4')).result).toBe('upload-2');
  expect(server.requests[0]).toBe('POST');
});

test('an upload that the server no longer has begins anew', async () => {
  server.answers.push(undefined, undefined, 'hang');
  const first = begin();
  await sent(3);
  first.pause();
  server.uploads.clear();
  server.requests.length = 0;
  expect(await begin(video()).result).toBe('upload-2');
  expect(server.requests).toEqual(['HEAD', 'POST', `PATCH 0+${FIRST}`, `PATCH ${FIRST}+${MB - FIRST}`]);
  expect(records.list()).toHaveLength(1);
});

test('a session that ends pauses the upload; it continues with the next session', async () => {
  const ended = jest.fn();
  const stop = onSessionEnded(ended);
  server.answers.push(undefined, undefined, {
    status: 401,
    body: { code: 'not_signed_in', detail: 'Please sign in.' },
  });
  const upload = begin();
  await isPaused(upload);
  stop();
  expect(ended).toHaveBeenCalledTimes(1);
  expect(upload.getSnapshot().error).toMatch(/Sign in again/);
  expect(records.list()).toHaveLength(1);

  storeToken('token-2');
  upload.resume();
  expect(await upload.result).toBe('upload-1');
  expect(server.tokens.at(-1)).toBe('Bearer token-2');
});

test('when the connection stays lost, the upload is paused with a sentence', async () => {
  jest.useFakeTimers();
  server.answers.push(undefined, undefined, ...Array<'lost'>(20).fill('lost'));
  const upload = begin();
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect(upload.getSnapshot()).toMatchObject({ phase: 'paused', error: expect.stringContaining('cannot be reached') });
  server.answers.length = 0;
  upload.resume();
  await jest.advanceTimersByTimeAsync(1000);
  expect(await upload.result).toBe('upload-1');
});

test('when the browser is online again, the upload does not wait for its next attempt', async () => {
  server.answers.push(undefined, undefined, 'lost', 'lost', 'lost', 'lost');
  const upload = begin();
  await sent(5);
  server.answers.length = 0;
  window.dispatchEvent(new Event('online'));
  const began = performance.now();
  expect(await upload.result).toBe('upload-1');
  expect(performance.now() - began).toBeLessThan(900);
});

test('a canceled upload is deleted at the server and forgotten', async () => {
  server.answers.push(undefined, undefined, 'hang');
  const upload = begin();
  await sent(3);
  upload.cancel();
  expect(await upload.result).toBeUndefined();
  expect(fetched.mock.calls.map(([url, init]) => [init?.method, url])).toEqual([
    ['DELETE', 'http://localhost/api/uploads/upload-1'],
  ]);
  await waitFor(() => {
    expect(records.list()).toEqual([]);
  });
});

test('storage that the browser refuses does not prevent an upload', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await begin().result).toBe('upload-1');
});
