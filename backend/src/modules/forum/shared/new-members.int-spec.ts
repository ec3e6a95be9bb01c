import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Config } from '../../../platform/config/config.js';
import { Settings } from '../../../platform/settings/settings.js';
import { newMemberPosts } from './post-text.service.js';

let hub: TestApp;
let admin: TestUser;
let member: TestUser;
let categoryId: string;
let threadId: string;
beforeAll(async () => {
  ({ hub, admin } = await createTestAppWithUsers({ admin: 'ADMIN' }));
  categoryId = (await createForumCategory(admin)).id;
  threadId = (await createThread(admin, categoryId)).id;
  await hub.get(Settings).set(newMemberPosts, newMemberPosts.fallback, null);
});
beforeEach(async () => {
  member = await hub.users.create();
});
afterAll(() => hub.close());

const post = (user: TestUser, content = 'Words') =>
  user.request('POST', `/forum/threads/${threadId}/posts`, { body: { content } });
const statuses = async (user: TestUser, count: number) => {
  const all = [];
  for (let i = 0; i < count; i++) all.push((await post(user)).status);
  return all;
};
const grow = (hours: number) =>
  hub.database.query(`update users set created_at = now() - $2 * interval '1 hour' where id = $1`, [member.id, hours]);
const links = (count: number) => Array.from({ length: count }, (_, i) => `https://example.org/${i}`).join(' ');

test('new members post five times a minute, threads included', async () => {
  await createThread(member, categoryId);
  expect(await statuses(member, 4)).toEqual([201, 201, 201, 201]);
  const refused = await post(member);
  expect(refused).toMatchObject({
    status: 429,
    body: { detail: expect.stringMatching(/^New members can post 5 times a minute\. Please wait .+ and try again\.$/) },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const thread = { body: { title: 'One more', content: 'Words' } };
  expect((await member.request('POST', `/forum/categories/${categoryId}/threads`, thread)).status).toBe(429);
  // Others are not affected.
  expect((await post(await hub.users.create())).status).toBe(201);
});

test('members are new until a day has passed and they have three posts', async () => {
  await grow(25);
  expect((await post(member, links(3))).status).toBe(400);
  expect(await statuses(member, 3)).toEqual([201, 201, 201]);
  expect((await post(member, links(3))).status).toBe(201);
  expect(await statuses(member, 6)).toEqual(Array(6).fill(201));
  member = await hub.users.create();
  await grow(23);
  expect(await statuses(member, 6)).toEqual([...Array<number>(5).fill(201), 429]);
});

test('new members add two links to a post, also by editing', async () => {
  expect(await post(member, links(3))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'content', message: 'New members can add at most 2 links to a post.' }] },
  });
  const thread = { body: { title: 'Offers', content: links(3) } };
  expect((await member.request('POST', `/forum/categories/${categoryId}/threads`, thread)).status).toBe(400);
  const own = `${hub.get(Config).publicUrl}/docs/a `.repeat(3);
  const { id } = await reply(member, threadId, { content: `${own} ${links(2)}` });
  const edit = (content: string) => member.request('PUT', `/forum/posts/${id}`, { body: { content } });
  expect([(await edit(links(3))).status, (await edit(links(1))).status]).toEqual([400, 200]);
  // Refused posts do not count.
  expect(await statuses(member, 4)).toEqual([201, 201, 201, 201]);
});

test('staff is exempt', async () => {
  const editor = await hub.users.create('EDITOR');
  expect(await statuses(editor, 7)).toEqual(Array(7).fill(201));
  expect((await post(editor, links(9))).status).toBe(201);
});
