import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCategory } from '../../../../test/support/documents.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { addVideo, createVideo, setVideoStatus, youtube } from '../../../../test/support/videos.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';

let hub: TestApp;
let author: TestUser;
let reader: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, author, reader, editor } = await createTestAppWithUsers({
    author: ['CONTRIBUTOR', 'Ada Author'],
    reader: 'VIEWER',
    editor: ['EDITOR', 'Edda Editor'],
  }));
});
afterAll(() => hub.close());

const chapters = [
  { title: 'Second', start_time: '65', description: 'About it' },
  { title: 'First', start_time: 'abc' },
];

test('a video of another service is processed and published', async () => {
  const created = await addVideo(author, { title: 'Knots', chapters, transcript: '0:00 Welcome\n0:04 First knot' });
  expect(created).toMatchObject({
    status: 'PROCESSING',
    slug: 'knots',
    published_at: null,
    embed_id: 'jNQXAC9IVRw',
    processing: { state: 'waiting', progress: 0 },
    chapter_count: 2,
    chapters: [
      { title: 'First', start_time: 0, description: '' },
      { title: 'Second', start_time: 65, description: 'About it' },
    ],
    abilities: { edit: true, delete: true, retry: false, cancel: true, publish: false, review: false },
  });
  const video = await createVideo(author, { title: 'Bends' });
  expect(video).toMatchObject({ status: 'READY', processing: null, error_reason: null, duration_sec: null });
  const { body } = await hub.request<VideoResponse>('GET', '/videos/bends');
  expect(body).toMatchObject({ id: video.id, status: 'READY', source_type: 'YOUTUBE', file_url: null, hls_url: null });
  expect(body.abilities).toBeUndefined();
});

test('a video that is not ready is seen by its author and by staff only', async () => {
  const { id } = await createVideo(author);
  await setVideoStatus(editor, id, 'ERROR');
  for (const user of [hub, reader]) {
    expect((await user.request('GET', `/videos/${id}`)).status).toBe(404);
    const { body, headers } = await user.request<VideoSummaryResponse[]>('GET', '/videos?limit=200');
    expect(body.map((row) => row.id)).not.toContain(id);
    expect(Number(headers['x-total-count'])).toBe(body.length);
  }
  for (const user of [author, editor]) {
    const { body } = await user.request<VideoResponse>('GET', `/videos/${id}`);
    expect(body).toMatchObject({ status: 'ERROR', review_note: 'An editor hid this video.' });
  }
});

test('contributors who neither wrote a video nor may edit it do not learn how it was processed', async () => {
  const { id } = await createVideo(author);
  await hub.database.query(`update videos set error_reason = 'secret', original_name = 'secret' where item_id = $1`, [
    id,
  ]);
  const other = await hub.users.create('CONTRIBUTOR');
  const { body, text } = await other.request<VideoResponse>('GET', `/videos/${id}`);
  expect(body).toMatchObject({ error_reason: null, original_name: null, abilities: { retry: false, edit: false } });
  expect(text).not.toContain('secret');
});

test('lists filter by source, category, status and tag', async () => {
  const category = await createCategory(editor);
  const fields = { category_id: category.id, tags: ['Filmed'] };
  const { id } = await createVideo(author, {
    ...fields,
    source_type: 'VIMEO',
    source_url: 'https://vimeo.com/76979871',
  });
  await createVideo(author);
  const idsOf = async (query: string) =>
    (await hub.request<VideoSummaryResponse[]>('GET', `/videos?${query}`)).body.map((row) => row.id);
  for (const query of [
    'source_type=VIMEO',
    `category_id=${category.id}`,
    'tag=filmed',
    'source_type=VIMEO&status=READY',
  ])
    expect(await idsOf(query)).toEqual([id]);
  expect(await idsOf('source_type=LOOM')).toEqual([]);
  expect((await hub.request('GET', '/videos?source_type=FILM')).status).toBe(400);
});

test('an edit keeps what it omits, and needs the current version', async () => {
  const video = await createVideo(author, { title: 'Rope', chapters, transcript: '0:01 Hello', tags: ['Rope'] });
  const path = `/admin/videos/${video.id}/enhanced`;
  const edited = await author.request<VideoResponse>('PUT', path, { body: { summary: 'Short', version: 1 } });
  expect(edited.body).toMatchObject({
    summary: 'Short',
    version: 2,
    title: 'Rope',
    tags: ['Rope'],
    transcript: '0:01 Hello',
    chapter_count: 2,
    status: 'READY',
  });
  const stale = await editor.request('PUT', path, { body: { summary: 'Late', version: 1 } });
  expect({ status: stale.status, ...stale.body }).toMatchObject({
    status: 409,
    code: 'stale_version',
    current_version: 2,
    saved_by: { name: 'Ada Author' },
    detail: 'Ada Author has saved this video since you opened it.',
  });
  expect((await reader.request('PUT', path, { body: { summary: 'Mine' } })).status).toBe(403);
});

test.each([
  [{ source_type: 'UPLOAD', source_url: undefined }, 'video_file', 'Please choose a video file.'],
  [{ source_url: undefined }, 'source_url', 'The video URL is required.'],
  [{ source_url: 'a video' }, 'source_url', 'The video URL must be a URL.'],
  [{ source_url: 'https://vimeo.com/1' }, 'source_url', 'This is not the address of a YouTube video.'],
  [{ title: ' ' }, 'title', 'The title is required.'],
  [{ chapters: [{ title: '' }] }, 'chapters', 'Chapter 1 needs a title.'],
  [{ chapters: [{ title: 'Early', start_time: -1 }] }, 'chapters', 'Chapter 1 cannot start before the video does.'],
])('%j is refused', async (fields, field, message) => {
  const response = await author.request('POST', '/videos', { body: { title: 'Refused', ...youtube, ...fields } });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ errors: [{ field, message }] });
});

test('all fields that fail are reported at once', async () => {
  const fieldsOf = async (method: 'POST' | 'PUT', path: string, body: object) =>
    (await author.request<{ errors: { field: string }[] }>(method, path, { body })).body.errors.map(
      ({ field }) => field,
    );
  const bad = { title: '', source_type: 'YOUTUBE', source_url: 'bad', difficulty: 'X' };
  const { id } = await createVideo(author);
  expect((await fieldsOf('POST', '/videos', {})).sort()).toEqual(['title', 'video_file']);
  for (const [method, path] of [
    ['POST', '/videos'],
    ['PUT', `/admin/videos/${id}/enhanced`],
  ] as const)
    expect((await fieldsOf(method, path, bad)).sort()).toEqual(['difficulty', 'source_url', 'title']);
  expect((await fieldsOf('POST', '/videos', { title: 'x', source_type: 'FILM' })).sort()).toEqual(['source_type']);
  expect((await fieldsOf('POST', '/videos', { title: 'x', source_type: 'LOOM' })).sort()).toEqual(['source_url']);
  expect((await fieldsOf('POST', '/videos', { title: 'x', ...youtube, source_url: 5 })).sort()).toEqual(['source_url']);
});

test('the status of a new video is for those who may publish: ERROR hides it once it is processed', async () => {
  const ignored = await createVideo(author, { status: 'ERROR' });
  expect(ignored).toMatchObject({ status: 'READY', review_note: null, published_at: expect.any(String) });
  expect(await createVideo(editor, { status: 'READY' })).toMatchObject({ status: 'READY' });
  const { id } = await createVideo(editor, { status: 'ERROR' });
  expect((await editor.request<VideoResponse>('GET', `/videos/${id}`)).body).toMatchObject({
    status: 'ERROR',
    published_at: null,
    error_reason: null,
    review_note: 'An editor hid this video.',
    abilities: { publish: true, retry: false },
  });
  expect((await reader.request('GET', `/videos/${id}`)).status).toBe(404);
  expect(await setVideoStatus(editor, id, 'READY')).toMatchObject({ published_at: expect.any(String) });
  expect((await reader.request('GET', `/videos/${id}`)).status).toBe(200);
  expect((await author.request('POST', '/videos', { body: { title: 'x', ...youtube, status: 'GONE' } })).status).toBe(
    400,
  );
});

test('the author deletes a video', async () => {
  const { id } = await createVideo(author);
  expect((await reader.request('DELETE', `/admin/videos/${id}`)).status).toBe(403);
  const deleted = await author.request('DELETE', `/admin/videos/${id}`);
  expect(deleted.body).toEqual({ message: 'Video deleted successfully!' });
  expect((await author.request('GET', `/videos/${id}`)).status).toBe(404);
});
