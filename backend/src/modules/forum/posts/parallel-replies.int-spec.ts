import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread } from '../../../../test/support/forum.js';
import { findDifferences } from '../../../../test/support/reconciliation.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';

// A reply waits for those before it, at most 4 s; so many are done in that time on a busy machine too.
const USERS = 20;
const REPLIES_PER_USER = 15;
const REPLIES = USERS * REPLIES_PER_USER;

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  ({ hub, admin } = await createTestAppWithUsers({ admin: 'ADMIN' }));
});
afterAll(() => hub.close());

test(`${USERS} users write ${REPLIES} replies to one thread: numbers and counters are exact`, async () => {
  const category = await createForumCategory(admin);
  const { id } = await createThread(admin, category.id);
  const users: TestUser[] = [];
  // Editors, who are not throttled.
  for (let i = 0; i < USERS; i++) users.push(await hub.users.create('EDITOR'));
  const statuses = await Promise.all(
    users.map(async (user) => {
      const own: number[] = [];
      for (let i = 0; i < REPLIES_PER_USER; i++) {
        const body = { content: `Reply ${i}` };
        own.push((await user.request('POST', `/forum/threads/${id}/posts`, { body })).status);
      }
      return own;
    }),
  );
  expect(statuses.flat().filter((status) => status !== 201)).toEqual([]);
  const total = REPLIES + 1;
  const numbers = await hub.database.query<{ number: number }>(
    'select number from forum_posts where thread_id = $1 order by number',
    [id],
  );
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
  expect(await getThread(hub.request, id)).toMatchObject({ post_count: total, last_number: total });
  expect(await findDifferences(hub)).toEqual([]);
}, 120_000);
