import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, listPosts, reply } from '../../../../test/support/forum.js';
import { createGroup, limitReading } from '../../../../test/support/groups.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';

let hub: TestApp;
let admin: TestUser;
/** may read only, may write, and moderates */
let reader: TestUser;
let writer: TestUser;
let leader: TestUser;
let outsider: TestUser;
let groups: { readers: string; writers: string; leaders: string };
let team: string;
let open: string;

beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  [reader, writer, leader, outsider] = [
    await hub.users.create('CONTRIBUTOR'),
    await hub.users.create('CONTRIBUTOR'),
    await hub.users.create('CONTRIBUTOR'),
    await hub.users.create('CONTRIBUTOR'),
  ];
  groups = {
    readers: await createGroup(hub, 'Readers', [reader]),
    writers: await createGroup(hub, 'Writers', [writer]),
    leaders: await createGroup(hub, 'Leaders', [leader]),
  };
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  [team, open] = [(await createForumCategory(admin)).id, (await createForumCategory(admin)).id];
});
afterAll(() => hub.close());

const limit = async (id = team, rules: object = {}) =>
  expect(
    await limitReading(admin, `/forum/categories/${id}`, [groups.readers], {
      write_group_ids: [groups.writers],
      moderate_group_ids: [groups.leaders],
      ...rules,
    }),
  ).toMatchObject({ status: 200 });
const unlimit = async (id = team) =>
  expect(
    await limitReading(admin, `/forum/categories/${id}`, null, { write_group_ids: null, moderate_group_ids: [] }),
  ).toMatchObject({ status: 200 });
const figuresOf = async ({ id }: TestUser) => {
  const found = await hub.database.one<{ post_count: number; reputation: number }>(
    'select post_count, reputation from user_stats where user_id = $1',
    [id],
  );
  return [found?.post_count, found?.reputation];
};
const statusOf = async (response: Promise<{ status: number; body: object }>) => {
  const { status, body } = (await response) as { status: number; body: Record<string, unknown> };
  return status < 400 ? status : `${status} ${String(body['code'])}`;
};
const expectNoDifferences = async () =>
  expect((await hub.get(Reconciliation).run({ fix: false })).filter(({ differences }) => differences)).toEqual([]);

describe('writing', () => {
  test('who may only read neither starts threads nor replies, edits, solves, reacts or restores', async () => {
    const own = await createThread(reader, team);
    const [{ id: original } = { id: '' }] = (await listPosts(reader.request, own.id)).posts;
    const answer = await reply(writer, own.id);
    const deleted = await reply(reader, own.id);
    await reader.request('DELETE', `/forum/posts/${deleted.id}`);
    await limit();
    expect((await getThread(reader.request, own.id)).category).toMatchObject({
      is_restricted: true,
      restricted_to: expect.arrayContaining(['Readers']),
    });
    const refused = '403 category_read_only';
    const { request } = reader;
    expect({
      start: await statusOf(
        request('POST', `/forum/categories/${team}/threads`, { body: { title: 'New', content: 'x' } }),
      ),
      reply: await statusOf(request('POST', `/forum/threads/${own.id}/posts`, { body: { content: 'x' } })),
      edit: await statusOf(request('PUT', `/forum/posts/${original}`, { body: { content: 'x' } })),
      rename: await statusOf(request('PUT', `/forum/threads/${own.id}`, { body: { title: 'Other' } })),
      solve: await statusOf(request('PUT', `/forum/threads/${own.id}/solution`, { body: { post_id: answer.id } })),
      react: await statusOf(request('PUT', `/forum/posts/${answer.id}/reactions/LIKE`)),
      restore: await statusOf(request('POST', `/trash/post/${deleted.id}/restore`)),
    }).toEqual({
      start: refused,
      reply: refused,
      edit: refused,
      rename: refused,
      solve: refused,
      react: refused,
      restore: refused,
    });
    expect((await getThread(request, own.id)).abilities).toEqual({
      reply: false,
      edit: false,
      delete: false,
      solve: false,
      moderate: false,
    });
    expect((await listPosts(request, own.id)).posts[0]?.abilities).toMatchObject({ edit: false, react: false });
    expect((await listPosts(writer.request, own.id)).posts[0]?.abilities?.react).toBe(true);
    expect((await getThread(writer.request, own.id)).abilities?.reply).toBe(true);
    expect((await reply(writer, own.id)).number).toBe(4);
  });

  test('for who may not read, the category and its threads are missing', async () => {
    const thread = await createThread(outsider, team);
    const [{ id: post } = { id: '' }] = (await listPosts(outsider.request, thread.id)).posts;
    await limit();
    const { request } = outsider;
    for (const sent of [
      request('POST', `/forum/categories/${team}/threads`, { body: { title: 'New', content: 'x' } }),
      request('POST', `/forum/threads/${thread.id}/posts`, { body: { content: 'x' } }),
      request('PUT', `/forum/threads/${thread.id}`, { body: { title: 'Other' } }),
      request('DELETE', `/forum/threads/${thread.id}`),
      request('PUT', `/forum/posts/${post}`, { body: { content: 'x' } }),
      request('PUT', `/forum/posts/${post}/reactions/LIKE`),
      request('PUT', `/forum/threads/${thread.id}/watch`),
      request('PUT', `/forum/threads/${thread.id}/read`, { body: { number: 1 } }),
      request('PUT', `/forum/categories/${team}/read`),
      request('POST', '/reports', { body: { item_type: 'thread', item_id: thread.id, reason: 'spam' } }),
    ])
      expect((await sent).status).toBe(404);
  });

  test('threads leave a category only for one that their mover moderates, too', async () => {
    await limit();
    const other = (await createForumCategory(admin)).id;
    await limit(other, { moderate_group_ids: [] });
    const [thread, answered] = [await createThread(leader, team), await createThread(writer, team)];
    const post = await reply(writer, answered.id);
    const move = (category_id: string, more = {}, id = thread.id) =>
      leader.request('PUT', `/forum/threads/${id}`, { body: { category_id, ...more } });
    const split = (category_id: string) =>
      leader.request('POST', `/forum/threads/${answered.id}/split`, {
        body: { post_ids: [post.id], title: 'Split', category_id },
      });
    expect(await move(other)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await limit(other, { read_group_ids: [groups.leaders], moderate_group_ids: [] });
    for (const target of [open, other])
      expect([
        await statusOf(move(target)),
        await statusOf(move(target, { is_pinned: true, is_locked: true })),
        await statusOf(split(target)),
      ]).toEqual(Array.from({ length: 3 }, () => '403 permission_missing'));
    expect(await getThread(leader.request, thread.id)).toMatchObject({ is_pinned: false, category: { id: team } });
    await limit(other, { read_group_ids: [groups.leaders] });
    expect([await statusOf(move(other, { is_pinned: true })), await statusOf(split(other))]).toEqual([200, 201]);
    expect(await statusOf(move(team, { is_pinned: false }))).toBe(200);
  });
});

test('a group that moderates a category acts there as moderators do, and nowhere else', async () => {
  const [thread, elsewhere] = [await createThread(writer, team), await createThread(writer, open)];
  const post = await reply(writer, thread.id);
  await limit();
  const { request } = leader;
  expect((await getThread(request, thread.id)).abilities).toMatchObject({ moderate: true, edit: true, delete: true });
  expect((await getThread(request, elsewhere.id)).abilities).toMatchObject({ moderate: false, edit: false });
  expect(await statusOf(request('PUT', `/forum/threads/${thread.id}`, { body: { is_pinned: true } }))).toBe(200);
  expect(await statusOf(request('PUT', `/forum/threads/${elsewhere.id}`, { body: { is_pinned: true } }))).toBe(
    '403 permission_missing',
  );
  expect(await statusOf(request('PUT', `/forum/posts/${post.id}`, { body: { content: 'Better' } }))).toBe(200);
  const split = await request<{ id: string }>('POST', `/forum/threads/${thread.id}/split`, {
    body: { post_ids: [post.id], title: 'Split' },
  });
  expect(split.status).toBe(201);
  const merge = (id: string, target_id: string) =>
    statusOf(request('POST', `/forum/threads/${id}/merge`, { body: { target_id } }));
  expect(await merge(split.body.id, elsewhere.id)).toBe('403 permission_missing');
  expect(await merge(split.body.id, thread.id)).toBe(200);
  expect(await statusOf(request('DELETE', `/forum/threads/${thread.id}`))).toBe(200);
  expect(await statusOf(request('POST', `/trash/thread/${thread.id}/restore`))).toBe(200);
  expect(
    await statusOf(
      writer.request('POST', `/forum/threads/${elsewhere.id}/merge`, {
        body: { target_id: thread.id },
      }),
    ),
  ).toBe('403 permission_missing');
  await expectNoDifferences();
});

describe('figures of authors', () => {
  test('follow the limits of the category, and moves of categories, threads and posts', async () => {
    const before = { writer: await figuresOf(writer), outsider: await figuresOf(outsider) };
    const by = (person: 'writer' | 'outsider', posts: number, reputation: number) => [
      before[person][0]! + posts,
      before[person][1]! + reputation,
    ];
    const check = async (...[writers, outsiders]: [[number, number], [number, number]]) => {
      expect([await figuresOf(writer), await figuresOf(outsider)]).toEqual([
        by('writer', ...writers),
        by('outsider', ...outsiders),
      ]);
      await expectNoDifferences();
    };
    const thread = await createThread(writer, team);
    const answer = await reply(outsider, thread.id);
    await writer.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: answer.id } });
    await writer.request('PUT', `/forum/posts/${answer.id}/reactions/LIKE`);
    await check([1, 0], [1, 11]);
    await limit();
    await check([0, 0], [0, 0]);
    await reply(writer, thread.id);
    await writer.request('PUT', `/forum/posts/${answer.id}/reactions/HELPFUL`);
    await check([0, 0], [0, 0]);
    // Moved to an open category and back.
    const move = (category_id: string, more = {}) =>
      admin.request('PUT', `/forum/threads/${thread.id}`, { body: { category_id, ...more } });
    await move(open);
    await check([2, 0], [1, 12]);
    await move(team);
    await check([0, 0], [0, 0]);
    await move(open, { is_solved: false });
    await check([2, 0], [1, 2]);
    // Split off into the limited category, and merged again.
    const { body } = await admin.request<{ id: string }>('POST', `/forum/threads/${thread.id}/split`, {
      body: { post_ids: [answer.id], title: 'Split', category_id: team },
    });
    await check([2, 0], [0, 0]);
    await admin.request('POST', `/forum/threads/${body.id}/merge`, { body: { target_id: thread.id } });
    await check([2, 0], [1, 2]);
    // The category goes below the limited one, and comes back.
    const put = (parent_category_id: string) =>
      admin.request('PUT', `/forum/categories/${open}`, { body: { parent_category_id } });
    await put(team);
    await check([0, 0], [0, 0]);
    await admin.request('DELETE', `/forum/posts/${answer.id}`);
    await check([0, 0], [0, 0]);
    await admin.request('POST', `/trash/post/${answer.id}/restore`);
    await unlimit();
    await check([2, 0], [1, 2]);
  });

  test('are exact while others post', async () => {
    // Whose groups do not matter: those of a request are read at its beginning.
    const other = await hub.users.create('ADMIN');
    const threads = await Promise.all(Array.from({ length: 4 }, () => createThread(admin, team)));
    const post = async () => {
      for (let i = 0; i < 12; i++) {
        const { id } = await reply(admin, threads[i % 4]!.id);
        await other.request('PUT', `/forum/posts/${id}/reactions/LIKE`);
      }
    };
    const change = async () => {
      for (let i = 0; i < 6; i++) await (i % 2 ? unlimit() : limit());
    };
    await Promise.all([post(), post(), post(), change()]);
    await expectNoDifferences();
    await limit();
    await expectNoDifferences();
  });
});
