import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCategory, setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { HomeResponse } from './home.dto.js';

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  viewer = await hub.users.create('VIEWER');
});
afterAll(() => hub.close());

const home = async (request: SendRequest) => (await request<HomeResponse>('GET', '/dashboard/home')).body;
const titles = async (request: SendRequest) => (await home(request)).recent_documents.map(({ title }) => title);

test('an empty hub has an empty home', async () => {
  expect(await home(hub.request)).toEqual({
    user_stats: { bookmarks_count: 0 },
    recent_documents: [],
    recent_videos: [],
    user_bookmarks: [],
    categories: [],
  });
});

test('lists the three latest published items that the reader sees', async () => {
  const early = await createDocument(editor, { title: 'Written first' });
  for (const title of ['A', 'B', 'C']) await createDocument(editor, { title, status: 'PUBLISHED' });
  expect(await titles(hub.request)).toEqual(['C', 'B', 'A']);
  await setDocumentStatus(editor, early.id, 'PUBLISHED');
  expect(await titles(hub.request)).toEqual(['Written first', 'C', 'B']);
  await createDocument(editor, { title: 'Signed in', status: 'PUBLISHED', visibility: 'LOGGED_IN' });
  await createDocument(editor, { title: 'Inside', status: 'PUBLISHED', visibility: 'INTERNAL' });
  await createDocument(editor, { title: 'Draft' });
  expect(await titles(hub.request)).toEqual(['Written first', 'C', 'B']);
  expect(await titles(viewer.request)).toEqual(['Signed in', 'Written first', 'C']);
  // Drafts are no news, not even for their author.
  expect(await titles(editor.request)).toEqual(['Inside', 'Signed in', 'Written first']);
});

test('rows equal those of the document list, with abilities', async () => {
  const [ofList] = (await editor.request<object[]>('GET', '/documents?status=PUBLISHED&limit=1')).body;
  expect((await home(editor.request)).recent_documents[0]).toEqual(ofList);
});

test('lists the first eight categories with items that the reader sees', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push((await createCategory(editor, { order_index: 10 - i })).id);
  for (const id of ids.slice(1))
    await createDocument(editor, {
      category_id: id,
      status: 'PUBLISHED',
      visibility: id === ids[9] ? 'INTERNAL' : 'PUBLIC',
    });
  await createDocument(editor, { category_id: ids[0] });
  const seen = async (request: SendRequest) =>
    (await home(request)).categories.map(({ id, content_count }) => [ids.indexOf(id), content_count]);
  expect(await seen(hub.request)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((i) => [i, 1]));
  expect(await seen(editor.request)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((i) => [i, 1]));
});

test('lists a category after its parent, also when the parent is empty', async () => {
  const [empty, other] = [
    await createCategory(editor, { order_index: 0 }),
    await createCategory(editor, { order_index: 1 }),
  ];
  const below = await createCategory(editor, { order_index: 9, parent_category_id: empty.id });
  for (const { id } of [below, other]) await createDocument(editor, { category_id: id, status: 'PUBLISHED' });
  expect((await home(hub.request)).categories.slice(0, 2)).toMatchObject([
    { id: below.id, parent_title: empty.name },
    { id: other.id, parent_title: null },
  ]);
});
