import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPng } from '../../../../test/support/images.js';
import { SecondKind } from '../../../../test/support/second-kind.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Actor } from '../../../platform/access/actor.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { AuthFacade } from '../../auth/index.js';
import { SearchIndexer } from '../search/search-indexer.js';

let hub: TestApp;
let recordings: SecondKind;
let author: TestUser;
let reader: TestUser;
let as: Record<'author' | 'reader' | 'editor', Actor>;
beforeAll(async () => {
  hub = await createTestApp();
  recordings = await SecondKind.create(hub);
  author = await hub.users.create('CONTRIBUTOR');
  reader = await hub.users.create('VIEWER');
  const editor = await hub.users.create('EDITOR');
  as = { author: await actorOf(author), reader: await actorOf(reader), editor: await actorOf(editor) };
});
afterAll(() => hub.close());

const actorOf = async ({ email }: TestUser) => (await hub.get(AuthFacade).findActorByEmail(email))!;

/** @returns the id of a published item */
async function publish(title: string, transcript = `What ${title} says.`): Promise<string> {
  const id = await recordings.add(as.author, title, transcript);
  await recordings.setStatus(as.author, id, 'READY');
  return id;
}

const react = (id: string, reaction_type: string) =>
  reader.request('POST', '/reactions', { body: { content_type: 'video', content_id: id, reaction_type } });

const foundBy = async (user: TestUser | TestApp, query: string): Promise<string[]> => {
  const body = { query, content_type: 'all' };
  const response = await user.request<{ results: { id: string }[] }>('POST', '/search', { body });
  return response.body.results.map(({ id }) => id);
};

test('an item is visible to its author while it is processed, and to everyone once it is ready', async () => {
  const id = await recordings.add(as.author, 'Pottery for beginners', 'Centre the clay on the wheel.');
  expect(await recordings.find(as.author, id)).toMatchObject({ status: 'PROCESSING', published_at: null });
  expect(await recordings.find(as.editor, id)).toMatchObject({ status: 'PROCESSING' });
  for (const actor of [Actor.guest, as.reader]) expect(await recordings.find(actor, id)).toBeUndefined();
  expect(await foundBy(hub, 'clay')).toEqual([]);
  expect((await react(id, 'LIKE')).status).toBe(404);

  await recordings.setStatus(as.author, id, 'ERROR');
  expect(await recordings.find(Actor.guest, id)).toBeUndefined();

  await recordings.setStatus(as.author, id, 'READY');
  for (const actor of [Actor.guest, as.reader, as.author])
    expect(await recordings.find(actor, 'pottery-for-beginners')).toMatchObject({ id, status: 'READY' });
  expect(await foundBy(hub, 'clay')).toEqual([id]);
});

test('an item that is ready and awaits review is visible to its author and to reviewers', async () => {
  const id = await recordings.add(as.author, 'Weaving', 'The shuttle passes.');
  await recordings.setStatus(as.author, id, 'READY', { awaitsReview: true });
  expect(await recordings.find(as.reader, id)).toBeUndefined();
  expect(await recordings.find(as.editor, id)).toMatchObject({ status: 'READY', published_at: null });
  expect(await foundBy(reader, 'shuttle')).toEqual([]);

  await recordings.setStatus(as.editor, id, 'READY');
  expect(await recordings.find(as.reader, id)).toMatchObject({ published_at: expect.any(Date) });
  expect(await foundBy(reader, 'shuttle')).toEqual([id]);
});

test('lists, counts, home and categories include the kind', async () => {
  const before = await recordings.list(Actor.guest);
  const id = await publish('Bookbinding');
  const hidden = await recordings.add(as.author, 'Unfinished', 'Nothing yet.');
  const { titles, total } = await recordings.list(Actor.guest);
  expect({ titles, total }).toEqual({ titles: ['Bookbinding', ...before.titles], total: before.total + 1 });
  expect((await recordings.list(as.author)).titles).toEqual(['Unfinished', ...titles]);
  expect((await recordings.list(as.author, { status: 'PROCESSING' })).total).toBe(1);
  const { body } = await hub.request<{ recent_videos: { id: string }[] }>('GET', '/dashboard/home');
  expect(body.recent_videos[0]).toMatchObject({ id, type: 'video' });
  expect(body.recent_videos.map((each) => each.id)).not.toContain(hidden);
});

test('members react to an item, bookmark it and comment on it', async () => {
  const id = await publish('Knitting');
  for (const type of ['LIKE', 'HELPFUL', 'BOOKMARK']) expect((await react(id, type)).status).toBe(200);
  const comment = { content_type: 'video', content_id: id, content: 'Which yarn is this?' };
  expect((await reader.request('POST', '/comments', { body: comment })).status).toBe(201);
  expect(await recordings.find(Actor.guest, id)).toMatchObject({ like_count: 1, helpful_count: 1, bookmark_count: 1 });
  const comments = await hub.request<{ content: string }[]>('GET', `/comments/video/${id}`);
  expect(comments.body.map(({ content }) => content)).toEqual(['Which yarn is this?']);
  const bookmarks = await reader.request('GET', '/user/bookmarks?content_type=video');
  expect(bookmarks.body).toMatchObject({ items: [{ type: 'video', content: { id, title: 'Knitting' } }] });
});

test('a new title gives a new slug, and the former one redirects', async () => {
  const id = await publish('Basket weaving');
  await recordings.rename(as.author, id, 'Baskets of willow');
  for (const slug of ['basket-weaving', 'baskets-of-willow'])
    expect(await recordings.find(Actor.guest, slug)).toMatchObject({ id, slug: 'baskets-of-willow', version: 2 });
  expect(await foundBy(hub, 'willow')).toEqual([id]);
});

test('a thumbnail is stored in several widths and readable for all who see the item', async () => {
  const id = await publish('Carving');
  await recordings.setThumbnail(as.author, id, { bytes: await createPng(1200, 600), name: 'carving.png' });
  const { thumbnail } = (await recordings.find(Actor.guest, id))!;
  expect(thumbnail!.length).toBeGreaterThan(1);
  expect((await hub.request('GET', thumbnail![0]!.url)).status).toBe(200);
  await recordings.setStatus(as.author, id, 'ERROR');
  expect((await hub.request('GET', thumbnail![0]!.url)).status).toBe(404);
});

test('items without a search entry are indexed in the background', async () => {
  const id = await publish('Soap', 'Lye and olive oil saponify.');
  await hub.database.query('delete from search_entries where id = $1', [id]);
  expect(await foundBy(hub, 'saponify')).toEqual([]);
  await hub.get(SearchIndexer).indexMissing();
  expect(await foundBy(hub, 'saponify')).toEqual([id]);
});

test('only the author and those who may delete remove an item, with everything that refers to it', async () => {
  const id = await publish('Glass blowing', 'Gather molten glass.');
  await react(id, 'LIKE');
  await expect(recordings.remove(as.reader, id)).rejects.toMatchObject({ status: 403 });
  await recordings.remove(as.author, id);
  expect(await recordings.find(as.author, id)).toBeUndefined();
  expect(await foundBy(author, 'molten')).toEqual([]);
  expect(await hub.database.query('select from reactions where item_id = $1', [id])).toEqual([]);
});

test('counters, tags and the index agree with the items in the end', async () => {
  const checks = await hub.get(Reconciliation).run({ fix: false });
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});
