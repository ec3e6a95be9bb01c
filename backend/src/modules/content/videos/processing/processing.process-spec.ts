import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { createFile, encodeForm } from '../../../../../test/support/forms.js';
import { type TestVideo, writeTestVideo } from '../../../../../test/support/media-files.js';
import { mediaProcesses } from '../../../../../test/support/child-processes.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { startS3 } from '../../../../../test/support/resumable-uploads.js';
import {
  addVideo,
  uploadVideo,
  waitUntilProcessed as waitForVideo,
  publishWithoutReview,
} from '../../../../../test/support/videos.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { waitForJobs } from '../../../../../test/support/jobs.js';
import { fileQuota } from '../../../../platform/files/file-quota.js';
import { MediaTools } from '../../../../platform/media/media-tools.js';
import { Settings } from '../../../../platform/settings/settings.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import { type ProcessVideoJob, PROCESS_VIDEO } from '../video-queue.service.js';
import type { VideoResponse } from '../video-responses.dto.js';
import { maxVideoFrames, maxVideoMinutes } from './video-limits.service.js';
import { VideoJobs } from './video-jobs.js';

// Conversions have a lower priority than all else, so they take many times as long on a busy machine.
const CONVERSION_MS = 60_000;

let hub: TestApp;
let author: TestUser;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-processing-'));
  dataDir = join(folder, 'data');
  hub = await createTestApp({ DATA_DIR: dataDir });
  author = await hub.users.create('CONTRIBUTOR');
  await publishWithoutReview(hub);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endConversions();
}, 150_000);
afterAll(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

const create = (name: string, options?: TestVideo) => writeTestVideo(join(folder, name), options);
/** Takes some seconds to convert. */
const createLong = (name: string) => create(name, { seconds: 12, width: 1280, height: 720, audio: null });
const upload = (path: string, fields?: Record<string, string>) => uploadVideo(author, path, fields);
const get = async (id: string) => (await author.request<VideoResponse>('GET', `/videos/${id}`)).body;
const waitUntilProcessed = (user: TestUser, id: string) => waitForVideo(user, id, CONVERSION_MS);
const waitUntilRunning = (id: string) =>
  waitFor(
    () => get(id),
    ({ processing }) => (processing?.progress ?? 0) > 6,
    CONVERSION_MS,
  );
const waitUntilReleased = (ms = 2000) =>
  waitFor(
    async () => [...mediaProcesses(), ...(await readdir(join(dataDir, 'processing')))],
    (left) => left.length === 0,
    ms,
  );
/** What a failed test has left would hold the only lane, so that those after it fail as well. */
async function endConversions(): Promise<void> {
  const left = await hub.database.query<ProcessVideoJob>(
    `select item_id as "videoId", attempt_id as "attemptId" from videos where attempt_id is not null`,
  );
  for (const attempt of left) await hub.get(VideoAttemptsService).fail(attempt, () => 'The test has ended.');
  await waitForJobs(hub.database, PROCESS_VIDEO);
}
/** Files that nothing refers to, which only a sweep would find. */
const unusedFiles = (name: string) =>
  hub.database.query(
    `select name from files f
     where name like $1 || '%' and not exists (select 1 from file_uses u where u.file_id = f.id)`,
    [name],
  );
const posterOf = async (id: string) =>
  (await hub.database.one<{ thumbnail: { width: number; height: number }[] }>(
    'select thumbnail from content_items where id = $1',
    [id],
  ))!.thumbnail;
const bytesOf = async (url: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${author.token}` };
  const { statusCode, rawPayload } = await hub.app.inject({ method: 'GET', url, headers });
  expect(statusCode).toBe(200);
  return rawPayload;
};

test('an AVI becomes a video that browsers play, with renditions, a duration and a poster', async () => {
  const path = await create('tutorial.avi', { video: 'mpeg4', audio: 'libmp3lame', seconds: 3 });
  const { id } = await upload(path);
  const video = await waitUntilProcessed(author, id);
  expect(video).toMatchObject({ status: 'READY', duration_sec: 3, error_reason: null, original_name: 'tutorial.avi' });
  expect(video.published_at).not.toBeNull();
  expect(video.thumbnail).toMatch(/^\/api\/files\//);
  expect(await posterOf(id)).toMatchObject([{ width: 320, height: 180 }]);
  const main = (await author.request('GET', video.hls_url!.replace(/^\/api/, ''))).text;
  expect(main).toMatch(/RESOLUTION=320x180,CODECS="avc1\.6400\w\w,mp4a\.40\.2"\n180\.m3u8/);
  const media = (await author.request('GET', `/videos/${id}/hls/180.m3u8`)).text;
  const address = media.match(/URI="([^"]+)"/)![1]!;
  const range = media.match(/BYTERANGE="(\d+)@0"/)![1]!;
  const init = await author.request('GET', address.replace(/^\/api/, ''), {
    headers: { range: `bytes=0-${Number(range) - 1}` },
  });
  expect({ status: init.status, type: init.headers['content-type'] }).toEqual({ status: 206, type: 'video/mp4' });
  const played = join(folder, 'played.mp4');
  await writeFile(played, await bytesOf(video.file_url!));
  expect(await hub.get(MediaTools).probe(played)).toMatchObject({ videoCodec: 'h264', isBrowserPlayable: true });
  expect(await unusedFiles('tutorial')).toEqual([]);
  await waitUntilReleased();
}, 150_000);

test('the poster of a portrait film is as wide as others and shows all of it', async () => {
  const { id } = await upload(await create('portrait.mp4', { width: 720, height: 1280, seconds: 1, audio: null }));
  await waitUntilProcessed(author, id);
  expect((await posterOf(id)).at(-1)).toMatchObject({ width: 1280, height: 720 });
}, 150_000);

test('an MP4 that browsers play is served as it is, and a chosen thumbnail stays', async () => {
  const path = await create('plain.mp4');
  const { id } = await upload(path);
  const { thumbnail, file_url, hls_url } = await waitUntilProcessed(author, id);
  expect((await bytesOf(file_url!)).equals(await readFile(path))).toBe(true);
  expect(hls_url).toBe(`/api/videos/${id}/hls/main.m3u8`);
  await author.request('PUT', `/admin/videos/${id}/enhanced`, await encodeForm({ video_file: await fileOf(path) }));
  expect((await waitUntilProcessed(author, id)).thumbnail).toBe(thumbnail);
}, 150_000);

test('a video of one frame is a second long', async () => {
  const { id } = await upload(await create('frame.mp4', { seconds: 0.04, audio: null }));
  expect(await waitUntilProcessed(author, id)).toMatchObject({
    status: 'READY',
    duration_sec: 1,
    hls_url: expect.any(String),
    thumbnail: expect.any(String),
  });
}, 150_000);

test('chapters after the end are named once it is known, and refused then', async () => {
  const chapters = [
    { title: 'Start', start_time: 0 },
    { title: 'Summary', start_time: 720 },
  ];
  const { id } = await upload(await create('late.mp4', { seconds: 2, audio: null }), {
    chapters: JSON.stringify(chapters),
  });
  const { duration_sec, chapters: stored } = await waitUntilProcessed(author, id);
  expect([duration_sec, stored.length]).toEqual([2, 2]);
  const named = 'Chapter “Summary” begins at 12:00, after the end of the video (0:02).';
  const messages = await waitFor(
    async () => (await author.request<{ message: string }[]>('GET', '/notifications')).body.map((each) => each.message),
    (all) => all.some((message) => message.endsWith(named)),
    5000,
  );
  expect(messages[0]).toMatch(/is published\. Chapter “Summary” /);
  const save = (body: object) => author.request('PUT', `/admin/videos/${id}/enhanced`, { body });
  expect((await save({ title: 'Only the title', chapters })).status).toBe(200);
  expect(await save({ chapters: [{ title: 'Begin', start_time: 0 }, chapters[1]] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'chapters', message: named }] },
  });
  expect((await save({ chapters: [{ title: 'Second', start_time: 1 }] })).status).toBe(200);
}, 150_000);

test('a damaged file ends in an error that says what to do, and another file corrects it', async () => {
  const damaged = join(folder, 'damaged.mp4');
  await writeFile(damaged, (await readFile(await create('whole.mp4'))).subarray(0, 4000));
  const { id } = await upload(damaged);
  const failed = await waitUntilProcessed(author, id);
  expect(failed).toMatchObject({
    status: 'ERROR',
    error_reason: 'This file is not a video that can be read. Please upload it again, or choose another file.',
    file_url: null,
    abilities: { retry: true, cancel: false },
  });
  expect((await author.request('POST', `/videos/${id}/retry`)).status).toBe(200);
  expect(await waitUntilProcessed(author, id)).toMatchObject({ status: 'ERROR', abilities: { retry: true } });
  const form = await encodeForm({ video_file: await fileOf(await create('replacement.mp4')) });
  expect((await author.request('PUT', `/admin/videos/${id}/enhanced`, form)).status).toBe(200);
  expect(await waitUntilProcessed(author, id)).toMatchObject({ status: 'READY', error_reason: null });
}, 150_000);

test('what plays stays until a replacement is ready, also when that fails', async () => {
  const first = await create('first.mp4');
  const { id } = await upload(first);
  const before = await waitUntilProcessed(author, id);
  const damaged = join(folder, 'broken.mp4');
  await writeFile(damaged, (await readFile(first)).subarray(0, 4000));
  const replace = async (path: string) =>
    author.request('PUT', `/admin/videos/${id}/enhanced`, await encodeForm({ video_file: await fileOf(path) }));
  expect((await replace(await createLong('second.mp4'))).body).toMatchObject({ status: 'READY' });
  expect(await waitUntilRunning(id)).toMatchObject({
    status: 'READY',
    processing: { state: 'running' },
    file_id: before.file_id,
  });
  expect((await bytesOf(before.file_url!)).equals(await readFile(first))).toBe(true);
  const after = await waitUntilProcessed(author, id);
  expect(after).toMatchObject({ status: 'READY', duration_sec: 12 });
  // By which players notice that they play an old file.
  expect(after.file_id).not.toBe(before.file_id);
  expect((await author.request('GET', `/videos/${id}/hls/main.m3u8`)).text).toContain('1280x720');
  await replace(damaged);
  expect(await waitUntilProcessed(author, id)).toMatchObject({
    status: 'READY',
    duration_sec: 12,
    file_id: after.file_id,
    error_reason: expect.stringContaining('not a video'),
    abilities: { retry: true },
  });
  expect((await bytesOf(after.file_url!)).length).toBeGreaterThan(5000);
}, 150_000);

test('canceling ends the conversion within two seconds and leaves nothing; retry converts it', async () => {
  const { id } = await upload(await createLong('canceled.mp4'));
  await waitUntilRunning(id);
  expect(mediaProcesses()).toHaveLength(1);
  expect((await author.request('POST', `/videos/${id}/cancel`)).status).toBe(200);
  await waitUntilReleased();
  expect(await get(id)).toMatchObject({ status: 'ERROR', error_reason: 'Processing was canceled.' });
  expect(await unusedFiles('canceled')).toEqual([]);
  await author.request('POST', `/videos/${id}/retry`);
  expect(await waitUntilProcessed(author, id)).toMatchObject({ status: 'READY', duration_sec: 12 });
}, 150_000);

test('deleting a video ends its conversion', async () => {
  const { id } = await upload(await createLong('deleted.mp4'));
  await waitUntilRunning(id);
  expect((await author.request('DELETE', `/admin/videos/${id}`)).status).toBe(200);
  await waitUntilReleased();
  await hub.database.query('delete from pgboss.job where name = $1 and state = $2', ['videos.process', 'created']);
}, 150_000);

test('videos of other services do not wait for conversions', async () => {
  const { id } = await upload(await createLong('busy.mp4'));
  await waitUntilRunning(id);
  const embed = await addVideo(author);
  expect(await waitUntilProcessed(author, embed.id)).toMatchObject({ status: 'READY' });
  expect((await get(id)).status).toBe('PROCESSING');
  await author.request('POST', `/videos/${id}/cancel`);
  await waitUntilReleased();
}, 150_000);

test('a short video does not wait for a long one', async () => {
  const tools = hub.get(MediaTools);
  const probe = tools.probe.bind(tools);
  jest.spyOn(tools, 'probe').mockImplementation(async (...args) => {
    const info = await probe(...args);
    return info.durationSec !== null && info.durationSec > 10 ? { ...info, durationSec: 3600 } : info;
  });
  const { id } = await upload(await createLong('long-lane.mp4'));
  await waitUntilRunning(id);
  const short = await upload(await create('short-lane.mp4', { seconds: 1, width: 64, height: 36, audio: null }));
  expect(await waitUntilProcessed(author, short.id)).toMatchObject({ status: 'READY' });
  expect(await get(id)).toMatchObject({ status: 'PROCESSING', processing: { state: 'running' } });
  // The long one survives a sweep of attempts without a job.
  await hub.get(VideoJobs).endStalledAttempts();
  expect(await get(id)).toMatchObject({ status: 'PROCESSING' });
  await author.request('POST', `/videos/${id}/cancel`);
  await waitUntilReleased();
}, 150_000);

const reasonAt = async (id: string) => (await waitUntilProcessed(author, id)).error_reason;

test('a video above the limits of the hub is refused with the limit and its own length', async () => {
  const settings = hub.get(Settings);
  await settings.set(maxVideoMinutes, 1, null);
  try {
    const { id } = await upload(await create('minutes.mp4', { seconds: 70, width: 64, height: 36, audio: null }));
    expect(await reasonAt(id)).toBe(
      'This video is 1:10 long. This hub accepts at most 1:00. ' +
        'Please upload a shorter one, or ask an administrator for more.',
    );
    await settings.set(maxVideoMinutes, 240, null);
    await settings.set(maxVideoFrames, 1000, null);
    await author.request('POST', `/videos/${id}/retry`);
    expect(await reasonAt(id)).toBe(
      'This video has 1,750 frames. This hub accepts at most 1,000. ' +
        'Please upload a shorter one, or ask an administrator for more.',
    );
  } finally {
    await settings.set(maxVideoMinutes, maxVideoMinutes.fallback, null);
    await settings.set(maxVideoFrames, maxVideoFrames.fallback, null);
  }
}, 150_000);

test('without the native library MP4 plays as it is, and other files say what to install', async () => {
  jest.spyOn(hub.get(MediaTools), 'isAvailable').mockResolvedValue(false);
  const plain = await upload(await create('native.mp4'));
  expect(await waitUntilProcessed(author, plain.id)).toMatchObject({
    status: 'READY',
    duration_sec: 2,
    hls_url: null,
    thumbnail: null,
    file_url: `/api/videos/${plain.id}/file`,
  });
  for (const [name, options] of [
    ['native.avi', { video: 'mpeg4', audio: 'libmp3lame' }],
    ['native.mkv', {}],
  ] as const) {
    const { id } = await upload(await create(name, options));
    expect(await waitUntilProcessed(author, id)).toMatchObject({
      status: 'ERROR',
      error_reason: expect.stringMatching(/^This hub cannot convert videos: .* install node-av, then try again\.$/),
    });
  }
}, 150_000);

test('a video whose job is gone does not stay in processing', async () => {
  const { id } = await upload(await createLong('stalled.mp4'));
  await waitUntilRunning(id);
  await hub.get(VideoJobs).endStalledAttempts();
  expect((await get(id)).status).toBe('PROCESSING');
  await hub.database.query(`delete from pgboss.job where name = 'videos.process'`);
  await hub.get(VideoJobs).endStalledAttempts();
  expect(await get(id)).toMatchObject({
    status: 'ERROR',
    error_reason: 'The processing of this video ended unexpectedly. Please try again.',
    abilities: { retry: true },
  });
  await waitUntilReleased();
}, 150_000);

test('an instance with VIDEO_WORKERS=0 leaves uploaded files to others', async () => {
  const other = await createTestApp({ DATA_DIR: join(folder, 'other'), VIDEO_WORKERS: '0' });
  try {
    const user = await other.users.create('CONTRIBUTOR');
    const { id } = await uploadVideo(user, await create('left.mp4', { seconds: 1 }));
    expect(await waitUntilProcessed(user, (await addVideo(user)).id)).toMatchObject({ status: 'READY' });
    const { body } = await user.request<VideoResponse>('GET', `/videos/${id}`);
    expect(body).toMatchObject({ status: 'PROCESSING', processing: { state: 'waiting', progress: 0 } });
    expect(existsSync(join(folder, 'other', 'processing'))).toBe(false);
  } finally {
    await other.close();
  }
}, 150_000);

test('videos do not take the space that a user has for images', async () => {
  const user = await hub.users.create('CONTRIBUTOR');
  const large = join(folder, 'large.mp4');
  await writeFile(
    large,
    Buffer.concat([(await readFile(await create('small.mp4'))).subarray(0, 1000), Buffer.alloc(3e6)]),
  );
  await hub.get(Settings).set(fileQuota, 1, null);
  const { id } = await uploadVideo(user, large);
  const image = createFile(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer(),
    'a.png',
  );
  const response = await user.request('POST', `/videos/${id}/thumbnail`, await encodeForm({ thumbnail: image }));
  expect([response.status, response.body['detail']]).toEqual([200, undefined]);
}, 150_000);

test('videos in an S3 bucket are converted as well, and only their results stay', async () => {
  const s3 = await startS3();
  const data = join(folder, 's3-data');
  const other = await createTestApp({ DATA_DIR: data, ...s3.environment });
  try {
    const user = await other.users.create('CONTRIBUTOR');
    const { id } = await uploadVideo(user, await create('bucket.mkv', { seconds: 1 }));
    const video = await waitUntilProcessed(user, id);
    expect(video).toMatchObject({ status: 'READY', duration_sec: 1, hls_url: expect.any(String) });
    const headers = { authorization: `Bearer ${user.token}`, range: 'bytes=4-7' };
    const { statusCode, body } = await other.app.inject({ url: video.file_url!, headers });
    expect({ statusCode, body }).toEqual({ statusCode: 206, body: 'ftyp' });
    // Removed after the result is stored.
    await waitFor(
      () => readdir(join(data, 'processing')),
      (left) => left.length === 0,
    );
  } finally {
    await other.close();
    await s3.stop();
  }
}, 150_000);

async function fileOf(path: string): Promise<File> {
  return createFile(await readFile(path), path.split('/').at(-1)!);
}
