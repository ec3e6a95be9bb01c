import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, listPosts, listThreads, reply } from './support/forum.js';
import { findDifferences } from './support/reconciliation.js';
import { decide, hideByReports, reportBySeveral } from './support/reports.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { getReputation, type TestUser } from './support/users.js';

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
let categoryId: string;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Mod');
  [ann, bob] = [await hub.users.create('VIEWER', 'Ann'), await hub.users.create('VIEWER', 'Bob')];
  categoryId = (await createForumCategory(admin)).id;
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const listed = async (id: string) => {
  const { threads } = await listThreads(hub.request, categoryId);
  return threads.find((thread) => thread.id === id);
};
const categoryTime = async () =>
  (await hub.request<{ last_post_at: string | null }>('GET', `/categories/${categoryId}`)).body.last_post_at;

test('the last post of a thread and its category is one that is not hidden', async () => {
  const thread = await createThread(ann, categoryId);
  const first = await reply(ann, thread.id);
  const last = { type: 'post', id: (await reply(bob, thread.id)).id } as const;
  const before = await listed(thread.id);
  expect(before).toMatchObject({ last_post_author: 'Bob', post_count: 3 });
  await reportBySeveral(hub, last);
  // The placeholder keeps its number, and does not count.
  expect(await listed(thread.id)).toMatchObject({
    last_post_author: 'Ann',
    last_post_at: first.created_at,
    post_count: 2,
    last_number: 3,
  });
  expect(await categoryTime()).toBe(first.created_at);
  // A post that is deleted while the last one is hidden.
  await ann.request('DELETE', `/forum/posts/${first.id}`);
  expect(await listed(thread.id)).toMatchObject({ last_post_author: 'Ann', last_post_at: thread.created_at });
  await decide(hub, admin, last, 'dismiss');
  expect(await listed(thread.id)).toMatchObject({ last_post_author: 'Bob', last_post_at: before?.last_post_at });
  expect(await categoryTime()).toBe(before?.last_post_at);
});

test('hidden posts count neither for their authors nor in threads, categories and totals', async () => {
  const thread = await createThread(ann, categoryId);
  const [first, second] = [await reply(bob, thread.id), await reply(bob, thread.id)];
  const counts = async () => [
    (await getThread(hub.request, thread.id)).post_count,
    (await listPosts(hub.request, thread.id)).total,
    (await hub.request<{ post_count: number }>('GET', `/categories/${categoryId}`)).body.post_count,
    (await hub.request<{ posts: number }>('GET', '/forum/stats')).body.posts,
  ];
  const ofBob = async () => (await bob.request<{ own_posts: number }>('GET', '/forum/stats')).body.own_posts;
  const expectFewer = async (n: number) => {
    expect(await counts()).toEqual(before.map((count) => count - n));
    expect(await findDifferences(hub)).toEqual([]);
  };
  const [before, ownBefore] = [await counts(), await ofBob()];
  for (const { id } of [first, second]) await reportBySeveral(hub, { type: 'post', id });
  await expectFewer(2);
  expect(await ofBob()).toBe(ownBefore - 2);
  await decide(hub, admin, { type: 'post', id: first.id }, 'dismiss');
  await expectFewer(1);
  // A hidden reply is still one of another user.
  await bob.request('DELETE', `/forum/posts/${first.id}`);
  await expectFewer(2);
  expect((await getThread(ann.request, thread.id)).abilities?.delete).toBe(false);
  expect((await ann.request('DELETE', `/forum/threads/${thread.id}`)).status).toBe(403);
  await bob.request('DELETE', `/forum/posts/${second.id}`);
  await expectFewer(2);
  expect(await ofBob()).toBe(ownBefore - 2);
  expect((await getThread(ann.request, thread.id)).abilities?.delete).toBe(true);
});

test('hidden posts are moved and merged without being counted', async () => {
  const [thread, target] = [await createThread(ann, categoryId), await createThread(ann, categoryId)];
  const [shown, hidden] = [await reply(bob, thread.id), await reply(bob, thread.id)];
  await reportBySeveral(hub, { type: 'post', id: hidden.id });
  const { body: split } = await admin.request<{ id: string; post_count: number }>(
    'POST',
    `/forum/threads/${thread.id}/split`,
    { body: { title: 'Split', post_ids: [shown.id, hidden.id] } },
  );
  expect(split.post_count).toBe(1);
  await admin.request('POST', `/forum/threads/${split.id}/merge`, { body: { target_id: target.id } });
  expect(await getThread(hub.request, target.id)).toMatchObject({ post_count: 2, last_number: 3 });
  expect(await findDifferences(hub)).toEqual([]);
});

test('a hidden solution is the answer for its author and moderators only, and solves nothing', async () => {
  const thread = await createThread(ann, categoryId);
  const post = { type: 'post', id: (await reply(bob, thread.id)).id } as const;
  await ann.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: post.id } });
  const isSolved = async () => (await getThread(hub.request, thread.id)).is_solved;
  const reputation = await getReputation(hub.database, bob);
  const solutionFor = async (user: Pick<TestUser, 'request'>) => {
    const { solution_post_id, solution_number } = await getThread(user.request, thread.id);
    const { posts } = await listPosts(user.request, thread.id);
    return [solution_post_id, solution_number, posts.some(({ is_solution }) => is_solution)];
  };
  await reportBySeveral(hub, post);
  for (const user of [hub, ann]) expect(await solutionFor(user)).toEqual([null, null, false]);
  for (const user of [bob, admin]) expect(await solutionFor(user)).toEqual([post.id, 2, true]);
  expect([await isSolved(), await getReputation(hub.database, bob)]).toEqual([false, reputation - 10]);
  expect(await findDifferences(hub)).toEqual([]);
  await decide(hub, admin, post, 'dismiss');
  expect(await solutionFor(hub)).toEqual([post.id, 2, true]);
  expect([await isSolved(), await getReputation(hub.database, bob)]).toEqual([true, reputation]);
});

const getProfileFigures = async () => {
  const { post_count, reputation } = (
    await hub.request<{ post_count: number; reputation: number }>('GET', `/users/${bob.id}/profile`)
  ).body;
  return [post_count, reputation];
};

describe.each(['thread', 'post'] as const)('the profile of the author of a hidden %s', (type) => {
  const createSolution = async () => {
    const thread = await createThread(ann, categoryId);
    const { id } = await reply(bob, thread.id);
    await ann.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: id } });
    await ann.request('PUT', `/forum/posts/${id}/reactions/LIKE`);
    return { threadId: thread.id, id, item: { type, id: type === 'post' ? id : thread.id } as const };
  };

  test('does not count it until it is restored, and keeps what happens meanwhile', async () => {
    const [posts = 0, reputation = 0] = await getProfileFigures();
    const { id, threadId, item } = await createSolution();
    expect(await getProfileFigures()).toEqual([posts + 1, reputation + 11]);
    await hideByReports(hub, item);
    expect(await getProfileFigures()).toEqual([posts, reputation]);
    await admin.request('PUT', `/forum/posts/${id}/reactions/HELPFUL`);
    if (type === 'thread')
      await admin.request('PUT', `/forum/threads/${threadId}/solution`, { body: { post_id: null } });
    expect(await getProfileFigures()).toEqual([posts, reputation]);
    expect(await findDifferences(hub)).toEqual([]);
    await decide(hub, admin, item, 'dismiss');
    expect(await getProfileFigures()).toEqual([posts + 1, reputation + (type === 'thread' ? 2 : 12)]);
    expect(await findDifferences(hub)).toEqual([]);
  });

  test('is exact after it was deleted while it was hidden', async () => {
    const before = await getProfileFigures();
    const { item, threadId } = await createSolution();
    await hideByReports(hub, item);
    await admin.request('DELETE', type === 'post' ? `/forum/posts/${item.id}` : `/forum/threads/${threadId}`);
    expect(await getProfileFigures()).toEqual(before);
    expect(await findDifferences(hub)).toEqual([]);
  });

  test('is exact after reactions and moderation at the same time', async () => {
    const { id, item } = await createSolution();
    await reportBySeveral(hub, item, 1);
    await Promise.all([
      admin.request('PUT', `/forum/posts/${id}/reactions/LIKE`),
      decide(hub, admin, item, 'uphold'),
      admin.request('PUT', `/forum/posts/${id}/reactions/HELPFUL`),
      ann.request('DELETE', `/forum/posts/${id}/reactions/LIKE`),
    ]);
    expect(await findDifferences(hub)).toEqual([]);
  });
});

test('a hidden post cannot become the solution by a user who does not see it', async () => {
  const thread = await createThread(ann, categoryId);
  const post = { type: 'post', id: (await reply(bob, thread.id)).id } as const;
  await reportBySeveral(hub, post);
  const { status } = await ann.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: post.id } });
  expect(status).toBe(400);
});

test('replies to a hidden post do not name it, and only those who see it can reply to it', async () => {
  const thread = await createThread(ann, categoryId);
  const post = { type: 'post', id: (await reply(bob, thread.id)).id } as const;
  await reply(ann, thread.id, { reply_to_id: post.id });
  await reportBySeveral(hub, post);
  expect((await listPosts(hub.request, thread.id)).posts.map(({ reply_to }) => reply_to)).toEqual([null, null, null]);
  const body = { content: 'To you', reply_to_id: post.id };
  expect((await ann.request('POST', `/forum/threads/${thread.id}/posts`, { body })).status).toBe(400);
  expect((await bob.request('POST', `/forum/threads/${thread.id}/posts`, { body })).status).toBe(201);
});

test('a restored thread with many replies is found again, with all of them', async () => {
  const thread = await createThread(ann, categoryId, { title: 'Xylophones' });
  await hub.database.query(
    `insert into forum_posts (id, thread_id, number, author_id, content, created_at)
     select gen_random_uuid(), $1, n, $2, 'Reply number ' || n, now() from generate_series(2, 60) n`,
    [thread.id, ann.id],
  );
  const entries = async () =>
    (await hub.database.one<{ n: number }>(
      `select count(*)::int as n from search_entries e where e.part = 0 and (e.id = $1 or e.id in (
         select p.id from forum_posts p where p.thread_id = $1))`,
      [thread.id],
    ))!.n;
  await reportBySeveral(hub, { type: 'thread', id: thread.id });
  expect(await entries()).toBe(0);
  await decide(hub, admin, { type: 'thread', id: thread.id }, 'dismiss');
  expect(await entries()).toBeGreaterThanOrEqual(50);
  for (let waited = 0; waited < 20_000 && (await entries()) < 60; waited += 200)
    await new Promise((next) => setTimeout(next, 200));
  expect(await entries()).toBe(60);
});
