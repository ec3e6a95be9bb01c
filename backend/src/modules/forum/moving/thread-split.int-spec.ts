import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createThread, getThread, listPosts, listThreads, reply } from '../../../../test/support/forum.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createForumWithMembers, findPlace } from '../../../../test/support/moved-posts.js';
import { closeReconciled } from '../../../../test/support/reconciliation.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { getReputation, type TestUser } from '../../../../test/support/users.js';
import { ContentFacade } from '../../content/index.js';
import type { PostResponse } from '../posts/posts.dto.js';
import type { ThreadResponse } from '../threads/threads.dto.js';

let hub: TestApp;
let editor: TestUser;
let ann: TestUser;
let bob: TestUser;
let cem: TestUser;
let categoryId: string;
let otherCategoryId: string;
let thread: ThreadResponse;
/** the replies, by number */
let posts: Record<number, PostResponse>;
beforeAll(async () => {
  ({ hub, editor, ann, bob, cem, categoryId, otherCategoryId } = await createForumWithMembers());
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  thread = await createThread(ann, categoryId, { title: 'Backups' });
  posts = {};
  for (const [number, author] of [bob, cem, bob, ann].entries())
    posts[number + 2] = await reply(author, thread.id, { content: `Zebra ${number + 2}` });
});
afterAll(async () => {
  await hub.get(ContentFacade).completeSearchIndex();
  await closeReconciled(hub);
});

const idsOf = (...numbers: number[]) => numbers.map((number) => posts[number]!.id);
const split = (numbers: number[], fields: object = {}, user: TestUser = editor) =>
  user.request<ThreadResponse & { code?: string; errors?: { field: string }[] }>(
    'POST',
    `/forum/threads/${thread.id}/split`,
    { body: { post_ids: idsOf(...numbers), title: 'Schedules', ...fields } },
  );
const contents = async (id: string) =>
  (await listPosts(hub.request, id)).posts.map(({ number, content, author_name }) => [number, content, author_name]);
const reputationOf = (user: TestUser) => getReputation(hub.database, user);

test('the posts become a thread in their order; placeholders with a link remain', async () => {
  // The order of the ids does not matter.
  const { status, body } = await split([4, 2], { category_id: otherCategoryId });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    title: 'Schedules',
    category_id: otherCategoryId,
    author_id: bob.id,
    created_at: posts[2]!.created_at,
    post_count: 2,
    last_number: 2,
    last_post_at: posts[4]!.created_at,
    last_post_author: bob.name,
    is_solved: false,
  });
  expect(await contents(body.id)).toEqual([
    [1, 'Zebra 2', bob.name],
    [2, 'Zebra 4', bob.name],
  ]);
  expect(await contents(thread.id)).toEqual([
    [1, 'First words', ann.name],
    [3, 'Zebra 3', cem.name],
    [5, 'Zebra 5', ann.name],
  ]);
  const target = { thread_id: body.id, title: 'Schedules' };
  const { moved, total, pages } = await listPosts(hub.request, thread.id);
  expect({ moved, total, pages }).toEqual({
    moved: [
      { number: 2, moved_to: { ...target, number: 1 } },
      { number: 4, moved_to: { ...target, number: 2 } },
    ],
    total: 3,
    pages: 1,
  });
  expect(await getThread(hub.request, thread.id)).toMatchObject({ post_count: 3, last_number: 5 });
  // Numbers of moved posts are not used again.
  expect((await reply(ann, thread.id)).number).toBe(6);
  expect((await reply(ann, body.id)).number).toBe(3);
});

test('posts keep their ids, files, reactions and histories', async () => {
  await cem.request('PUT', `/forum/posts/${posts[2]!.id}/reactions/LIKE`);
  await bob.request('PUT', `/forum/posts/${posts[2]!.id}`, { body: { content: 'Edited zebra' } });
  const { id } = (await split([2])).body;
  const { body: post } = await hub.request<PostResponse>('GET', `/forum/posts/${posts[2]!.id}`);
  expect(post).toMatchObject({ thread_id: id, number: 1, like_count: 1, content: 'Edited zebra' });
  expect((await hub.request<object[]>('GET', `/forum/posts/${post.id}/edits`)).body).toHaveLength(1);
  expect((await bob.request('PUT', `/forum/posts/${post.id}`, { body: { content: 'Again' } })).status).toBe(200);
});

test('replies refer to posts of their own thread only', async () => {
  const inside = await reply(bob, thread.id, { reply_to_id: posts[2]!.id });
  const outside = await reply(bob, thread.id, { reply_to_id: posts[3]!.id });
  const staying = await reply(bob, thread.id, { reply_to_id: posts[2]!.id });
  const { body } = await editor.request<ThreadResponse>('POST', `/forum/threads/${thread.id}/split`, {
    body: { post_ids: [posts[2]!.id, inside.id, outside.id], title: 'Schedules' },
  });
  expect((await listPosts(hub.request, body.id)).posts.map((post) => post.reply_to?.number ?? null)).toEqual([
    null,
    1,
    null,
  ]);
  expect((await hub.request<PostResponse>('GET', `/forum/posts/${staying.id}`)).body.reply_to).toBeNull();
});

test('splitting off the solution reopens the question and takes the reputation back', async () => {
  const before = await reputationOf(cem);
  await ann.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: posts[3]!.id } });
  expect(await reputationOf(cem)).toBe(before + 10);
  await split([2]);
  expect(await getThread(hub.request, thread.id)).toMatchObject({ is_solved: true, solution_number: 3 });
  await split([3]);
  expect(await getThread(hub.request, thread.id)).toMatchObject({ is_solved: false, solution_post_id: null });
  expect(await reputationOf(cem)).toBe(before);
});

test('counters of categories and lists follow at once', async () => {
  const before = await Promise.all([categoryId, otherCategoryId].map((id) => listThreads(hub.request, id)));
  const { id } = (await split([2, 3], { category_id: otherCategoryId })).body;
  const after = await Promise.all([categoryId, otherCategoryId].map((id_) => listThreads(hub.request, id_)));
  expect(after.map(({ total }, i) => total - before[i]!.total)).toEqual([0, 1]);
  expect(after[1]!.threads.map((found) => found.id)).toContain(id);
});

test('search finds the posts in the new thread', async () => {
  const word = 'zzqsplitwort';
  posts[6] = await reply(bob, thread.id, { content: `First ${word}` });
  posts[7] = await reply(cem, thread.id, { content: `Second ${word}` });
  const { id } = (await split([6, 7], { title: 'New home', category_id: otherCategoryId })).body;
  const find = async () =>
    (
      await hub.request<{ results: { type: string; id: string; url: string; title: string; category: object }[] }>(
        'POST',
        '/search',
        { body: { query: word, content_type: 'all' } },
      )
    ).body.results.toSorted((a, b) => (a.type < b.type ? 1 : -1));
  const expected = [
    { type: 'thread', id, url: `/community/thread/${id}`, title: 'New home' },
    { type: 'post', id: posts[7].id, url: `/community/thread/${id}#post-2`, title: 'Re: New home' },
  ].map((result) => expect.objectContaining({ ...result, category: expect.objectContaining({ id: otherCategoryId }) }));
  expect(await find()).toEqual(expected);
  await hub.get(ContentFacade).completeSearchIndex();
  expect(await find()).toEqual(expected);
});

test('authors watch the new thread, and what was read stays read', async () => {
  await cem.request('DELETE', `/forum/threads/${thread.id}/watch`);
  await editor.request('PUT', `/forum/threads/${thread.id}/read`, { body: { number: 3 } });
  const { id } = (await split([2, 3, 4])).body;
  expect(await getThread(bob.request, id)).toMatchObject({ is_watched: true, first_unread: null });
  expect(await getThread(cem.request, id)).toMatchObject({ is_watched: false, first_unread: 3 });
  expect(await getThread(ann.request, id)).toMatchObject({ is_watched: false, first_unread: null });
  expect(await getThread(editor.request, id)).toMatchObject({ is_watched: false, first_unread: 3 });
});

test('each author is notified once, and the act is audited', async () => {
  const { id } = (await split([2, 3, 4])).body;
  await waitForJobs(hub.database, 'notify');
  const rows = await hub.database.query<{ user_id: string; message: string; url: string }>(
    `select user_id, message, url from notifications where kind = 'posts_moved' and subject_id = $1`,
    [id],
  );
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([bob.id, cem.id].toSorted());
  expect(rows[0]).toMatchObject({
    message: `${editor.name} moved posts of yours to “Schedules”.`,
    url: `/community/thread/${id}#post-1`,
  });
  const audit = await hub.database.one(
    `select before, after from audit_log where action = 'thread.split' and subject_id = $1`,
    [thread.id],
  );
  expect(audit).toMatchObject({ before: { numbers: [2, 3, 4] }, after: { thread_id: id, title: 'Schedules' } });
});

test('former numbers lead to the posts, also after a second move', async () => {
  const second = (await split([2, 3])).body;
  expect((await findPlace(hub.request, thread.id, 3)).body).toMatchObject({ thread_id: second.id, number: 2 });
  const third = (
    await editor.request<ThreadResponse>('POST', `/forum/threads/${second.id}/split`, {
      body: { post_ids: idsOf(3), title: 'Third' },
    })
  ).body;
  for (const [id, number] of [
    [thread.id, 3],
    [second.id, 2],
    [third.id, 1],
  ] as const)
    expect((await findPlace(hub.request, id, number)).body).toMatchObject({
      id: posts[3]!.id,
      thread_id: third.id,
      number: 1,
    });
  for (const number of ['9', '0', 'x', '99999999999'])
    expect((await hub.request('GET', `/forum/threads/${thread.id}/posts/${number}`)).status).toBe(404);
});

test('placeholders do not tell of threads and posts that the reader may not see', async () => {
  const { id } = (await split([2, 3], { title: 'Secret plan' })).body;
  await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [posts[3]!.id]);
  expect((await listPosts(cem.request, thread.id)).moved[1]).toMatchObject({ moved_to: { number: 2 } });
  expect((await listPosts(ann.request, thread.id)).moved[1]).toEqual({ number: 3, moved_to: null });
  expect((await findPlace(ann.request, thread.id, 3)).status).toBe(404);
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [id]);
  expect((await listPosts(ann.request, thread.id)).moved).toEqual([
    { number: 2, moved_to: null },
    { number: 3, moved_to: null },
  ]);
  expect((await findPlace(ann.request, thread.id, 2)).status).toBe(404);
  expect((await listPosts(editor.request, thread.id)).moved[0]).toMatchObject({ moved_to: { title: 'Secret plan' } });
  await hub.database.query('update forum_threads set hidden_at = null where id = $1', [id]);
  await hub.database.query('update forum_posts set hidden_at = null where id = $1', [posts[3]!.id]);
});

const getOriginalId = async () => (await listPosts(hub.request, thread.id)).posts[0]!.id;
const requestSplit = (body: object, user: TestUser = editor) =>
  user.request<{ code: string; errors?: { field: string }[] }>('POST', `/forum/threads/${thread.id}/split`, {
    body: { title: 'Schedules', ...body },
  });

describe('refused', () => {
  test('the Original Post', async () => {
    expect(await requestSplit({ post_ids: [await getOriginalId(), ...idsOf(2)] })).toMatchObject({
      status: 409,
      body: { code: 'original_post' },
    });
  });

  test('posts of other threads, deleted ones, and none', async () => {
    const elsewhere = await reply(bob, (await createThread(ann, categoryId)).id);
    await bob.request('DELETE', `/forum/posts/${posts[4]!.id}`);
    for (const post_ids of [[elsewhere.id], idsOf(2, 4), [], ['x'], 'x'])
      expect(await requestSplit({ post_ids })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'post_ids' }] },
      });
    expect((await listPosts(hub.request, thread.id)).moved).toEqual([]);
  });

  test('a blank title and a missing category', async () => {
    expect((await requestSplit({ post_ids: idsOf(2), title: ' ' })).body.errors).toMatchObject([{ field: 'title' }]);
    expect((await requestSplit({ post_ids: idsOf(2), category_id: thread.id })).body.errors).toMatchObject([
      { field: 'category_id' },
    ]);
  });

  test('a hidden first post and hidden threads', async () => {
    await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [posts[2]!.id]);
    expect((await requestSplit({ post_ids: idsOf(2, 3) })).body.code).toBe('hidden_post');
    await hub.database.query('update forum_posts set hidden_at = null where id = $1', [posts[2]!.id]);
    await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [thread.id]);
    expect((await requestSplit({ post_ids: idsOf(2) })).body.code).toBe('thread_hidden');
    await hub.database.query('update forum_threads set hidden_at = null where id = $1', [thread.id]);
  });

  test('requests of the thread’s author', async () => {
    expect((await requestSplit({ post_ids: idsOf(2) }, ann)).status).toBe(403);
  });

  test('the same posts twice: one of two moderators succeeds', async () => {
    const results = await Promise.all([split([2, 3]), split([3, 4])]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });
});
