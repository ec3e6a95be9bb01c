import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createCategory } from '../../../../test/support/documents.js';
import { createForumCategory, createThread } from '../../../../test/support/forum.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { ForumCategoryResponse } from './forum-categories.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, admin, editor } = await createTestAppWithUsers({ admin: 'ADMIN', editor: 'EDITOR' }));
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const list = async (query = '') =>
  (await hub.request<ForumCategoryResponse[]>('GET', `/forum/categories${query}`)).body;
const get = (id: string) => hub.request<{ name: string }>('GET', `/categories/${id}`);
const setUpDefaults = () =>
  admin.request<{ message: string; detail: string }>('POST', '/forum/setup-default-categories', { body: {} });

test('the defaults are created once, as a tree', async () => {
  const first = await setUpDefaults();
  expect(first).toMatchObject({ status: 200, body: { message: '6 default categories created successfully' } });
  expect(await setUpDefaults()).toMatchObject({ status: 400, body: { detail: 'Default categories already exist' } });
  const flat = await list();
  expect(flat.map(({ name, parent_title }) => [name, parent_title])).toEqual([
    ['Announcements', null],
    ['Questions', null],
    ['Getting started', 'Questions'],
    ['Troubleshooting', 'Questions'],
    ['Ideas and feedback', null],
    ['General discussion', null],
  ]);
  expect(flat.every(({ subcategories }) => subcategories.length === 0)).toBe(true);
  const tree = await list('?hierarchical=true');
  expect(tree.map(({ name, subcategories }) => [name, subcategories.map((below) => below.name)])).toEqual([
    ['Announcements', []],
    ['Questions', ['Getting started', 'Troubleshooting']],
    ['Ideas and feedback', []],
    ['General discussion', []],
  ]);
});

test('a category has the default color and order, and its fields can be changed one by one', async () => {
  const { id, name } = await createForumCategory(admin);
  expect(await createForumCategory(admin)).toMatchObject({
    color: '#3B82F6',
    order_index: 0,
    thread_count: 0,
    post_count: 0,
    last_post_at: null,
    parent_category_id: null,
  });
  const { status, body } = await admin.request<ForumCategoryResponse>('PUT', `/forum/categories/${id}`, {
    body: { description: 'Changed', order_index: 4 },
  });
  expect([status, body.name, body.description, body.order_index]).toEqual([200, name, 'Changed', 4]);
});

test('names are unique beside each other, and no category is below itself', async () => {
  const parent = await createForumCategory(admin, { name: 'Parent' });
  const child = await createForumCategory(admin, { name: 'Child', parent_category_id: parent.id });
  const post = (body: object) => admin.request('POST', '/forum/categories', { body });
  const duplicate = { name: 'child', description: 'x', parent_category_id: parent.id };
  expect(await post(duplicate)).toMatchObject({ status: 409, body: { code: 'category_exists' } });
  const below = await admin.request('PUT', `/forum/categories/${parent.id}`, {
    body: { parent_category_id: child.id },
  });
  expect(below).toMatchObject({ status: 400, body: { errors: [{ field: 'parent_category_id' }] } });
  expect(await post({ name: '', description: '' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'name' }, { field: 'description' }] },
  });
});

test('only empty categories can be deleted, with the reason', async () => {
  const parent = await createForumCategory(admin, { name: 'Full' });
  const child = await createForumCategory(admin, { name: 'Below', parent_category_id: parent.id });
  const remove = (id: string) => admin.request('DELETE', `/forum/categories/${id}`);
  expect(await remove(parent.id)).toMatchObject({
    status: 409,
    body: { code: 'category_in_use', detail: '“Full” has subcategories. Please move or delete them first.' },
  });
  const thread = await createThread(editor, child.id);
  expect(await remove(child.id)).toMatchObject({
    status: 409,
    body: { detail: '“Below” contains threads. Please move them to another category first.' },
  });
  await editor.request('PUT', `/forum/threads/${thread.id}`, { body: { category_id: parent.id } });
  expect(await remove(child.id)).toMatchObject({
    status: 200,
    body: { message: 'Forum category deleted successfully' },
  });
  expect((await list()).map(({ id }) => id)).not.toContain(child.id);
});

test('one address finds the categories of content and of the forum', async () => {
  const ofContent = await createCategory(editor);
  const ofForum = await createForumCategory(admin);
  expect((await get(ofContent.id)).body.name).toBe(ofContent.name);
  expect((await get(ofForum.id)).body.name).toBe(ofForum.name);
  expect((await get('0198c2f0-7b1e-7cc3-98c4-dc0c0c073900')).status).toBe(404);
  expect((await get('general')).status).toBe(404);
});

test('editors do not manage categories', async () => {
  const { id } = await createForumCategory(admin);
  const body = { name: 'Mine', description: 'x' };
  expect((await editor.request('POST', '/forum/categories', { body })).status).toBe(403);
  expect((await editor.request('PUT', `/forum/categories/${id}`, { body })).status).toBe(403);
  expect((await editor.request('DELETE', `/forum/categories/${id}`)).status).toBe(403);
  expect((await editor.request('POST', '/forum/setup-default-categories', { body: {} })).status).toBe(403);
});
