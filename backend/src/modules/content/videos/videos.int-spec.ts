import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createCategory } from '../../../../test/support/documents.js';
import { type TestApp, createTestAppWithUsers } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import {
  addVideo,
  createVideo,
  setVideoStatus,
  youtube,
  publishWithoutReview,
} from '../../../../test/support/videos.js';
import { VideoAttemptsService } from './video-attempts.service.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';
import { encodeForm } from '../../../../test/support/forms.js';
import { createPng } from '../../../../test/support/images.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { SearchIndexer } from '../search/search-indexer.js';

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
  await publishWithoutReview(hub);
});
afterAll(() => hub.close());

const chapters = [
  { title: 'Second', start_time: '65', description: 'About it' },
  { title: 'First', start_time: 'abc' },
];

test('a video of another service is processed and published', async () => {
  // The job, which begins with the commit, waits for the response.
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
  const attempts = hub.get(VideoAttemptsService);
  const complete = attempts.complete.bind(attempts);
  jest.spyOn(attempts, 'complete').mockImplementationOnce(async (...attempt) => {
    await responded;
    return complete(...attempt);
  });
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
  respond();
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
  [{ source_url: 'https://vimeo.com/1' }, 'source_url', 'This is not the address of a YouTube video.'],
])('%j is refused', async (fields, field, message) => {
  const response = await author.request('POST', '/videos', { body: { title: 'Refused', ...youtube, ...fields } });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ errors: [{ field, message }] });
});

test('all fields that fail are reported at once', async () => {
  const getFields = async (method: 'POST' | 'PUT', path: string, body: object) =>
    (await author.request<{ errors: { field: string }[] }>(method, path, { body })).body.errors.map(
      ({ field }) => field,
    );
  const bad = { title: '', source_type: 'YOUTUBE', source_url: 'bad', difficulty: 'X' };
  const { id } = await createVideo(author);
  expect((await getFields('POST', '/videos', {})).sort()).toEqual(['title', 'video_file']);
  for (const [method, path] of [
    ['POST', '/videos'],
    ['PUT', `/admin/videos/${id}/enhanced`],
  ] as const)
    expect((await getFields(method, path, bad)).sort()).toEqual(['difficulty', 'source_url', 'title']);
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

// What the generic parts of content items do for videos, which import nothing of documents.

/** @returns the id of a published video */
const publish = async (title: string, transcript = `What ${title} says.`): Promise<string> =>
  (await createVideo(author, { title, transcript })).id;

const find = async (user: TestUser | TestApp, key: string): Promise<VideoResponse | undefined> => {
  const { status, body } = await user.request<VideoResponse>('GET', `/videos/${key}`);
  return status === 200 ? body : undefined;
};

const list = async (user: TestUser | TestApp, query = 'limit=200'): Promise<{ titles: string[]; total: number }> => {
  const { body, headers } = await user.request<VideoSummaryResponse[]>('GET', `/videos?${query}`);
  return { titles: body.map(({ title }) => title), total: Number(headers['x-total-count']) };
};

const react = (id: string, reaction_type: string) =>
  reader.request('POST', '/reactions', { body: { content_type: 'video', content_id: id, reaction_type } });

interface Found {
  id: string;
  url: string;
  heading: { title: string; url: string } | null;
  snippet: { text: string }[];
}
const search = async (user: TestUser | TestApp, query: string): Promise<Found[]> =>
  (await user.request<{ results: Found[] }>('POST', '/search', { body: { query, content_type: 'all' } })).body.results;
const foundBy = async (user: TestUser | TestApp, query: string) => (await search(user, query)).map(({ id }) => id);

test('lists, counts, home and categories include videos', async () => {
  const before = await list(hub);
  const id = await publish('Bookbinding');
  const hidden = await publish('Unfinished', 'Nothing yet.');
  await setVideoStatus(editor, hidden, 'ERROR');
  const { titles, total } = await list(hub);
  expect({ titles, total }).toEqual({ titles: ['Bookbinding', ...before.titles], total: before.total + 1 });
  expect((await list(author)).titles.slice(0, 2)).toEqual(['Unfinished', 'Bookbinding']);
  expect((await list(author, 'status=ERROR')).titles).toContain('Unfinished');
  const { body } = await hub.request<{ recent_videos: { id: string }[] }>('GET', '/dashboard/home');
  expect(body.recent_videos[0]).toMatchObject({ id, type: 'video', source_type: 'YOUTUBE', chapter_count: 0 });
  expect(body.recent_videos.map((each) => each.id)).not.toContain(hidden);
});

test('members react to a video, bookmark it and comment on it', async () => {
  const id = await publish('Knitting');
  for (const type of ['LIKE', 'HELPFUL', 'BOOKMARK']) expect((await react(id, type)).status).toBe(200);
  const comment = { content_type: 'video', content_id: id, content: 'Which yarn is this?' };
  expect((await reader.request('POST', '/comments', { body: comment })).status).toBe(201);
  expect(await find(hub, id)).toMatchObject({ like_count: 1, helpful_count: 1, bookmark_count: 1 });
  const comments = await hub.request<{ content: string }[]>('GET', `/comments/video/${id}`);
  expect(comments.body.map(({ content }) => content)).toEqual(['Which yarn is this?']);
  const bookmarks = await reader.request('GET', '/user/bookmarks?content_type=video');
  expect(bookmarks.body).toMatchObject({
    items: [{ type: 'video', content: { id, title: 'Knitting', source_type: 'YOUTUBE' } }],
  });
});

test('a new title keeps the slug, and a new slug redirects from the former one', async () => {
  const id = await publish('Basket weaving');
  const body = { title: 'Baskets of willow', slug: 'baskets-of-willow' };
  await author.request('PUT', `/admin/videos/${id}/enhanced`, { body });
  for (const slug of ['basket-weaving', 'baskets-of-willow'])
    expect(await find(hub, slug)).toMatchObject({ id, slug: 'baskets-of-willow', version: 2 });
  expect(await foundBy(hub, 'willow')).toEqual([id]);
});

test('a thumbnail is stored in several widths and readable for all who see the video', async () => {
  const id = await publish('Carving');
  const form = await encodeForm({ thumbnail: await createPng(1200, 600) });
  expect((await author.request('POST', `/videos/${id}/thumbnail`, form)).status).toBe(200);
  const { thumbnail, thumbnail_srcset } = (await find(hub, id))!;
  expect(thumbnail_srcset!.split(', ').length).toBeGreaterThan(1);
  const stored = await hub.database.one('select thumbnail from content_items where id = $1', [id]);
  expect(stored).toMatchObject({
    thumbnail: [
      { width: 400, height: 225 },
      { width: 800, height: 450 },
    ],
  });
  const path = thumbnail!.replace(/^\/api/, '');
  expect((await hub.request('GET', path)).status).toBe(200);
  await setVideoStatus(editor, id, 'ERROR');
  expect((await hub.request('GET', path)).status).toBe(404);
});

test('search opens chapters and lines of the transcript at their second', async () => {
  const { id } = await createVideo(author, {
    title: 'Ropes',
    description: 'All about **splices**.',
    chapters: [{ title: 'Bowline', start_time: 65, description: 'The king of knots' }],
    transcript: '0:00 Good morning.\n1:02:03.500 Now the carabiner\nclicks shut.',
  });
  const expected = { id, url: '/videos/ropes' };
  expect(await search(hub, 'bowline')).toMatchObject([
    { ...expected, heading: { title: 'Bowline', url: '/videos/ropes?t=65' } },
  ]);
  for (const word of ['carabiner', 'clicks'])
    expect(await search(hub, word)).toMatchObject([
      { ...expected, heading: { title: '1:02:03', url: '/videos/ropes?t=3723' } },
    ]);
  const [found] = await search(hub, 'splices');
  expect(found).toMatchObject({ ...expected, heading: null });
  expect(found!.snippet.map(({ text }) => text).join('')).toBe('All about splices');
  expect(await foundBy(hub, '3723')).toEqual([]);
});

test('videos without a search entry are indexed in the background', async () => {
  const id = await publish('Soap', '0:05 Lye and olive oil saponify.');
  const before = await search(hub, 'saponify');
  await hub.database.query('delete from search_entries where id = $1', [id]);
  expect(await foundBy(hub, 'saponify')).toEqual([]);
  await hub.get(SearchIndexer).indexMissing();
  expect(await search(hub, 'saponify')).toEqual(before);
});

test('only the author and those who may delete remove a video, with everything that refers to it', async () => {
  const id = await publish('Glass blowing', 'Gather molten glass.');
  await react(id, 'LIKE');
  await reader.request('PUT', `/videos/${id}/position`, { body: { seconds: 5 } });
  expect((await reader.request('DELETE', `/admin/videos/${id}`)).status).toBe(403);
  expect((await author.request('DELETE', `/admin/videos/${id}`)).status).toBe(200);
  expect(await find(author, id)).toBeUndefined();
  expect(await foundBy(author, 'molten')).toEqual([]);
  expect((await author.request('DELETE', `/trash/video/${id}`)).status).toBe(403);
  const admin = await hub.users.create('ADMIN');
  expect((await admin.request('DELETE', `/trash/video/${id}`)).status).toBe(200);
  for (const sql of ['reactions where item_id', 'watch_positions where video_id', 'videos where item_id'])
    expect(await hub.database.query(`select from ${sql} = $1`, [id])).toEqual([]);
});

test('wrong details in lists are repaired', async () => {
  const id = await publish('Details');
  await hub.database.query(`update content_items set details = '{"chapter_count": 9}' where id = $1`, [id]);
  const run = async (fix: boolean) =>
    (await hub.get(Reconciliation).run({ fix })).find(({ name }) => name === 'details of videos in lists')?.differences;
  expect(await run(false)).toBe(1);
  await run(true);
  expect(await run(false)).toBe(0);
});

test('counters, tags and the index agree with the videos in the end', async () => {
  const checks = await hub.get(Reconciliation).run({ fix: false });
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});
