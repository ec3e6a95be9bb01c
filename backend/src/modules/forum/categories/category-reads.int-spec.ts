import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, listThreads, reply } from '../../../../test/support/forum.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { ForumCategoryResponse } from './forum-categories.dto.js';

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
let category: ForumCategoryResponse;
beforeAll(async () => {
  hub = await createTestApp();
  // Not limited like new members.
  [admin, ann, bob] = [
    await hub.users.create('ADMIN'),
    await hub.users.create('EDITOR'),
    await hub.users.create('EDITOR'),
  ];
});
beforeEach(async () => {
  category = await createForumCategory(admin);
});
afterAll(() => hub.close());

const listCategories = async (user: TestUser, query = '') =>
  (await user.request<ForumCategoryResponse[]>('GET', `/forum/categories${query}`)).body;
const unreadOf = async (user: TestUser, id = category.id) =>
  (await listCategories(user)).find((one) => one.id === id)?.unread_count;
const firstUnreadOf = async (user: TestUser) =>
  (await listThreads(user.request, category.id)).threads.map(({ first_unread }) => first_unread);
const read = (user: TestUser, thread: string, number: number) =>
  user.request('PUT', `/forum/threads/${thread}/read`, { body: { number } });

test('threads of others are unread until they are read, and again after a reply', async () => {
  const first = await createThread(ann, category.id);
  await createThread(ann, category.id);
  expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([0, 2]);
  await read(bob, first.id, 1);
  expect([await unreadOf(bob), await unreadOf(admin)]).toEqual([1, 2]);
  await reply(ann, first.id);
  expect(await unreadOf(bob)).toBe(2);
  const guest = await hub.request<ForumCategoryResponse[]>('GET', '/forum/categories');
  expect(guest.body.some((one) => 'unread_count' in one)).toBe(false);
});

test('the tree has the counts as well', async () => {
  const parent = await createForumCategory(admin);
  const child = await createForumCategory(admin, { parent_category_id: parent.id });
  await createThread(ann, child.id);
  const tree = await listCategories(bob, '?hierarchical=true');
  const found = tree.find(({ id }) => id === parent.id);
  expect([found?.unread_count, found?.subcategories[0]?.unread_count]).toEqual([0, 1]);
});

test('deleted and hidden threads are not counted', async () => {
  const [gone, hidden] = [await createThread(ann, category.id), await createThread(ann, category.id)];
  expect(await unreadOf(bob)).toBe(2);
  await ann.request('DELETE', `/forum/threads/${gone.id}`);
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [hidden.id]);
  expect(await unreadOf(bob)).toBe(0);
});

test('placeholders of deleted and hidden posts are not unread', async () => {
  const thread = await createThread(ann, category.id);
  const posts = [await reply(ann, thread.id), await reply(ann, thread.id)];
  await read(bob, thread.id, 1);
  expect([await unreadOf(bob), await firstUnreadOf(bob)]).toEqual([1, [2]]);
  await ann.request('DELETE', `/forum/posts/${posts[0]!.id}`);
  expect(await unreadOf(bob)).toBe(1);
  await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [posts[1]!.id]);
  expect([await unreadOf(bob), await firstUnreadOf(bob)]).toEqual([0, [null]]);
});

test('what was written before a user joined is not unread, but later replies are', async () => {
  const thread = await createThread(ann, category.id);
  const late = await hub.users.create();
  expect([await unreadOf(late), await firstUnreadOf(late)]).toEqual([0, [null]]);
  expect(await getThread(late.request, thread.id)).toMatchObject({ first_unread: null, last_read: 0 });
  await reply(ann, thread.id);
  // Never opened, so it begins with its first post.
  expect([await unreadOf(late), await firstUnreadOf(late)]).toEqual([1, [1]]);
});

test('a category marked as read has nothing unread until the next post, which is the first unread one', async () => {
  const thread = await createThread(ann, category.id);
  for (let i = 0; i < 4; i++) await reply(ann, thread.id);
  await read(bob, thread.id, 2);
  const response = await bob.request('PUT', `/forum/categories/${category.id}/read`);
  expect(response).toMatchObject({
    status: 200,
    body: { message: 'All threads of this category are marked as read.' },
  });
  expect([await unreadOf(bob), await firstUnreadOf(bob)]).toEqual([0, [null]]);
  expect(await getThread(bob.request, thread.id)).toMatchObject({ first_unread: null, last_read: 2 });
  await reply(ann, thread.id);
  await reply(ann, thread.id);
  await createThread(ann, category.id);
  expect([await unreadOf(bob), await firstUnreadOf(bob)]).toEqual([2, [1, 6]]);
  expect(await getThread(bob.request, thread.id)).toMatchObject({ first_unread: 6 });
  expect(await unreadOf(admin)).toBe(2);
});

test('marking a category as read includes its subcategories of all levels, and no others', async () => {
  const child = await createForumCategory(admin, { parent_category_id: category.id });
  const grandchild = await createForumCategory(admin, { parent_category_id: child.id });
  const other = await createForumCategory(admin);
  for (const { id } of [category, child, grandchild, other]) await createThread(ann, id);
  await bob.request('PUT', `/forum/categories/${category.id}/read`);
  const counts = async () => Promise.all([category, child, grandchild, other].map(async ({ id }) => unreadOf(bob, id)));
  expect(await counts()).toEqual([0, 0, 0, 1]);
  await bob.request('PUT', '/forum/read');
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await createThread(ann, grandchild.id);
  expect(await counts()).toEqual([0, 0, 1, 0]);
});

test('a missing category is 404, and guests mark nothing', async () => {
  expect((await bob.request('PUT', '/forum/categories/none/read')).status).toBe(404);
  expect((await bob.request('PUT', `/forum/categories/${ann.id}/read`)).status).toBe(404);
  expect((await hub.request('PUT', `/forum/categories/${category.id}/read`)).status).toBe(401);
  expect((await hub.request('PUT', '/forum/read')).status).toBe(401);
});

test('counting stops at a hundred threads', async () => {
  await hub.database.query(
    `with made as (
       insert into forum_threads
         (id, category_id, author_id, title, last_number, post_count, created_at, last_post_at, last_post_author_id)
       select gen_random_uuid(), $1, $2, 'Thread ' || n, 1, 1, now(), now(), $2 from generate_series(1, 120) n
       returning id
     )
     insert into forum_posts (id, thread_id, number, author_id, content, mentioned, created_at)
     select gen_random_uuid(), m.id, 1, $2, 'Text', '{}', now() from made m`,
    [category.id, ann.id],
  );
  await hub.database.query('update forum_categories set last_post_at = now() where id = $1', [category.id]);
  expect(await unreadOf(bob)).toBe(100);
});
