import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeForm } from '../../../../test/support/forms.js';
import { createPng } from '../../../../test/support/images.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo, setVideoStatus } from '../../../../test/support/videos.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { SearchIndexer } from '../search/search-indexer.js';
import type { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';

// What the generic parts of content items do for videos, which import nothing of documents.

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

/** @returns the id of a published video */
const publish = async (title: string, transcript = `What ${title} says.`): Promise<string> =>
  (await createVideo(author, { title, transcript })).id;

const find = async (user: TestUser | TestApp, key: string): Promise<VideoResponse | undefined> => {
  const { status, body } = await user.request<VideoResponse>('GET', `/videos/${key}`);
  return status === 200 ? body : undefined;
};

const list = async (user: TestUser | TestApp, query = ''): Promise<{ titles: string[]; total: number }> => {
  const { body, headers } = await user.request<VideoSummaryResponse[]>('GET', `/videos?${query}`);
  return { titles: body.map(({ title }) => title), total: Number(headers['x-total-count']) };
};

const react = (id: string, reaction_type: string) =>
  reader.request('POST', '/reactions', { body: { content_type: 'video', content_id: id, reaction_type } });

interface Found {
  id: string;
  url: string;
  heading: { title: string; url: string } | null;
}
const search = async (user: TestUser | TestApp, query: string): Promise<Found[]> =>
  (await user.request<{ results: Found[] }>('POST', '/search', { body: { query, content_type: 'all' } })).body.results;
const foundBy = async (user: TestUser | TestApp, query: string) => (await search(user, query)).map(({ id }) => id);

test('a video is visible to its author while it has an error, and to everyone once it is ready', async () => {
  const id = await publish('Pottery for beginners', 'Centre the clay on the wheel.');
  await setVideoStatus(editor, id, 'ERROR');
  expect(await find(author, id)).toMatchObject({ status: 'ERROR' });
  expect(await find(editor, id)).toMatchObject({ status: 'ERROR' });
  for (const user of [hub, reader]) expect(await find(user, id)).toBeUndefined();
  expect(await foundBy(hub, 'clay')).toEqual([]);
  expect((await react(id, 'LIKE')).status).toBe(404);

  await setVideoStatus(editor, id, 'READY');
  for (const user of [hub, reader, author])
    expect(await find(user, 'pottery-for-beginners')).toMatchObject({ id, status: 'READY' });
  expect(await foundBy(hub, 'clay')).toEqual([id]);
});

test('lists, counts, home and categories include videos', async () => {
  const before = await list(hub);
  const id = await publish('Bookbinding');
  const hidden = await publish('Unfinished', 'Nothing yet.');
  await setVideoStatus(editor, hidden, 'ERROR');
  const { titles, total } = await list(hub);
  expect({ titles, total }).toEqual({ titles: ['Bookbinding', ...before.titles], total: before.total + 1 });
  expect((await list(author)).titles).toEqual(['Unfinished', ...titles]);
  expect((await list(author, 'status=ERROR')).total).toBe(1);
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
  expect(await search(hub, 'splices')).toMatchObject([{ ...expected, heading: null }]);
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
