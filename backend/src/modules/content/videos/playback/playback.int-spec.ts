import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { addMedia, createVideo, setVideoStatus, type VideoFilesOfTest } from '../../../../../test/support/videos.js';
import { UnusedFiles } from '../../../../platform/files/unused-files.js';
import { VideoAttempts } from '../video-attempts.js';
import type { VideoResponse } from '../video-responses.dto.js';

let hub: TestApp;
let author: TestUser;
let reader: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, author, reader, editor } = await createTestAppWithUsers({
    author: 'CONTRIBUTOR',
    reader: 'VIEWER',
    editor: 'EDITOR',
  }));
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

const pathsOf = ({ id, media }: { id: string; media: VideoFilesOfTest }) => [
  `/videos/${id}/file`,
  `/videos/${id}/hls/main.m3u8`,
  `/videos/${id}/hls/480.m3u8`,
  `/videos/${id}/captions.vtt`,
  ...Object.values(media).map(({ url }) => url.replace(/^\/api/, '')),
];

const refused = async (users: { request: TestUser['request'] }[], video: { id: string; media: VideoFilesOfTest }) => {
  for (const { request } of users)
    for (const path of pathsOf(video))
      for (const [method, headers] of [
        ['GET', {}],
        ['HEAD', {}],
        ['GET', { range: 'bytes=0-1' }],
      ] as const) {
        const response = await request(method, path, { headers });
        expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 404`);
        expect(response.text).not.toContain(video.id);
      }
};
const allowed = async (users: { request: TestUser['request'] }[], video: { id: string; media: VideoFilesOfTest }) => {
  for (const { request } of users)
    for (const path of pathsOf(video)) expect((await request('GET', path)).status).toBe(200);
};

const begin = async (id: string) => {
  const attempt = { videoId: id, attemptId: uuidv7() };
  await hub.database.query('update videos set attempt_id = $2 where item_id = $1', [id, attempt.attemptId]);
  return attempt;
};
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

describe('no byte is sent', () => {
  test('of an INTERNAL video to guests and viewers', async () => {
    const video = await publish();
    const body = { visibility: 'INTERNAL' };
    expect((await editor.request('PUT', `/admin/videos/${video.id}/enhanced`, { body })).status).toBe(200);
    await refused([hub, reader], video);
    await allowed([author, editor], video);
  });

  test('of a LOGGED_IN video to guests', async () => {
    const video = await publish({ visibility: 'LOGGED_IN' });
    await refused([hub], video);
    await allowed([reader], video);
  });

  test.each(['PROCESSING', 'ERROR'] as const)(
    'of a video that is %s to anyone but its author and staff',
    async (status) => {
      const video = await publish();
      await setVideoStatus(editor, video.id, status);
      const contributor = await hub.users.create('CONTRIBUTOR');
      const before = await hub.database.one<{ status: string }>('select status from content_items where id = $1', [
        video.id,
      ]);
      expect(before?.status).not.toBe('READY');
      await refused([hub, reader, contributor], video);
      await allowed([author], video);
    },
  );

  test('of a deleted video', async () => {
    const video = await publish();
    await editor.request('DELETE', `/admin/videos/${video.id}`);
    await refused([hub, reader, editor], video);
    await hub.get(UnusedFiles).sweep(new Date(Date.now() + 48 * 3600_000));
    expect(await hub.database.query('select id from files where id = $1', [video.media.original.id])).toEqual([]);
  });
});

describe('an attempt', () => {
  test('reports its progress to the author until it is canceled', async () => {
    const { id } = await publish();
    const attempt = await begin(id);
    expect(await get(id)).toMatchObject({ processing: { state: 'waiting', progress: 0 }, abilities: { cancel: true } });
    expect(await hub.get(VideoAttempts).reportProgress(attempt, 40.7)).toBe(true);
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
    expect(await hub.get(VideoAttempts).reportProgress(attempt, 50)).toBe(false);
    expect(await hub.get(VideoAttempts).complete(attempt, null)).toBe(false);
    expect((await author.request('POST', `/videos/${id}/cancel`)).status).toBe(409);
  });

  test('that fails keeps the former file, and says why', async () => {
    const { id } = await publish();
    expect(await hub.get(VideoAttempts).fail(await begin(id), 'This file is broken.')).toBe(true);
    expect(await get(id)).toMatchObject({
      status: 'READY',
      error_reason: 'This file is broken.',
      file_url: expect.any(String),
      abilities: { retry: true, cancel: false },
    });
    const retried = await author.request<VideoResponse>('POST', `/videos/${id}/retry`);
    expect(retried.body).toMatchObject({ status: 'READY', error_reason: null, processing: { state: 'waiting' } });
  });

  test('of a deleted video ends', async () => {
    const { id } = await publish();
    const attempt = await begin(id);
    await author.request('DELETE', `/admin/videos/${id}`);
    for (const step of [
      hub.get(VideoAttempts).reportProgress(attempt, 1),
      hub.get(VideoAttempts).fail(attempt, 'Too late.'),
      hub.get(VideoAttempts).takeOver(attempt, uuidv7()),
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
