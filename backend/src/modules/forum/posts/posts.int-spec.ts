import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, listPosts, reply } from '../../../../test/support/forum.js';
import { reportBySeveral } from '../../../../test/support/reports.js';
import { createRole } from '../../../../test/support/roles.js';
import { closeReconciled } from '../../../../test/support/reconciliation.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { type TestUser, getReputation } from '../../../../test/support/users.js';
import type { ThreadResponse } from '../threads/threads.dto.js';
import type { PostEditResponse, PostResponse } from './posts.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let ann: TestUser;
let bob: TestUser;
let categoryId: string;
let thread: ThreadResponse;
beforeAll(async () => {
  ({ hub, admin, editor, ann, bob } = await createTestAppWithUsers({
    admin: 'ADMIN',
    editor: 'EDITOR',
    ann: 'VIEWER',
    bob: 'VIEWER',
  }));
  categoryId = (await createForumCategory(admin)).id;
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  thread = await createThread(ann, categoryId);
});
afterAll(() => closeReconciled(hub));

const edit = (user: TestUser, id: string, content: string) =>
  user.request<PostResponse>('PUT', `/forum/posts/${id}`, { body: { content } });
const remove = (user: TestUser, id: string) => user.request<{ code: string }>('DELETE', `/forum/posts/${id}`);

test('posts are numbered, ten per page, with their authors', async () => {
  await hub.database.query("update users set signature = 'Bob', location = 'Graz' where id = $1", [bob.id]);
  for (let i = 2; i <= 12; i++) await reply(bob, thread.id, { content: `Reply ${i}` });
  const [first, second] = [await listPosts(hub.request, thread.id), await listPosts(hub.request, thread.id, 2)];
  expect([first.pages, first.total, first.posts.length, second.posts.length]).toEqual([2, 12, 10, 2]);
  expect(second.posts.map(({ number, content }) => [number, content])).toEqual([
    [11, 'Reply 11'],
    [12, 'Reply 12'],
  ]);
  expect(second.posts[0]).toMatchObject({
    author_id: bob.id,
    author_name: bob.name,
    author_role: 'VIEWER',
    author_location: 'Graz',
    author_signature: 'Bob',
    author_post_count: 11,
    is_solution: false,
  });
  expect((await listPosts(hub.request, thread.id, 3)).posts).toEqual([]);
  expect((await getThread(hub.request, thread.id)).pages).toBe(2);
});

test('a reply names the post it replies to, which must be in the thread', async () => {
  const first = await reply(bob, thread.id);
  const second = await reply(ann, thread.id, { reply_to_id: first.id });
  expect(second.reply_to).toEqual({ id: first.id, number: 2, author_name: bob.name });
  const elsewhere = await reply(bob, (await createThread(ann, categoryId)).id);
  const body = { content: 'x', reply_to_id: elsewhere.id };
  expect((await ann.request('POST', `/forum/threads/${thread.id}/posts`, { body })).status).toBe(400);
});

test('blank replies and replies of guests are refused', async () => {
  const body = { content: ' \n ' };
  expect((await bob.request('POST', `/forum/threads/${thread.id}/posts`, { body })).status).toBe(400);
  expect((await hub.request('POST', `/forum/threads/${thread.id}/posts`, { body: { content: 'x' } })).status).toBe(401);
});

const setLocked = (id: string, is_locked: boolean) =>
  editor.request('PUT', `/forum/threads/${id}`, { body: { is_locked } });

test('locked threads take no replies, not even of moderators', async () => {
  await setLocked(thread.id, true);
  const post = (user: TestUser) =>
    user.request<{ code?: string }>('POST', `/forum/threads/${thread.id}/posts`, { body: { content: 'x' } });
  for (const user of [ann, editor]) {
    expect(await post(user)).toMatchObject({ status: 403, body: { code: 'thread_locked' } });
    expect((await getThread(user.request, thread.id)).abilities?.reply).toBe(false);
  }
  await setLocked(thread.id, false);
  expect((await post(editor)).status).toBe(201);
});

test('authors neither edit nor delete their posts in a locked thread; moderators do', async () => {
  const [first, second] = [await reply(bob, thread.id), await reply(bob, thread.id)];
  await setLocked(thread.id, true);
  const refused = {
    status: 403,
    body: {
      code: 'thread_locked',
      detail: 'This thread is locked. Its title and posts can’t be edited, deleted or restored.',
    },
  };
  expect(await edit(bob, first.id, 'Mine')).toMatchObject(refused);
  expect(await remove(bob, first.id)).toMatchObject(refused);
  expect(await edit(ann, first.id, 'Of another user')).toMatchObject({ body: { code: 'permission_missing' } });
  const { abilities } = (await bob.request<PostResponse>('GET', `/forum/posts/${first.id}`)).body;
  expect(abilities).toMatchObject({ edit: false, delete: false });
  expect((await edit(editor, first.id, 'Moderated')).status).toBe(200);
  expect((await remove(editor, first.id)).status).toBe(200);
  await setLocked(thread.id, false);
  expect((await edit(bob, second.id, 'Mine')).status).toBe(200);
  expect((await remove(bob, second.id)).status).toBe(200);
});

const listEdits = async (request: TestApp['request'], id: string) => {
  const { status, body } = await request<PostEditResponse[]>('GET', `/forum/posts/${id}/edits`);
  expect(status).toBe(200);
  return body.map(({ content, editor_name }) => [content, editor_name]);
};

test('edits keep the former texts; only the author and moderators edit', async () => {
  const post = await reply(bob, thread.id, { content: 'One' });
  expect((await edit(ann, post.id, 'Mine')).status).toBe(403);
  expect((await edit(bob, post.id, 'Two')).body).toMatchObject({ content: 'Two', edited_by_moderator: false });
  expect((await edit(editor, post.id, 'Three')).body).toMatchObject({ edited_by_moderator: true });
  await edit(editor, post.id, 'Three');
  expect(await listEdits(bob.request, post.id)).toEqual([
    ['Two', editor.name],
    ['One', bob.name],
  ]);
});

test('texts that a moderator replaced, and earlier ones, are for the author and moderators', async () => {
  const post = await reply(bob, thread.id, { content: 'One' });
  await edit(bob, post.id, 'Two');
  expect(await listEdits(hub.request, post.id)).toEqual([['One', bob.name]]);
  const handler = await hub.users.create((await createRole(admin, ['moderation.handle'])).name);
  const others = [hub, ann, handler];
  await edit(editor, post.id, 'Three');
  for (const { request } of others) expect(await listEdits(request, post.id)).toEqual([]);
  await edit(bob, post.id, 'Four');
  await edit(bob, post.id, 'Five');
  const newer = [
    ['Four', bob.name],
    ['Three', bob.name],
  ];
  for (const { request } of others) expect(await listEdits(request, post.id)).toEqual(newer);
  for (const { request } of [bob, editor])
    expect(await listEdits(request, post.id)).toEqual([...newer, ['Two', editor.name], ['One', bob.name]]);
  await edit(admin, post.id, 'Six');
  for (const { request } of others) expect(await listEdits(request, post.id)).toEqual([]);
});

test('the history of a moderator’s own post is visible to all readers', async () => {
  const post = await reply(editor, thread.id, { content: 'One' });
  await edit(editor, post.id, 'Two');
  expect(await listEdits(hub.request, post.id)).toEqual([['One', editor.name]]);
});

/** The fields of a placeholder that name an author. */
const noAuthor = {
  author_id: null,
  author_name: '',
  author_handle: '',
  author_avatar: null,
  author_role: '',
  author_location: '',
  author_post_count: 0,
  author_join_date: null,
  author_signature: '',
  show_role_badge: false,
};

test('a deleted post keeps its number without its content and author', async () => {
  const [first, second] = [await reply(bob, thread.id, { content: 'Secret' }), await reply(ann, thread.id)];
  expect((await remove(ann, first.id)).status).toBe(403);
  expect((await remove(bob, first.id)).status).toBe(200);
  const { posts, total } = await listPosts(hub.request, thread.id);
  expect(total).toBe(2);
  expect(posts.map(({ number, content, is_deleted }) => [number, content, is_deleted])).toEqual([
    [1, 'First words', false],
    [2, '', true],
    [3, 'A reply', false],
  ]);
  for (const user of [hub, bob, editor])
    expect((await listPosts(user.request, thread.id)).posts[1]).toMatchObject({ is_deleted: true, ...noAuthor });
  for (const path of ['', '/edits'])
    expect((await bob.request('GET', `/forum/posts/${first.id}${path}`)).status).toBe(404);
  expect((await remove(bob, first.id)).status).toBe(404);
  await remove(editor, second.id);
  expect(await getThread(hub.request, thread.id)).toMatchObject({
    post_count: 1,
    last_number: 3,
    last_post_author: ann.name,
    last_post_at: thread.created_at,
  });
});

test('the Original Post is deleted with its thread only', async () => {
  const [original] = (await listPosts(ann.request, thread.id)).posts;
  expect(original?.abilities).toEqual({ edit: true, delete: false, make_document: false, react: true });
  expect(await remove(ann, original!.id)).toMatchObject({ status: 409, body: { code: 'original_post' } });
});

test('deleting the solution reopens the question', async () => {
  const post = await reply(bob, thread.id);
  await ann.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: post.id } });
  await remove(bob, post.id);
  expect(await getThread(hub.request, thread.id)).toMatchObject({ is_solved: false, solution_post_id: null });
});

test('hidden posts are placeholders for others', async () => {
  const post = await reply(bob, thread.id, { content: 'Rude' });
  await reportBySeveral(hub, { type: 'post', id: post.id });
  const contents = async (request: TestApp['request']) =>
    (await listPosts(request, thread.id)).posts.map(({ content }) => content);
  expect(await contents(hub.request)).toEqual(['First words', '']);
  expect(await contents(ann.request)).toEqual(['First words', '']);
  expect(await contents(bob.request)).toEqual(['First words', 'Rude']);
  expect(await contents(editor.request)).toEqual(['First words', 'Rude']);
  for (const user of [hub, ann])
    expect((await listPosts(user.request, thread.id)).posts[1]).toMatchObject({ is_hidden: true, ...noAuthor });
  for (const user of [bob, editor])
    expect((await listPosts(user.request, thread.id)).posts[1]).toMatchObject({ author_id: bob.id });
  expect((await ann.request('GET', `/forum/posts/${post.id}`)).status).toBe(404);
  expect((await hub.request('GET', `/forum/posts/${post.id}/edits`)).status).toBe(404);
});

test('replies in parallel get consecutive numbers, and all counters follow', async () => {
  const users = [ann, bob, editor, admin];
  const before = (await hub.request<{ posts: number }>('GET', '/forum/stats')).body.posts;
  await Promise.all(Array.from({ length: 40 }, (_, i) => reply(users[i % 4]!, thread.id, { content: `Reply ${i}` })));
  const rows = await hub.database.query<{ number: number }>(
    'select number from forum_posts where thread_id = $1 order by number',
    [thread.id],
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  expect(await getThread(hub.request, thread.id)).toMatchObject({ post_count: 41, last_number: 41 });
  expect((await hub.request<{ posts: number }>('GET', '/forum/stats')).body.posts).toBe(before + 40);
});

const reputationOf = (user: TestUser) => getReputation(hub.database, user);

describe('reactions', () => {
  let author: TestUser;
  let reader: TestUser;
  let post: PostResponse;
  beforeEach(async () => {
    [author, reader] = [await hub.users.create(), await hub.users.create()];
    thread = await createThread(author, categoryId);
    post = await reply(author, thread.id);
  });

  const react = (user: TestUser, type = 'LIKE', id = post.id) =>
    user.request<PostResponse>('PUT', `/forum/posts/${id}/reactions/${type}`);
  const unreact = (user: TestUser, type = 'LIKE', id = post.id) =>
    user.request<PostResponse>('DELETE', `/forum/posts/${id}/reactions/${type}`);

  test('a reaction counts once, and its author sees which ones are theirs', async () => {
    expect((await react(reader)).body).toMatchObject({ like_count: 1, helpful_count: 0, own_reactions: ['LIKE'] });
    expect(await react(reader)).toMatchObject({ status: 200, body: { like_count: 1 } });
    expect((await react(reader, 'HELPFUL')).body).toMatchObject({
      helpful_count: 1,
      own_reactions: ['LIKE', 'HELPFUL'],
    });
    expect((await react(admin)).body).toMatchObject({ like_count: 2, helpful_count: 1, own_reactions: ['LIKE'] });
    expect((await unreact(reader)).body).toMatchObject({ like_count: 1, helpful_count: 1, own_reactions: ['HELPFUL'] });
    expect((await unreact(reader)).body).toMatchObject({ like_count: 1, helpful_count: 1 });
    expect((await listPosts(author.request, thread.id)).posts[1]).toMatchObject({ like_count: 1, own_reactions: [] });
    const [, forGuests] = (await listPosts(hub.request, thread.id)).posts;
    expect(forGuests).toMatchObject({ like_count: 1, helpful_count: 1 });
    expect(forGuests).not.toHaveProperty('own_reactions');
  });

  test('reactions of others earn reputation until they or the post are gone', async () => {
    await react(author);
    expect(await reputationOf(author)).toBe(0);
    for (const type of ['LIKE', 'HELPFUL']) await react(reader, type);
    await react(admin);
    expect(await reputationOf(author)).toBe(3);
    await unreact(reader, 'HELPFUL');
    expect(await reputationOf(author)).toBe(2);
    const second = await reply(author, thread.id);
    await react(reader, 'LIKE', second.id);
    await author.request('DELETE', `/forum/posts/${post.id}`);
    expect(await reputationOf(author)).toBe(1);
    await admin.request('DELETE', `/forum/threads/${thread.id}`);
    expect(await reputationOf(author)).toBe(0);
  });

  test('20 parallel reactions and removals leave exact counters', async () => {
    const readers = await Promise.all(Array.from({ length: 10 }, () => hub.users.create()));
    const responses = await Promise.all(
      readers.flatMap((user) => [react(user), react(user, 'HELPFUL'), unreact(user)]),
    );
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
    for (const type of ['CONFUSED', 'like', 'x']) expect((await react(reader, type)).status).toBe(404);
    expect((await react(reader, 'LIKE', thread.id)).status).toBe(404);
    await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [post.id]);
    expect([(await react(reader)).status, (await react(author)).status]).toEqual([404, 200]);
    await hub.database.query('update forum_posts set hidden_at = null where id = $1', [post.id]);
    await author.request('DELETE', `/forum/posts/${post.id}`);
    expect([(await react(reader)).status, (await unreact(author)).status]).toEqual([404, 404]);
  });
});
