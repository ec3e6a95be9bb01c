import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { createForumCategory, createThread, getThread, listThreads } from '../../../../test/support/forum.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { ThreadResponse } from '../threads/threads.dto.js';
import { ThreadViewCounter } from './thread-view-counter.js';

let hub: TestApp;
let author: TestUser;
let reader: TestUser;
let categoryId: string;
let id: string;
beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../../../../frontend/dist') });
  const admin = await hub.users.create('ADMIN');
  [author, reader] = [await hub.users.create(), await hub.users.create()];
  categoryId = (await createForumCategory(admin)).id;
});
beforeEach(async () => {
  ({ id } = await createThread(author, categoryId));
});
afterAll(() => hub.close());

const flush = () => hub.get(ThreadViewCounter).flush();
const stored = async () =>
  (await hub.database.one<{ n: number }>('select view_count as n from forum_threads where id = $1', [id]))?.n;
const openAsGuest = async (url: string, remoteAddress: string) => {
  const response = await hub.app.inject({ url, remoteAddress });
  expect(response.statusCode).toBe(200);
  return response;
};
const readAsGuest = async (remoteAddress: string) =>
  (await openAsGuest(`/api/forum/threads/${id}`, remoteAddress)).json<ThreadResponse>().view_count;

test('a reader counts once per day, before and after the views are stored', async () => {
  expect((await getThread(reader.request, id)).view_count).toBe(1);
  expect((await getThread(reader.request, id)).view_count).toBe(1);
  await flush();
  await getThread(reader.request, id);
  await flush();
  expect([(await getThread(author.request, id)).view_count, await stored()]).toEqual([1, 1]);
  expect((await listThreads(hub.request, categoryId, '?sort=newest')).threads[0]).toMatchObject({ id, view_count: 1 });
  await hub.get(ThreadViewCounter).sweep(new Date(Date.now() + 91 * 24 * 3600_000));
  expect(await hub.database.query('select 1 from thread_view_days where thread_id = $1', [id])).toEqual([]);
});

test('neither the author nor a reader who only lists posts or threads counts', async () => {
  await getThread(author.request, id);
  await reader.request('GET', `/forum/threads/${id}/posts`);
  await reader.request('GET', `/forum/categories/${categoryId}/threads`);
  await reader.request('HEAD', `/forum/threads/${id}`);
  await flush();
  expect(await stored()).toBe(0);
});

test('guests count by network address, also when they get a shared response', async () => {
  expect(await readAsGuest('10.1.0.1')).toBe(1);
  expect(await readAsGuest('10.1.0.2')).toBe(2);
  for (const address of ['10.1.0.1', '10.1.0.2', '10.1.0.1']) await readAsGuest(address);
  await flush();
  expect(await stored()).toBe(2);
});

test('opening the page counts as well, once with the request of the page', async () => {
  await openAsGuest(`/community/thread/${id}`, '10.2.0.1');
  expect(await readAsGuest('10.2.0.1')).toBe(1);
  await flush();
  expect(await stored()).toBe(1);
});

test('the list shows views that are not stored yet, and sorts by those that are', async () => {
  const { id: other } = await createThread(author, categoryId);
  for (const user of [reader, await hub.users.create()]) await getThread(user.request, other);
  const { threads } = await listThreads(reader.request, categoryId, '?sort=newest');
  expect(threads.slice(0, 2).map((thread) => [thread.id, thread.view_count])).toEqual([
    [other, 2],
    [id, 0],
  ]);
  await flush();
  await hub.database.query('update forum_threads set view_count = 50 where id = $1', [id]);
  const byViews = await listThreads(author.request, categoryId, '?sort=views');
  expect(byViews.threads.findIndex((thread) => thread.id === id)).toBeLessThan(
    byViews.threads.findIndex((thread) => thread.id === other),
  );
});
