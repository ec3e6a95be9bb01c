import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { HomeResponse } from '../home/home.dto.js';
import type { SeriesProgressResponse, TreeLevelResponse } from './tree.dto.js';

let hub: TestApp;
let editor: TestUser;
let reader: TestUser;
beforeAll(async () => {
  ({ hub, editor, reader } = await createTestAppWithUsers({ editor: 'EDITOR', reader: 'VIEWER' }));
});
afterAll(() => hub.close());

test('a series is numbered and ticked for its reader, and continues with the first page that is not done', async () => {
  const { id: category } = await createCategory(editor, { is_series: true });
  const page = (title: string, fields: object = {}) =>
    createDocument(editor, { title, status: 'PUBLISHED', category_id: category, ...fields });
  const ticks = async (user: Pick<TestUser, 'request'>, parentId = '') =>
    (await user.request<TreeLevelResponse>('GET', `/categories/${category}/tree?parent_id=${parentId}`)).body.items.map(
      ({ title, number, is_done }) => [title, number, is_done],
    );
  const a = await page('A');
  const a1 = await page('A1', { parent_id: a.id });
  await page('Draft', { status: 'DRAFT' });
  const b = await page('B');
  const setDone = (id: string, is_done: boolean) =>
    reader.request('PUT', `/content/document/${id}/progress`, { body: { is_done } });
  const home = async () => (await reader.request<HomeResponse>('GET', '/dashboard/home')).body.continue;
  const progress = async (user: TestUser) =>
    (await user.request<SeriesProgressResponse>('GET', `/categories/${category}/progress`)).body;
  expect(await home()).toEqual([]);
  expect(await progress(reader)).toMatchObject({ next: { id: a.id }, done: 0, total: 3 });
  expect((await setDone(a.id, true)).status).toBe(200);
  expect(await progress(reader)).toMatchObject({ next: { id: a1.id }, done: 1, total: 3 });
  expect(await progress(editor)).toMatchObject({ next: { id: a.id }, done: 0, total: 4 });
  expect(await home()).toMatchObject([{ category: { id: category }, page: { id: a1.id }, done: 1, total: 3 }]);
  await setDone(b.id, true);
  expect(await ticks(reader)).toEqual([
    ['A', 1, true],
    ['B', 2, true],
  ]);
  expect(await ticks(editor)).toEqual([
    ['A', 1, false],
    ['Draft', 2, false],
    ['B', 3, false],
  ]);
  expect(await ticks(hub, a.id)).toEqual([['A1', 1, false]]);
  const tree = (query: string) =>
    editor.request<TreeLevelResponse>('GET', `/categories/${category}/tree?limit=2${query}`);
  const { next_cursor: cursor } = (await tree('')).body;
  expect((await tree(`&cursor=${cursor}`)).body.items).toMatchObject([{ title: 'B', number: 3 }]);
  await setDone(a1.id, true);
  expect(await home()).toEqual([]);
  expect(await progress(reader)).toEqual({ next: null, done: 3, total: 3 });
  await setDone(a.id, false);
  expect(await home()).toMatchObject([{ page: { id: a.id }, done: 2 }]);
  await editor.request('PUT', `/categories/${category}`, { body: { is_series: false } });
  expect(await home()).toEqual([]);
  expect(await ticks(reader)).toEqual([
    ['A', null, null],
    ['B', null, null],
  ]);
});
