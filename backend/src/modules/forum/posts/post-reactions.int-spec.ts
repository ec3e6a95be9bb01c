import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createForumCategory, createThread, listPosts, reply } from '../../../../test/support/forum.js';
import { closeReconciled } from '../../../../test/support/reconciliation.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { getReputation, type TestUser } from '../../../../test/support/users.js';
import type { ThreadResponse } from '../threads/threads.dto.js';
import type { PostResponse } from './posts.dto.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let reader: TestUser;
let categoryId: string;
let thread: ThreadResponse;
let post: PostResponse;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  categoryId = (await createForumCategory(admin)).id;
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  [author, reader] = [await hub.users.create(), await hub.users.create()];
  thread = await createThread(author, categoryId);
  post = await reply(author, thread.id);
});
afterAll(() => closeReconciled(hub));

const add = (user: TestUser, type = 'LIKE', id = post.id) =>
  user.request<PostResponse>('PUT', `/forum/posts/${id}/reactions/${type}`);
const remove = (user: TestUser, type = 'LIKE', id = post.id) =>
  user.request<PostResponse>('DELETE', `/forum/posts/${id}/reactions/${type}`);
const reputationOf = (user: TestUser) => getReputation(hub.database, user);

test('a reaction counts once, and its author sees which ones are theirs', async () => {
  expect((await add(reader)).body).toMatchObject({ like_count: 1, helpful_count: 0, own_reactions: ['LIKE'] });
  expect(await add(reader)).toMatchObject({ status: 200, body: { like_count: 1 } });
  expect((await add(reader, 'HELPFUL')).body).toMatchObject({ helpful_count: 1, own_reactions: ['LIKE', 'HELPFUL'] });
  expect((await add(admin)).body).toMatchObject({ like_count: 2, helpful_count: 1, own_reactions: ['LIKE'] });
  expect((await remove(reader)).body).toMatchObject({ like_count: 1, helpful_count: 1, own_reactions: ['HELPFUL'] });
  expect((await remove(reader)).body).toMatchObject({ like_count: 1, helpful_count: 1 });
  expect((await listPosts(author.request, thread.id)).posts[1]).toMatchObject({ like_count: 1, own_reactions: [] });
  const [, forGuests] = (await listPosts(hub.request, thread.id)).posts;
  expect(forGuests).toMatchObject({ like_count: 1, helpful_count: 1 });
  expect(forGuests).not.toHaveProperty('own_reactions');
});

test('reactions of others earn reputation until they or the post are gone', async () => {
  await add(author);
  expect(await reputationOf(author)).toBe(0);
  for (const type of ['LIKE', 'HELPFUL']) await add(reader, type);
  await add(admin);
  expect(await reputationOf(author)).toBe(3);
  await remove(reader, 'HELPFUL');
  expect(await reputationOf(author)).toBe(2);
  const second = await reply(author, thread.id);
  await add(reader, 'LIKE', second.id);
  await author.request('DELETE', `/forum/posts/${post.id}`);
  expect(await reputationOf(author)).toBe(1);
  await admin.request('DELETE', `/forum/threads/${thread.id}`);
  expect(await reputationOf(author)).toBe(0);
});

test('20 parallel reactions and removals leave exact counters', async () => {
  const readers = await Promise.all(Array.from({ length: 10 }, () => hub.users.create()));
  const responses = await Promise.all(readers.flatMap((user) => [add(user), add(user, 'HELPFUL'), remove(user)]));
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  const [{ likes, helpfuls }] = (await hub.database.query<{ likes: number; helpfuls: number }>(
    `select (count(*) filter (where type = 'LIKE'))::int as likes,
            (count(*) filter (where type = 'HELPFUL'))::int as helpfuls
     from post_reactions where post_id = $1`,
    [post.id],
  )) as [{ likes: number; helpfuls: number }];
  expect(helpfuls).toBe(10);
  expect((await listPosts(hub.request, thread.id)).posts[1]).toMatchObject({
    like_count: likes,
    helpful_count: helpfuls,
  });
  expect(await reputationOf(author)).toBe(likes + helpfuls);
});

test('invisible and missing posts take no reactions', async () => {
  for (const type of ['CONFUSED', 'like', 'x']) expect((await add(reader, type)).status).toBe(404);
  expect((await add(reader, 'LIKE', thread.id)).status).toBe(404);
  await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [post.id]);
  expect([(await add(reader)).status, (await add(author)).status]).toEqual([404, 200]);
  await hub.database.query('update forum_posts set hidden_at = null where id = $1', [post.id]);
  await author.request('DELETE', `/forum/posts/${post.id}`);
  expect([(await add(reader)).status, (await remove(author)).status]).toEqual([404, 404]);
});
