import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createCategory } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, getThread, reply } from '../../../../test/support/forum.js';
import { hideByReports } from '../../../../test/support/reports.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
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

const remove = (id: string) => admin.request('DELETE', `/forum/categories/${id}`);

test('the four defaults are created once, at the top level', async () => {
  const first = await setUpDefaults();
  expect(first).toMatchObject({ status: 200, body: { message: '4 default categories created successfully' } });
  expect(await setUpDefaults()).toMatchObject({ status: 400, body: { detail: 'Default categories already exist' } });
  const categories = await list('?hierarchical=true');
  expect(categories.map(({ name, order_index }) => [name, order_index])).toEqual([
    ['General', 0],
    ['Questions', 1],
    ['Ideas', 2],
    ['Show and tell', 3],
  ]);
  for (const { parent_category_id, subcategories, description, icon, color } of categories)
    expect({ parent_category_id, subcategories, description, icon, color }).toEqual({
      parent_category_id: null,
      subcategories: [],
      description: expect.stringMatching(/./),
      icon: expect.stringMatching(/./),
      color: expect.stringMatching(/^#[0-9A-F]{6}$/),
    });
});

test('a category is followed by its subcategories in their order, and contains them in the tree', async () => {
  const { id: parent_category_id, name } = await createForumCategory(admin);
  const below = [];
  for (const order_index of [2, 1])
    below.unshift((await createForumCategory(admin, { parent_category_id, order_index })).name);
  const flat = await list();
  const position = flat.findIndex(({ id }) => id === parent_category_id);
  expect(flat.slice(position + 1, position + 3).map((found) => [found.name, found.parent_title])).toEqual(
    below.map((subcategory) => [subcategory, name]),
  );
  expect(flat.every(({ subcategories }) => subcategories.length === 0)).toBe(true);
  const tree = await list('?hierarchical=true');
  expect(tree.find(({ id }) => id === parent_category_id)?.subcategories.map((found) => found.name)).toEqual(below);
});

test('a category is read with its subcategories of all levels', async () => {
  const top = await createForumCategory(admin);
  const [second, first] = [
    await createForumCategory(admin, { parent_category_id: top.id, order_index: 2 }),
    await createForumCategory(admin, { parent_category_id: top.id, order_index: 1 }),
  ];
  const below = await createForumCategory(admin, { parent_category_id: first.id });
  const { body } = await hub.request<ForumCategoryResponse>('GET', `/categories/${top.id}`);
  expect(body.subcategories.map(({ id, subcategories }) => [id, subcategories.map((each) => each.id)])).toEqual([
    [first.id, [below.id]],
    [second.id, []],
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
  expect(await remove(parent.id)).toMatchObject({
    status: 409,
    body: { code: 'category_in_use', detail: '“Full” contains subcategories. Please move or delete them first.' },
  });
  const thread = await createThread(editor, child.id);
  expect(await remove(child.id)).toMatchObject({
    status: 409,
    body: { detail: '“Below” contains threads. Please move or delete them first.' },
  });
  await editor.request('PUT', `/forum/threads/${thread.id}`, { body: { category_id: parent.id } });
  expect(await remove(parent.id)).toMatchObject({
    status: 409,
    body: { detail: '“Full” contains subcategories and threads. Please move or delete them first.' },
  });
  expect(await remove(child.id)).toMatchObject({
    status: 200,
    body: { message: 'Forum category deleted successfully' },
  });
  expect((await list()).map(({ id }) => id)).not.toContain(child.id);
});

test('deleted and merged threads do not keep a category; merged ones still lead to the other thread', async () => {
  const [left, kept] = [await createForumCategory(admin), await createForumCategory(admin)];
  const [deleted, merged, target] = [
    await createThread(editor, left.id),
    await createThread(editor, left.id),
    await createThread(editor, kept.id),
  ];
  const post = await reply(editor, merged.id);
  await editor.request('DELETE', `/forum/threads/${deleted.id}`);
  await editor.request('POST', `/forum/threads/${merged.id}/merge`, { body: { target_id: target.id } });
  expect(await remove(left.id)).toMatchObject({ status: 200 });
  expect((await hub.request('GET', `/forum/threads/${deleted.id}`)).status).toBe(404);
  expect(await getThread(hub.request, merged.id)).toMatchObject({ id: target.id, category_id: kept.id, post_count: 3 });
  expect(await hub.request('GET', `/forum/threads/${merged.id}/posts/2`)).toMatchObject({
    status: 200,
    body: { id: post.id, thread_id: target.id },
  });
  expect((await reply(editor, merged.id)).thread_id).toBe(target.id);
  expect((await hub.get(Reconciliation).run({ fix: false })).filter(({ differences }) => differences)).toEqual([]);
  await expect(
    hub.database.query('update forum_threads set category_id = null where id = $1', [target.id]),
  ).rejects.toThrow('forum_threads_category_unless_deleted');
});

test('hidden threads keep a category, and the reason names them', async () => {
  const { id, name } = await createForumCategory(admin);
  const [thread, other] = [await createThread(editor, id), await createThread(editor, id)];
  await hideByReports(hub, { type: 'thread', id: thread.id });
  expect(await remove(id)).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(
        new RegExp(`“${name}” contains threads and hidden threads, which lists do not show. Please move or delete`),
      ),
    },
  });
  await editor.request('DELETE', `/forum/threads/${other.id}`);
  expect(await remove(id)).toMatchObject({
    status: 409,
    body: {
      code: 'category_in_use',
      detail: `“${name}” contains hidden threads, which lists do not show. Please move or delete them first.`,
      threads: 0,
      hidden_threads: 1,
    },
  });
  await editor.request('DELETE', `/forum/threads/${thread.id}`);
  expect((await remove(id)).status).toBe(200);
});

test('one address finds the categories of content and of the forum', async () => {
  const ofContent = await createCategory(editor);
  const ofForum = await createForumCategory(admin);
  expect((await get(ofContent.id)).body.name).toBe(ofContent.name);
  expect((await get(ofForum.id)).body.name).toBe(ofForum.name);
  expect((await get('0198c2f0-7b1e-7cc3-98c4-dc0c0c073900')).status).toBe(404);
  expect((await get('general')).status).toBe(404);
});
