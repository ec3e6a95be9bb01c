import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, listThreads, reply } from '../../../../test/support/forum.js';
import { closeReconciled } from '../../../../test/support/reconciliation.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import type { ForumCategoryResponse } from '../categories/forum-categories.dto.js';
import type { ForumStatsResponse, ThreadResponse } from './threads.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let ann: TestUser;
let bob: TestUser;
let category: ForumCategoryResponse;
beforeAll(async () => {
  ({ hub, admin, editor, ann, bob } = await createTestAppWithUsers({
    admin: 'ADMIN',
    editor: 'EDITOR',
    ann: 'VIEWER',
    bob: 'VIEWER',
  }));
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  category = await createForumCategory(admin);
});
afterAll(() => closeReconciled(hub));

const post = (path: string, body: object) => ann.request('POST', path, { body });
const remove = (user: TestUser, id: string) => user.request('DELETE', `/forum/threads/${id}`);
const countPosts = async (id: string) =>
  (await hub.database.one<{ n: number }>('select post_count as n from user_stats where user_id = $1', [id]))!.n;
const getStats = async (user?: TestUser) =>
  (await (user?.request ?? hub.request)<ForumStatsResponse>('GET', '/forum/stats')).body;
const put = (user: TestUser, id: string, body: object) =>
  user.request<ThreadResponse>('PUT', `/forum/threads/${id}`, { body });
const categoryNow = async (id = category.id) =>
  (await hub.request<ForumCategoryResponse>('GET', `/categories/${id}`)).body;
const titles = async (query = '') =>
  (await listThreads(hub.request, category.id, query)).threads.map(({ title }) => title);

test('a new thread counts in its category and for its author, who watches it and has read it', async () => {
  const before = (await ann.request<{ post_count: number }>('GET', '/auth/me')).body.post_count;
  const thread = await createThread(ann, category.id, { title: 'Backups', tags: ['Backup', 'backup', 'S3'] });
  expect(thread).toMatchObject({
    title: 'Backups',
    tags: ['backup', 's3'],
    post_count: 1,
    last_number: 1,
    author_name: ann.name,
    last_post_author: ann.name,
    is_watched: true,
    first_unread: null,
    pages: 1,
    category: { id: category.id, name: category.name },
    abilities: { reply: true, edit: true, delete: true, solve: true, moderate: false },
  });
  expect(await categoryNow()).toMatchObject({ thread_count: 1, post_count: 1, last_post_at: thread.last_post_at });
  expect((await ann.request<{ post_count: number }>('GET', '/auth/me')).body.post_count).toBe(before + 1);
  const guest = await getThread(hub.request, thread.id);
  expect([guest.abilities, guest.is_watched, guest.first_unread]).toEqual([undefined, undefined, undefined]);
  expect((await getThread(bob.request, thread.id)).first_unread).toBe(1);
});

test('title and content are required, and the category must exist', async () => {
  expect(await post(`/forum/categories/${category.id}/threads`, { title: ' ', content: '' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'title' }, { field: 'content' }] },
  });
  const body = { title: 'Lost', content: 'x' };
  expect((await post('/forum/categories/0198c2f0-7b1e-7cc3-98c4-dc0c0c073900/threads', body)).status).toBe(404);
  expect((await post('/forum/categories/none/threads', body)).status).toBe(404);
  expect((await hub.request('POST', `/forum/categories/${category.id}/threads`, { body })).status).toBe(401);
});

test('a repeated request with the same key creates one thread', async () => {
  const repeated = { body: { title: 'Once', content: 'x' }, headers: { 'idempotency-key': 'thread-once' } };
  const path = `/forum/categories/${category.id}/threads`;
  const [first, second] = [await ann.request('POST', path, repeated), await ann.request('POST', path, repeated)];
  expect(second.body['id']).toBe(first.body['id']);
  expect(await titles()).toEqual(['Once']);
});

test('lists pinned threads first, then by activity; other orders and filters', async () => {
  for (const title of ['a', 'b', 'c', 'd']) await createThread(ann, category.id, { title, tags: [`tag-${title}`] });
  const { threads } = await listThreads(hub.request, category.id);
  const idOf = (title: string) => threads.find((thread) => thread.title === title)!.id;
  await put(editor, idOf('b'), { is_pinned: true });
  await reply(bob, idOf('a'));
  expect(await titles()).toEqual(['b', 'a', 'd', 'c']);
  expect(await titles('?sort=newest')).toEqual(['b', 'd', 'c', 'a']);
  expect(await titles('?sort=replies')).toEqual(['b', 'a', 'd', 'c']);
  expect(await titles('?tag=TAG-c')).toEqual(['c']);
  await put(editor, idOf('d'), { is_solved: true });
  expect(await titles('?solved=true')).toEqual(['d']);
  expect(await titles('?solved=false')).toEqual(['b', 'a', 'c']);
  expect((await listThreads(hub.request, category.id, '?solved=false')).total).toBe(3);
});

test.each(['activity', 'newest', 'views', 'replies'])(
  'pages by number and by cursor show each thread once, ordered by %s',
  async (sort) => {
    await hub.database.query(
      `insert into forum_threads (id, category_id, author_id, title, post_count, last_number, view_count, created_at,
                                  last_post_at, last_post_author_id, is_pinned)
       select gen_random_uuid(), $1, $2, 'Thread ' || n, 1 + n % 3, 1, n % 5, now(),
              date_trunc('hour', now()) - n % 7 * interval '1 hour', $2, n <= 2
       from generate_series(1, 45) n`,
      [category.id, ann.id],
    );
    await hub.database.query('update forum_categories set thread_count = 45 where id = $1', [category.id]);
    try {
      const first = await listThreads(hub.request, category.id, `?sort=${sort}`);
      expect([first.pages, first.total, first.page, first.previous]).toEqual([3, 45, 1, null]);
      const second = await listThreads(hub.request, category.id, `?sort=${sort}&page=2&after=${first.next!}`);
      const third = await listThreads(hub.request, category.id, `?sort=${sort}&page=3&after=${second.next!}`);
      expect([second.page, third.threads.length, third.next]).toEqual([2, 5, null]);
      const all = [first, second, third].flatMap(({ threads }) => threads.map(({ id }) => id));
      expect(new Set(all).size).toBe(45);
      for (const [page, expected] of [first, second, third].entries()) {
        const jumped = await listThreads(hub.request, category.id, `?sort=${sort}&page=${page + 1}`);
        expect(jumped.threads.map(({ id }) => id)).toEqual(expected.threads.map(({ id }) => id));
      }
      const back = await listThreads(hub.request, category.id, `?sort=${sort}&page=2&before=${third.previous!}`);
      expect(back.threads.map(({ id }) => id)).toEqual(second.threads.map(({ id }) => id));
      const start = await listThreads(hub.request, category.id, `?sort=${sort}&page=1&before=${back.previous!}`);
      expect(start.threads.map(({ id }) => id)).toEqual(first.threads.map(({ id }) => id));
    } finally {
      await hub.database.query('delete from forum_threads where category_id = $1', [category.id]);
      await hub.database.query('update forum_categories set thread_count = 0 where id = $1', [category.id]);
    }
  },
);

test('an invalid cursor is refused, missing categories are 404, invalid pages are the first one', async () => {
  for (const place of [
    'x',
    'WzAsMSwieCJd',
    Buffer.from('[0,"no time","0198c2f0-7b1e-7cc3-98c4-dc0c0c073900"]').toString('base64url'),
  ])
    expect((await hub.request('GET', `/forum/categories/${category.id}/threads?after=${place}`)).status).toBe(400);
  expect((await hub.request('GET', '/forum/categories/none/threads')).status).toBe(404);
  expect((await listThreads(hub.request, category.id, '?page=abc')).page).toBe(1);
});

test('unread posts are named until they are read; a lower number changes nothing', async () => {
  const thread = await createThread(ann, category.id);
  for (let i = 0; i < 3; i++) await reply(bob, thread.id);
  const unread = async () => (await listThreads(ann.request, category.id)).threads[0]?.first_unread;
  expect(await unread()).toBe(2);
  const read = (number: number) => ann.request('PUT', `/forum/threads/${thread.id}/read`, { body: { number } });
  await read(3);
  await read(2);
  expect(await unread()).toBe(4);
  await read(999);
  expect(await unread()).toBeNull();
  await reply(bob, thread.id);
  expect(await unread()).toBe(5);
});

test('authors change title and tags, moderators everything else', async () => {
  const thread = await createThread(ann, category.id);
  expect((await put(ann, thread.id, { title: 'Better', tags: ['New'] })).body).toMatchObject({
    title: 'Better',
    tags: ['new'],
  });
  expect((await put(bob, thread.id, { title: 'Mine' })).status).toBe(403);
  const category_id = (await createForumCategory(admin)).id;
  for (const body of [{ is_pinned: true }, { is_locked: true }, { is_solved: true }, { category_id }])
    expect((await put(ann, thread.id, body)).status).toBe(403);
  expect((await put(editor, thread.id, { is_pinned: true, is_locked: true })).body).toMatchObject({
    is_pinned: true,
    is_locked: true,
  });
  const isLocked = { status: 403, body: { code: 'thread_locked' } };
  expect(await put(ann, thread.id, { title: 'Locked' })).toMatchObject(isLocked);
  expect(await remove(ann, thread.id)).toMatchObject(isLocked);
  expect((await getThread(ann.request, thread.id)).abilities).toMatchObject({ edit: false, delete: false });
  expect((await put(editor, thread.id, { title: 'Moderated' })).status).toBe(200);
});

test('moving a thread moves its counts', async () => {
  const thread = await createThread(ann, category.id);
  await reply(bob, thread.id);
  const other = await createForumCategory(admin);
  expect((await put(editor, thread.id, { category_id: other.id })).body.category.name).toBe(other.name);
  expect(await categoryNow()).toMatchObject({ thread_count: 0, post_count: 0, last_post_at: null });
  expect(await categoryNow(other.id)).toMatchObject({ thread_count: 1, post_count: 2 });
  const gone = await put(editor, thread.id, { category_id: '0198c2f0-7b1e-7cc3-98c4-dc0c0c073900' });
  expect(gone).toMatchObject({ status: 400, body: { errors: [{ field: 'category_id' }] } });
});

test('the author marks the reply that solved it; its author earns reputation once', async () => {
  const thread = await createThread(ann, category.id);
  const [first, second] = [await reply(bob, thread.id), await reply(editor, thread.id)];
  const solve = (user: TestUser, post_id: string | null) =>
    user.request<ThreadResponse>('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id } });
  const reputation = async (id: string) =>
    (await hub.database.one<{ n: number }>('select reputation as n from user_stats where user_id = $1', [id]))!.n;
  const before = [await reputation(bob.id), await reputation(editor.id)] as const;
  expect((await solve(bob, first.id)).status).toBe(403);
  expect((await solve(ann, first.id)).body).toMatchObject({ is_solved: true, solution_number: 2 });
  await solve(ann, first.id);
  expect(await reputation(bob.id)).toBe(before[0] + 10);
  expect((await solve(ann, second.id)).body.solution_post_id).toBe(second.id);
  expect([await reputation(bob.id), await reputation(editor.id)]).toEqual([before[0], before[1] + 10]);
  const original = (await hub.request<{ posts: { id: string }[] }>('GET', `/forum/threads/${thread.id}/posts`)).body;
  expect((await solve(ann, original.posts[0]!.id)).status).toBe(400);
  expect((await put(ann, thread.id, { is_solved: false })).status).toBe(403);
  expect((await put(editor, thread.id, { is_solved: false })).body).toMatchObject({
    is_solved: false,
    solution_post_id: null,
  });
  expect(await reputation(editor.id)).toBe(before[1]);
  await solve(ann, first.id);
  expect((await solve(ann, null)).body).toMatchObject({ is_solved: false, solution_post_id: null });
  expect(await reputation(bob.id)).toBe(before[0]);
  // A forgotten field takes no solution away.
  expect(
    (await ann.request('PUT', `/forum/threads/${(await createThread(ann, category.id)).id}/solution`)).status,
  ).toBe(400);
});

test('authors delete threads without replies; moderators all, and the counts follow', async () => {
  const [own, answered] = [await createThread(ann, category.id), await createThread(ann, category.id)];
  await reply(bob, answered.id);
  const before = [await countPosts(ann.id), await countPosts(bob.id)] as const;
  expect((await remove(bob, own.id)).status).toBe(403);
  expect((await remove(ann, own.id)).status).toBe(200);
  expect((await remove(ann, answered.id)).status).toBe(403);
  expect((await remove(editor, answered.id)).status).toBe(200);
  expect([await countPosts(ann.id), await countPosts(bob.id)]).toEqual([before[0] - 2, before[1] - 1]);
  expect(await categoryNow()).toMatchObject({ thread_count: 0, post_count: 0, last_post_at: null });
  for (const user of [undefined, ann, editor]) {
    const request = user?.request ?? hub.request;
    expect((await request('GET', `/forum/threads/${answered.id}`)).status).toBe(404);
    expect((await request('GET', `/forum/threads/${answered.id}/posts`)).status).toBe(404);
  }
});

test('authors may delete a thread again after all of its replies were deleted', async () => {
  const { id } = await createThread(ann, category.id);
  const answer = await reply(bob, id);
  const canDelete = async () => (await getThread(ann.request, id)).abilities?.delete;
  expect(await canDelete()).toBe(false);
  await bob.request('DELETE', `/forum/posts/${answer.id}`);
  expect(await canDelete()).toBe(true);
  expect((await remove(ann, id)).status).toBe(200);
});

test('hidden threads are seen by their author and moderators only, and never listed', async () => {
  const thread = await createThread(ann, category.id);
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [thread.id]);
  await hub.get(Reconciliation).run({ fix: true });
  for (const [request, status] of [
    [hub.request, 404],
    [bob.request, 404],
    [ann.request, 200],
    [editor.request, 200],
  ] as const) {
    for (const path of ['', '/posts'])
      expect((await request('GET', `/forum/threads/${thread.id}${path}`)).status).toBe(status);
    expect((await listThreads(request, category.id, '?sort=newest')).threads).toEqual([]);
  }
  const watch = await bob.request('PUT', `/forum/threads/${thread.id}/watch`);
  expect(watch.status).toBe(404);
});

test('totals count threads, posts and categories, and the posts of the user', async () => {
  const before = await getStats();
  const thread = await createThread(ann, category.id);
  await reply(bob, thread.id);
  expect(await getStats()).toEqual({ ...before, threads: before.threads + 1, posts: before.posts + 2 });
  expect((await getStats(bob)).own_posts).toBeGreaterThan(0);
});

test('a watched thread can be left and watched again', async () => {
  const thread = await createThread(ann, category.id);
  const watch = (method: 'PUT' | 'DELETE') => bob.request(method, `/forum/threads/${thread.id}/watch`);
  expect((await getThread(bob.request, thread.id)).is_watched).toBe(false);
  await watch('PUT');
  expect((await getThread(bob.request, thread.id)).is_watched).toBe(true);
  await watch('DELETE');
  expect((await getThread(bob.request, thread.id)).is_watched).toBe(false);
});
