import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createFile, encodeForm } from '../../../../test/support/forms.js';
import { createPng } from '../../../../test/support/images.js';
import { listStoredFiles } from '../../../../test/support/stored-files.js';
import { createTestApp, createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import {
  addMedia,
  createVideo,
  waitUntilProcessed,
  youtube,
  publishWithoutReview,
} from '../../../../test/support/videos.js';
import type { UploadedVideoResponse, VideoResponse } from './video-responses.dto.js';

/** The beginning of an MP4 file without a video. */
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41'), Buffer.alloc(100)]);
const text = Buffer.from('This is a text, although its name says otherwise.');

let hub: TestApp;
let author: TestUser;
let reader: TestUser;
beforeAll(async () => {
  ({ hub, author, reader } = await createTestAppWithUsers(
    { author: 'CONTRIBUTOR', reader: 'VIEWER' },
    { MAX_VIDEO_MB: '1' },
  ));
  await publishWithoutReview(hub);
});
afterAll(() => hub.close());

const upload = async (values: Parameters<typeof encodeForm>[0], user = author) =>
  user.request<UploadedVideoResponse>('POST', '/videos/upload-with-thumbnail', await encodeForm(values));

const createFromData = (file_data: string) =>
  author.request<VideoResponse>('POST', '/videos', { body: { title: 'In base64', file_data } });

const finished = async (owner: TestUser): Promise<string> => {
  const length = { 'upload-length': String(mp4.length), 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from('film.mp4').toString('base64')}`;
  const created = await owner.request('POST', '/uploads', { headers: { ...length, 'upload-metadata': metadata } });
  const id = String(created.headers['location']).split('/').at(-1)!;
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  expect((await owner.request('PATCH', `/uploads/${id}`, { headers, body: mp4 })).status).toBe(204);
  return id;
};

const createFromUpload = (upload_key: string, user = author) =>
  user.request<VideoResponse>('POST', '/videos', { body: { title: 'Uploaded', upload_key } });

describe('a form', () => {
  test('brings the file, the thumbnail and all fields', async () => {
    const { status, body } = await upload({
      title: 'From a form',
      tags: 'one, two',
      chapters: '[{"title":"Start","start_time":"x"}]',
      video_file: createFile(mp4, 'film.mp4'),
      thumbnail: createFile(await createPng(640, 360), 'still.png'),
    });
    expect(status).toBe(200);
    expect(body.message).toBe('Video with thumbnail uploaded successfully!');
    expect(body.video).toMatchObject({
      status: 'PROCESSING',
      source_type: 'UPLOAD',
      original_name: 'film.mp4',
      tags: ['one', 'two'],
      chapters: [{ title: 'Start', start_time: 0 }],
      thumbnail: expect.any(String),
    });
    // There is no video in the file.
    expect(await waitUntilProcessed(author, body.video.id)).toMatchObject({
      status: 'ERROR',
      error_reason: expect.stringMatching(/\.$/),
      abilities: { retry: true },
    });
  });

  test('may bring a video of another service, without a file', async () => {
    const { status, body } = await upload({ title: 'From elsewhere', ...youtube });
    expect({ status, video: body.video }).toMatchObject({ status: 200, video: { source_type: 'YOUTUBE' } });
  });

  test('without a file is refused', async () => {
    const { status, body } = await upload({ title: 'No file' });
    expect({ status, ...body }).toMatchObject({
      status: 400,
      errors: [{ field: 'video_file', message: 'Please choose a video file.' }],
    });
  });

  test('with an empty file is refused and leaves nothing', async () => {
    const before = await listStoredFiles(hub);
    const { status, body } = await upload({ title: 'Empty', video_file: createFile(Buffer.alloc(0), 'empty.mp4') });
    expect({ status, ...body }).toMatchObject({ status: 415, code: 'not_a_video' });
    expect(await listStoredFiles(hub)).toEqual(before);
  });

  test('with another kind of file, or too large a one, is refused and leaves nothing', async () => {
    const before = await listStoredFiles(hub);
    expect((await upload({ title: 'Text', video_file: createFile(text, 'film.mp4') })).status).toBe(415);
    const large = createFile(Buffer.concat([mp4, Buffer.alloc(1024 ** 2)]), 'large.mp4');
    expect((await upload({ title: 'Large', video_file: large })).status).toBe(413);
    const title = { title: '', video_file: createFile(mp4, 'film.mp4') };
    expect((await upload(title)).status).toBe(400);
    expect((await upload({ title: 'Not mine', video_file: createFile(mp4, 'film.mp4') }, reader)).status).toBe(403);
    expect(await listStoredFiles(hub)).toEqual(before);
  });

  test('that fails after the file was stored leaves nothing', async () => {
    const before = await listStoredFiles(hub);
    const values = { title: 'No category', category_id: uuidv7(), video_file: createFile(mp4, 'film.mp4') };
    expect((await upload(values)).status).toBe(400);
    expect(await listStoredFiles(hub)).toEqual(before);
  });
});

describe('base64', () => {
  test('is taken bare and as a data: URL', async () => {
    for (const data of [mp4.toString('base64'), `data:video/mp4;base64,${mp4.toString('base64')}`]) {
      expect(await createFromData(data)).toMatchObject({
        status: 201,
        body: { source_type: 'UPLOAD', status: 'PROCESSING' },
      });
    }
  });

  test('of another kind of file is refused', async () => {
    expect((await createFromData(text.toString('base64'))).status).toBe(415);
    expect((await createFromData('no base64!')).status).toBe(400);
    expect((await createFromData(Buffer.alloc(2 * 1024 ** 2, mp4).toString('base64'))).status).toBe(413);
  });
});

describe('a finished upload', () => {
  test('becomes a video, once, for its owner', async () => {
    const id = await finished(author);
    const other = await hub.users.create('EDITOR');
    expect((await createFromUpload(id, other)).status).toBe(400);
    expect(await createFromUpload(id)).toMatchObject({
      status: 201,
      body: { original_name: 'film.mp4', source_type: 'UPLOAD' },
    });
    expect([400, 409]).toContain((await createFromUpload(id)).status);
    expect((await createFromUpload(uuidv7())).status).toBe(400);
  });

  test('has its name in the attempt until it plays; a canceled replacement leaves the name of what plays', async () => {
    // Its files are processed by other instances.
    const other = await createTestApp({ VIDEO_WORKERS: '0' });
    const owner = await other.users.create('CONTRIBUTOR');
    const { id } = await createVideo(owner);
    await addMedia(other, owner, id);
    await other.database.query(`update videos set original_name = 'first.mp4' where item_id = $1`, [id]);
    const path = `/admin/videos/${id}/enhanced`;
    const replaced = await owner.request<VideoResponse>('PUT', path, { body: { upload_key: await finished(owner) } });
    expect(replaced.body).toMatchObject({
      status: 'READY',
      original_name: 'first.mp4',
      processing: { file_name: 'film.mp4' },
    });
    const canceled = await owner.request<VideoResponse>('POST', `/videos/${id}/cancel`);
    expect(canceled.body).toMatchObject({ original_name: 'first.mp4', processing: null });
    const retried = await owner.request<VideoResponse>('POST', `/videos/${id}/retry`);
    expect(retried.body).toMatchObject({ original_name: 'first.mp4', processing: { file_name: 'film.mp4' } });
    await addMedia(other, owner, id, 'second');
    expect((await owner.request<VideoResponse>('GET', `/videos/${id}`)).body).toMatchObject({
      original_name: 'film.mp4',
      processing: null,
    });
    await other.close();
  });

  test('replaces what another service had', async () => {
    const { id } = await createVideo(author);
    const upload_key = await finished(author);
    const { body } = await author.request<VideoResponse>('PUT', `/admin/videos/${id}/enhanced`, {
      body: { upload_key },
    });
    // Nothing plays until the file is processed.
    expect(body).toMatchObject({
      source_type: 'UPLOAD',
      source_url: null,
      embed_id: null,
      status: 'PROCESSING',
      version: 2,
    });
    expect((await reader.request('GET', `/videos/${id}`)).status).toBe(404);
  });
});
