import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDocument, setDocumentStatus } from '../../../../../test/support/documents.js';
import { type TestUser, getReputation } from '../../../../../test/support/users.js';
import { type TestApp, createTestAppWithUsers } from '../../../../../test/support/test-app.js';
import type { DocumentResponse } from '../../documents/documents.dto.js';
import { type ReactionType, reactionTypes } from '../../items/item.js';
import type { ReactionResponse, BookmarkResponse, BookmarksResponse } from './reactions.dto.js';
import type { HomeResponse } from '../../home/home.dto.js';

let hub: TestApp;
let editor: TestUser;
let author: TestUser;
let ann: TestUser;
let document: DocumentResponse;
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
});
beforeEach(async () => {
  ann = await hub.users.create();
  author = await hub.users.create('EDITOR');
  document = await createDocument(author, { status: 'PUBLISHED' });
});
afterAll(() => hub.close());

const react = (user: TestUser, reaction_type: ReactionType, active?: boolean, content_id = document.id) =>
  user.request<ReactionResponse>('POST', '/reactions', {
    body: { content_type: 'document', content_id, reaction_type, ...(active !== undefined && { active }) },
  });
const own = async (user: TestUser) =>
  (await user.request<{ reactions: string[] }>('GET', `/user/reactions/document/${document.slug}`)).body.reactions;
const getCounts = async () => {
  const { like_count, helpful_count, bookmark_count, confused_count } = (
    await hub.request<DocumentResponse>('GET', `/documents/${document.id}`)
  ).body;
  return { LIKE: like_count, HELPFUL: helpful_count, BOOKMARK: bookmark_count, CONFUSED: confused_count };
};
const getRows = async () => {
  const rows = await hub.database.query<{ type: string; n: number }>(
    'select type, count(*)::int as n from reactions where item_id = $1 group by type',
    [document.id],
  );
  return Object.fromEntries(reactionTypes.map((type) => [type, rows.find((row) => row.type === type)?.n ?? 0]));
};
const reputationOf = (user: TestUser) => getReputation(hub.database, user);

test('toggles each type on its own and returns the counts', async () => {
  for (const [i, type] of reactionTypes.entries()) {
    expect(await react(ann, type)).toMatchObject({
      status: 200,
      body: { content_type: 'document', content_id: document.id, reaction_type: type, active: true },
    });
    expect(await own(ann)).toEqual(reactionTypes.slice(0, i + 1));
  }
  expect(await getCounts()).toEqual({ LIKE: 1, HELPFUL: 1, BOOKMARK: 1, CONFUSED: 1 });
  await react(author, 'LIKE');
  const { body } = await react(ann, 'LIKE');
  expect(body).toEqual({
    content_type: 'document',
    content_id: document.id,
    reaction_type: 'LIKE',
    active: false,
    like_count: 1,
    helpful_count: 1,
    bookmark_count: 1,
    confused_count: 1,
  });
  expect(await own(ann)).toEqual(['HELPFUL', 'BOOKMARK', 'CONFUSED']);
});

test('`active` sets the state, also when repeated', async () => {
  for (const active of [true, true, false, false, true])
    expect((await react(ann, 'HELPFUL', active)).body).toMatchObject({ active, helpful_count: Number(active) });
  expect(await getCounts()).toMatchObject({ HELPFUL: 1 });
});

test('100 concurrent toggles by 10 users: counters equal rows, and none fails', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => hub.users.create()));
  const toggles = users.flatMap((user, i) =>
    Array.from({ length: 10 }, (_, k) => ({ user, type: reactionTypes[(i + k) % 4]! })),
  );
  const responses = await Promise.all(toggles.map(({ user, type }) => react(user, type)));
  expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  const rows = await getRows();
  expect(await getCounts()).toEqual(rows);
  // A user toggles two of the four types three times and two of them twice, so two reactions per user remain.
  expect(Object.values(rows).reduce((sum, n) => sum + n)).toBe(20);
  expect(await reputationOf(author)).toBe(rows['LIKE']! + rows['HELPFUL']!);
});

test('concurrent toggles of one user are exact', async () => {
  const responses = await Promise.all(Array.from({ length: 21 }, () => react(ann, 'LIKE')));
  expect(responses.filter(({ body }) => body.active)).toHaveLength(11);
  expect([await getCounts(), await getRows()].map(({ LIKE }) => LIKE)).toEqual([1, 1]);
});

test('likes and helpfuls of others give the author reputation until the document is deleted', async () => {
  for (const type of reactionTypes) await Promise.all([react(ann, type, true), react(author, type, true)]);
  expect(await reputationOf(author)).toBe(2);
  await react(ann, 'LIKE', false);
  expect(await reputationOf(author)).toBe(1);
  await author.request('DELETE', `/admin/documents/${document.id}`);
  expect(await reputationOf(author)).toBe(0);
  await author.request('POST', `/trash/document/${document.id}/restore`);
  expect(await reputationOf(author)).toBe(1);
});

test('reactions during the deletion of the document are 404 or count for nothing', async () => {
  const responses = Promise.all(Array.from({ length: 12 }, (_, i) => react(ann, reactionTypes[i % 4]!)));
  expect((await author.request('DELETE', `/admin/documents/${document.id}`)).status).toBe(200);
  expect([200, 404]).toEqual(expect.arrayContaining([...new Set((await responses).map(({ status }) => status))]));
  expect(await reputationOf(author)).toBe(0);
});

describe('an invisible document', () => {
  test('accepts no reaction and lists none', async () => {
    await setDocumentStatus(author, document.id, 'DRAFT');
    const missing = await react(ann, 'LIKE', true, randomUUID());
    const hidden = await react(ann, 'LIKE', true);
    expect([hidden.status, { ...hidden.body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }]);
    for (const path of [
      `document/${document.id}`,
      `document/${document.slug}`,
      `video/${document.id}`,
      `thread/${document.id}`,
      `document/'`,
      '__proto__/x',
    ]) {
      expect((await ann.request('GET', `/user/reactions/${path}`)).status).toBe(404);
    }
    expect(await getRows()).toMatchObject({ LIKE: 0 });
  });

  test('a document is not found as a video', async () => {
    expect(
      (
        await ann.request('POST', '/reactions', {
          body: { content_type: 'video', content_id: document.id, reaction_type: 'LIKE' },
        })
      ).status,
    ).toBe(404);
  });
});

test('a reaction changes neither version nor date of the document', async () => {
  const before = (await author.request<DocumentResponse>('GET', `/documents/${document.id}`)).body;
  await react(ann, 'LIKE');
  expect((await author.request('GET', `/documents/${document.id}`)).body).toEqual({ ...before, like_count: 1 });
});

const published = (fields: object = {}) => createDocument(editor, { status: 'PUBLISHED', ...fields });
const bookmark = (user: TestUser, { id }: { id: string }) =>
  user.request<BookmarkResponse>('POST', '/bookmarks', {
    body: { content_type: 'document', content_id: id },
  });
const list = (user: TestUser, query = '') => user.request<BookmarksResponse>('GET', `/user/bookmarks${query}`);
const titles = async (user: TestUser, query = '') =>
  (await list(user, query)).body.items.map(({ content }) => content.title);
const countOf = async ({ id }: DocumentResponse) =>
  (await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body.bookmark_count;

test('creates and counts a bookmark once; a repeated request returns 200', async () => {
  const item = await published();
  const first = await bookmark(ann, item);
  expect(first).toMatchObject({
    status: 201,
    body: {
      id: expect.any(String),
      content_type: 'document',
      content_id: item.id,
      created_at: expect.any(String),
    },
  });
  expect(await bookmark(ann, item)).toMatchObject({ status: 200, body: first.body });
  expect(await countOf(item)).toBe(1);
});

test('both APIs create and delete the same reaction BOOKMARK', async () => {
  const item = await published();
  const toggle = () =>
    ann.request<{ active: boolean; bookmark_count: number }>('POST', '/reactions', {
      body: { content_type: 'document', content_id: item.id, reaction_type: 'BOOKMARK' },
    });
  expect((await toggle()).body).toMatchObject({ active: true, bookmark_count: 1 });
  expect((await bookmark(ann, item)).status).toBe(200);
  expect((await toggle()).body).toMatchObject({ active: false, bookmark_count: 0 });
  expect((await bookmark(ann, item)).status).toBe(201);
  expect(await countOf(item)).toBe(1);
});

test('deletes by bookmark id or content id, for its user only', async () => {
  const item = await published();
  const { id } = (await bookmark(ann, item)).body;
  for (const path of [id, item.id]) expect((await editor.request('DELETE', `/bookmarks/${path}`)).status).toBe(404);
  expect((await ann.request('DELETE', `/bookmarks/${id}`)).status).toBe(200);
  expect((await ann.request('DELETE', `/bookmarks/${id}`)).status).toBe(404);
  await bookmark(ann, item);
  expect(await ann.request('DELETE', `/bookmarks/${item.id.toUpperCase()}`)).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  });
  expect([await countOf(item), await titles(ann)]).toEqual([0, []]);
  expect((await ann.request('DELETE', '/bookmarks/none')).status).toBe(404);
});

test('20 concurrent requests create one bookmark, and 20 deletions delete one', async () => {
  const item = await published();
  const made = await Promise.all(Array.from({ length: 20 }, () => bookmark(ann, item)));
  expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  const gone = await Promise.all(Array.from({ length: 20 }, () => ann.request('DELETE', `/bookmarks/${item.id}`)));
  expect(gone.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await countOf(item)).toBe(0);
});

test('the same idempotency key returns the first response', async () => {
  const content_id = (await published()).id;
  const repeated = { body: { content_type: 'document', content_id }, headers: { 'idempotency-key': content_id } };
  const first = await ann.request('POST', '/bookmarks', repeated);
  expect(await ann.request('POST', '/bookmarks', repeated)).toMatchObject({ status: 201, body: first.body });
});

test('lists summaries, the latest first, in pages and by type', async () => {
  const documents = [
    await published({ title: 'One' }),
    await published({ title: 'Two' }),
    await published({ title: 'Three' }),
  ];
  for (const item of documents) await bookmark(ann, item);
  const { body, headers } = await list(ann, '?limit=2');
  expect(body.items.map(({ content }) => content.title)).toEqual(['Three', 'Two']);
  expect(headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining('rel="next"') });
  const [card] = (await ann.request<object[]>('GET', '/documents?limit=1')).body;
  expect(body.items[0]).toEqual({
    id: expect.any(String),
    type: 'document',
    content: { ...card, type: 'document', duration_sec: null, source_type: null, chapter_count: null },
    bookmarked_at: expect.any(String),
  });
  expect(await titles(ann, '?limit=2&page=2')).toEqual(['One']);
  expect([
    await titles(ann, '?content_type=document'),
    await titles(ann, '?content_type=video'),
    await titles(ann, '?content_type='),
  ]).toEqual([['Three', 'Two', 'One'], [], ['Three', 'Two', 'One']]);
  expect((await list(ann, '?content_type=thread')).status).toBe(400);
  expect(await titles(editor)).toEqual([]);
});

test('cursors work after the bookmark itself was deleted', async () => {
  const documents = [];
  for (let i = 1; i <= 5; i++) documents.push(await published({ title: `Number ${i}` }));
  for (const item of documents) await bookmark(ann, item);
  const { headers, body } = await list(ann, '?limit=2');
  const first = body.items;
  expect(first.map(({ content }) => content.title)).toEqual(['Number 5', 'Number 4']);
  for (const { content } of first) await ann.request('DELETE', `/bookmarks/${content.id}`);
  // By pages this would be Number 1.
  const next = await list(ann, `?limit=2&cursor=${String(headers['x-next-cursor'])}`);
  expect(next.body.items.map(({ content }) => content.title)).toEqual(['Number 3', 'Number 2']);
  expect(next.headers).toMatchObject({
    'x-total-count': '3',
    link: expect.stringMatching(/limit=2&cursor=[\w-]+>; rel="next"/),
  });
  const cursor = String(next.headers['x-next-cursor']);
  const end = await list(ann, `?content_type=document&limit=2&cursor=${cursor}`);
  expect(end.body.items.map(({ content }) => content.title)).toEqual(['Number 1']);
  expect(end.headers['link']).not.toContain('rel="next"');
  expect(end.headers).not.toHaveProperty('x-next-cursor');
  expect((await list(ann, '?cursor=none')).status).toBe(400);
});

test('bookmarks of invisible items are not listed, counted or deletable until they are visible again', async () => {
  const [kept, closed] = [await published({ title: 'Kept' }), await published({ title: 'Closed' })];
  for (const item of [kept, closed]) await bookmark(ann, item);
  const home = async () => {
    const { user_stats, user_bookmarks } = (await ann.request<HomeResponse>('GET', '/dashboard/home')).body;
    return [user_stats.bookmarks_count, user_bookmarks.map(({ content }) => content.title)];
  };
  expect(await home()).toEqual([2, ['Closed', 'Kept']]);
  await editor.request('PUT', `/admin/documents/${closed.id}`, { body: { visibility: 'INTERNAL' } });
  expect([await titles(ann), (await list(ann)).headers['x-total-count'], await home()]).toEqual([
    ['Kept'],
    '1',
    [1, ['Kept']],
  ]);
  expect((await ann.request('DELETE', `/bookmarks/${closed.id}`)).status).toBe(404);
  expect((await bookmark(ann, closed)).status).toBe(404);
  await editor.request('PUT', `/admin/documents/${closed.id}`, { body: { visibility: 'PUBLIC' } });
  await setDocumentStatus(editor, kept.id, 'ARCHIVED');
  expect([await titles(ann), await home()]).toEqual([['Closed'], [1, ['Closed']]]);
});

test('the home page shows four bookmarks and the number of all', async () => {
  for (let i = 1; i <= 6; i++) await bookmark(ann, await published({ title: `Bookmark ${i}` }));
  const { user_stats, user_bookmarks } = (await ann.request<HomeResponse>('GET', '/dashboard/home')).body;
  expect(user_stats.bookmarks_count).toBe(6);
  expect(user_bookmarks).toEqual((await list(ann, '?limit=4')).body.items);
});
