import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, reply } from '../../../../test/support/forum.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { ForumCategoryResponse } from '../categories/forum-categories.dto.js';
import type { ThreadOverviewResponse, ThreadResponse } from './threads.dto.js';

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
let questions: ForumCategoryResponse;
let ideas: ForumCategoryResponse;
let answered: ThreadResponse;
let open: ThreadResponse;
let locked: ThreadResponse;
let hidden: ThreadResponse;
beforeAll(async () => {
  ({ hub, admin, ann, bob } = await createTestAppWithUsers({ admin: 'ADMIN', ann: 'VIEWER', bob: 'VIEWER' }));
  questions = await createForumCategory(admin, { name: 'Questions' });
  ideas = await createForumCategory(admin, { name: 'Ideas', parent_category_id: questions.id });
  answered = await createThread(admin, questions.id, { title: 'Answered' });
  open = await createThread(admin, ideas.id, { title: 'Open' });
  locked = await createThread(admin, questions.id, { title: 'Locked' });
  hidden = await createThread(admin, questions.id, { title: 'Hidden' });
  await admin.request('PUT', `/forum/threads/${locked.id}`, { body: { is_locked: true, is_pinned: true } });
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [hidden.id]);
  await reply(admin, answered.id);
});
afterAll(() => hub.close());

const list = (user: TestUser | undefined, query = '') =>
  (user?.request ?? hub.request)<ThreadOverviewResponse>('GET', `/forum/threads${query}`);
const titles = async (user: TestUser | undefined, query?: string) =>
  (await list(user, query)).body.threads.map(({ title }) => title);

describe('the threads of all categories', () => {
  test('are listed by their latest posts, each with its category, without hidden and deleted ones', async () => {
    const { status, body } = await list(undefined);
    expect(status).toBe(200);
    expect(body.threads.map(({ title }) => title)).toEqual(['Answered', 'Locked', 'Open']);
    expect(body.next_cursor).toBeNull();
    expect(body.threads[2]).toMatchObject({
      category: { id: ideas.id, name: 'Ideas', parent_name: 'Questions' },
      post_count: 1,
    });
    expect(body.threads[0]).not.toHaveProperty('first_unread');
    const gone = await createThread(admin, ideas.id, { title: 'Gone' });
    expect(await titles(admin)).toContain('Gone');
    await admin.request('DELETE', `/forum/threads/${gone.id}`);
    expect(await titles(admin)).not.toContain('Gone');
  });

  test('of one category, and page by page, each once', async () => {
    expect(await titles(undefined, `?category_id=${ideas.id}`)).toEqual(['Open']);
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const { body } = await list(ann, `?limit=1&cursor=${cursor}`);
      found.push(...body.threads.map(({ title }) => title));
      cursor = body.next_cursor;
    } while (cursor);
    expect(found).toEqual(['Answered', 'Locked', 'Open']);
    expect(await list(ann, '?cursor=x')).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
    expect(await list(ann, '?filter=x')).toMatchObject({ status: 400, body: { errors: [{ field: 'filter' }] } });
  });

  test('that have no replies and are not locked', async () => {
    expect(await titles(undefined, '?filter=unanswered')).toEqual(['Open']);
  });

  test('that a user watches', async () => {
    expect(await titles(bob, '?filter=following')).toEqual([]);
    await bob.request('PUT', `/forum/threads/${open.id}/watch`);
    expect(await titles(bob, '?filter=following')).toEqual(['Open']);
    expect(await titles(ann, '?filter=following')).toEqual([]);
  });

  test('that a user has not read', async () => {
    expect(await titles(ann, '?filter=unread')).toEqual(['Answered', 'Locked', 'Open']);
    await ann.request('PUT', `/forum/threads/${answered.id}/read`, { body: { number: 1 } });
    await ann.request('PUT', `/forum/threads/${locked.id}/read`, { body: { number: 1 } });
    const { body } = await list(ann, '?filter=unread');
    expect(body.threads).toMatchObject([
      { title: 'Answered', first_unread: 2 },
      { title: 'Open', first_unread: 1 },
    ]);
    expect(body.threads[0]!.first_unread).toBe((await getThread(ann.request, answered.id)).first_unread);
    await ann.request('PUT', '/forum/read');
    expect(await titles(ann, '?filter=unread')).toEqual([]);
    expect((await list(ann)).body.threads).toMatchObject([{ first_unread: null }, {}, {}]);
  });

  test('guests have no own lists', async () => {
    for (const filter of ['unread', 'following']) expect((await list(undefined, `?filter=${filter}`)).status).toBe(401);
  });
});
