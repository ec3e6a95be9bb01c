import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setDocumentStatus, createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { DocumentResponse } from '../../documents/documents.dto.js';
import type { HomeResponse } from '../../home/home.dto.js';
import type { BookmarkResponse, BookmarksResponse } from './bookmarks.dto.js';

let hub: TestApp;
let editor: TestUser;
let ann: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
});
beforeEach(async () => {
  ann = await hub.users.create();
});
afterAll(() => hub.close());

const published = (fields: object = {}) => createDocument(editor, { status: 'PUBLISHED', ...fields });
const bookmark = (user: TestUser, { id }: { id: string }, headers: Record<string, string> = {}) =>
  user.request<BookmarkResponse>('POST', '/bookmarks', {
    body: { content_type: 'document', content_id: id },
    headers,
  });
const list = (user: TestUser, query = '') => user.request<BookmarksResponse>('GET', `/user/bookmarks${query}`);
const titles = async (user: TestUser, query = '') =>
  (await list(user, query)).body.items.map(({ content }) => content.title);
const countOf = async ({ id }: DocumentResponse) =>
  (await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body.bookmark_count;

test('creates and counts a bookmark once; a repeated request returns 200', async () => {
  const document = await published();
  const first = await bookmark(ann, document);
  expect(first).toMatchObject({
    status: 201,
    body: { id: expect.any(String), content_type: 'document', content_id: document.id, created_at: expect.any(String) },
  });
  expect(await bookmark(ann, document)).toMatchObject({ status: 200, body: first.body });
  expect(await countOf(document)).toBe(1);
});

test('both APIs create and delete the same reaction BOOKMARK', async () => {
  const document = await published();
  const react = () =>
    ann.request<{ active: boolean; bookmark_count: number }>('POST', '/reactions', {
      body: { content_type: 'document', content_id: document.id, reaction_type: 'BOOKMARK' },
    });
  expect((await react()).body).toMatchObject({ active: true, bookmark_count: 1 });
  expect((await bookmark(ann, document)).status).toBe(200);
  expect((await react()).body).toMatchObject({ active: false, bookmark_count: 0 });
  expect((await bookmark(ann, document)).status).toBe(201);
  expect(await countOf(document)).toBe(1);
});

test('deletes by bookmark id or content id, for its user only', async () => {
  const document = await published();
  const { id } = (await bookmark(ann, document)).body;
  for (const path of [id, document.id]) expect((await editor.request('DELETE', `/bookmarks/${path}`)).status).toBe(404);
  expect((await ann.request('DELETE', `/bookmarks/${id}`)).status).toBe(200);
  expect((await ann.request('DELETE', `/bookmarks/${id}`)).status).toBe(404);
  await bookmark(ann, document);
  expect(await ann.request('DELETE', `/bookmarks/${document.id.toUpperCase()}`)).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  });
  expect([await countOf(document), await titles(ann)]).toEqual([0, []]);
  expect((await ann.request('DELETE', '/bookmarks/none')).status).toBe(404);
});

test('20 concurrent requests create one bookmark, and 20 deletions delete one', async () => {
  const document = await published();
  const made = await Promise.all(Array.from({ length: 20 }, () => bookmark(ann, document)));
  expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  const gone = await Promise.all(Array.from({ length: 20 }, () => ann.request('DELETE', `/bookmarks/${document.id}`)));
  expect(gone.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await countOf(document)).toBe(0);
});

test('the same idempotency key returns the first response', async () => {
  const [document, key] = [await published(), randomUUID()];
  const first = await bookmark(ann, document, { 'idempotency-key': key });
  expect(await bookmark(ann, document, { 'idempotency-key': key })).toMatchObject({ status: 201, body: first.body });
});

test('lists summaries, the latest first, in pages and by type', async () => {
  const documents = [
    await published({ title: 'One' }),
    await published({ title: 'Two' }),
    await published({ title: 'Three' }),
  ];
  for (const document of documents) await bookmark(ann, document);
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
  for (const document of documents) await bookmark(ann, document);
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
  for (const document of [kept, closed]) await bookmark(ann, document);
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
