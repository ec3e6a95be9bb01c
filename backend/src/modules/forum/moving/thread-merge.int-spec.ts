import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createThread, getThread, listPosts, listThreads, reply } from '../../../../test/support/forum.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createForumWithMembers, findPlace } from '../../../../test/support/moved-posts.js';
import { closeReconciled } from '../../../../test/support/reconciliation.js';
import { report } from '../../../../test/support/reports.js';
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
let source: ThreadResponse;
let target: ThreadResponse;
beforeAll(async () => {
  ({ hub, editor, ann, bob, cem, categoryId, otherCategoryId } = await createForumWithMembers());
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  source = await createThread(ann, categoryId, { title: 'Duplicate', content: 'Same question' });
  target = await createThread(bob, otherCategoryId, { title: 'Question', content: 'A question' });
});
afterAll(async () => {
  await hub.get(ContentFacade).completeSearchIndex();
  await closeReconciled(hub);
});

const merge = (from = source.id, into = target.id, user: TestUser = editor) =>
  user.request<ThreadResponse & { code?: string; errors?: { field: string }[] }>(
    'POST',
    `/forum/threads/${from}/merge`,
    { body: { target_id: into } },
  );
const contents = async (id: string, page = 1) =>
  (await listPosts(hub.request, id, page)).posts.map(({ number, content }) => `${number} ${content}`);
const solve = (user: TestUser, thread: ThreadResponse, post: PostResponse) =>
  user.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: post.id } });
const reputationOf = (user: TestUser) => getReputation(hub.database, user);

test('all posts are added to the end; the former address leads to the target', async () => {
  const answer = await reply(cem, source.id, { content: 'Answer' });
  await reply(ann, source.id, { content: 'Thanks', reply_to_id: answer.id });
  const deleted = await reply(cem, source.id, { content: 'Oops' });
  await cem.request('DELETE', `/forum/posts/${deleted.id}`);
  await reply(cem, target.id, { content: 'Here' });
  const before = await Promise.all([categoryId, otherCategoryId].map((id) => listThreads(hub.request, id)));
  const { status, body } = await merge();
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id: target.id, title: 'Question', post_count: 5, last_number: 6, last_post_author: cem.name },
  });
  expect((await listPosts(hub.request, target.id)).posts.at(-1)).toMatchObject({ number: 6, is_deleted: true });
  expect(await contents(target.id)).toEqual([
    '1 A question',
    '2 Here',
    '3 Same question',
    '4 Answer',
    '5 Thanks',
    '6 ',
  ]);
  expect((await listPosts(hub.request, target.id)).posts[4]!.reply_to).toMatchObject({ number: 4 });
  expect(await getThread(hub.request, source.id)).toMatchObject({ id: target.id });
  expect(await contents(source.id)).toEqual(await contents(target.id));
  expect((await findPlace(hub.request, source.id, 2)).body).toMatchObject({ thread_id: target.id, number: 4 });
  const after = await Promise.all([categoryId, otherCategoryId].map((id) => listThreads(hub.request, id)));
  expect(after.map(({ total }, i) => total - before[i]!.total)).toEqual([-1, 0]);
  expect(after[0]!.threads.map(({ id }) => id)).not.toContain(source.id);
  expect((await reply(ann, target.id)).number).toBe(7);
});

test('a deleted reply is restored into the target; a purged one stays behind', async () => {
  const word = 'zzqrestorewort';
  const [deleted, purged] = [await reply(cem, source.id, { content: `Back ${word}` }), await reply(cem, source.id)];
  await solve(ann, source, deleted);
  const before = await listThreads(hub.request, otherCategoryId);
  for (const { id } of [deleted, purged]) expect((await cem.request('DELETE', `/forum/posts/${id}`)).status).toBe(200);
  expect((await editor.request('DELETE', `/trash/post/${purged.id}`)).status).toBe(200);
  await merge();
  expect(await contents(target.id)).toEqual(['1 A question', '2 Same question', '3 ']);
  expect(await getThread(hub.request, target.id)).toMatchObject({ post_count: 2, last_number: 3, is_solved: false });
  const { status, body } = await cem.request<{ url: string }>('POST', `/trash/post/${deleted.id}/restore`);
  expect({ status, url: body.url }).toEqual({ status: 200, url: `/community/thread/${target.id}#post-3` });
  expect(await contents(target.id)).toEqual(['1 A question', '2 Same question', `3 Back ${word}`]);
  expect(await getThread(hub.request, target.id)).toMatchObject({ post_count: 3, is_solved: true, solution_number: 3 });
  expect((await listThreads(hub.request, otherCategoryId)).total).toBe(before.total);
  const found = await hub.request<{ results: { url: string }[] }>('POST', '/search', {
    body: { query: word, content_type: 'all' },
  });
  expect(found.body.results.map(({ url }) => url)).toEqual([`/community/thread/${target.id}#post-3`]);
});

test('watching and marking as read by the former address follow to the target', async () => {
  await merge();
  const send = async (method: 'PUT' | 'DELETE', path: string, body?: object) =>
    (await cem.request(method, `/forum/threads/${source.id}${path}`, body && { body })).status;
  const { is_watched, last_read } = await getThread(cem.request, target.id);
  expect([is_watched, last_read]).toEqual([false, 0]);
  expect(await send('PUT', '/watch')).toBe(200);
  expect(await send('PUT', '/read', { number: 2 })).toBe(200);
  expect(await getThread(cem.request, target.id)).toMatchObject({ is_watched: true, last_read: 2 });
  expect(await send('DELETE', '/watch')).toBe(200);
  expect(await getThread(cem.request, target.id)).toMatchObject({ is_watched: false, last_read: 2 });
  await editor.request('DELETE', `/forum/threads/${target.id}`);
  expect([await send('PUT', '/watch'), await send('PUT', '/read', { number: 2 })]).toEqual([404, 404]);
});

test('replies to the former address are added to the target; other commands are refused', async () => {
  await merge();
  expect(await reply(cem, source.id, { content: 'Late' })).toMatchObject({ thread_id: target.id, number: 3 });
  for (const [method, path, body] of [
    ['PUT', '', { title: 'x' }],
    ['DELETE', '', undefined],
    ['PUT', '/solution', { post_id: null }],
    ['POST', '/merge', { target_id: (await createThread(ann, categoryId)).id }],
  ] as const)
    expect((await editor.request(method, `/forum/threads/${source.id}${path}`, body && { body })).status).toBe(404);
  expect((await report(cem.request, { type: 'thread', id: source.id })).status).toBe(404);
  expect(await getThread(hub.request, target.id)).toMatchObject({ title: 'Question' });
});

test('addresses of threads merged one after the other lead to the last target', async () => {
  const third = await createThread(cem, categoryId, { title: 'Third' });
  await merge();
  await merge(target.id, third.id);
  for (const id of [source.id, target.id]) expect(await getThread(hub.request, id)).toMatchObject({ id: third.id });
  expect((await findPlace(hub.request, source.id, 1)).body).toMatchObject({ thread_id: third.id, number: 3 });
  expect((await reply(ann, source.id)).thread_id).toBe(third.id);
  await editor.request('DELETE', `/forum/threads/${third.id}`);
  for (const id of [source.id, target.id, third.id])
    expect((await hub.request('GET', `/forum/threads/${id}`)).status).toBe(404);
});

test('views are added, those of one reader and day once', async () => {
  const day = new Date().toISOString().slice(0, 10);
  for (const [id, keys] of [
    [source.id, ['a', 'b', 'c']],
    [target.id, ['c', 'd']],
  ] as const) {
    await hub.database.query(
      'insert into thread_view_days (thread_id, viewer_key, day) select $1, k, $3::date from unnest($2::text[]) as k',
      [id, keys, day],
    );
    await hub.database.query('update forum_threads set view_count = $2 where id = $1', [id, 10 + keys.length]);
  }
  await merge();
  const row = await hub.database.one('select view_count from forum_threads where id = $1', [target.id]);
  expect(row).toEqual({ view_count: 24 });
});

test('watchers of either thread watch the target; read posts stay read after all before them', async () => {
  // Before the replies, which would otherwise not be unread for them.
  const [whole, part, late] = [await hub.users.create(), await hub.users.create(), await hub.users.create()];
  await reply(cem, source.id);
  await reply(cem, source.id);
  await reply(ann, target.id);
  // Read: all of both; all of the target and a part of the source; a part of the target and all of the source.
  for (const [user, from, to] of [
    [whole, 3, 2],
    [part, 2, 2],
    [late, 3, 1],
  ] as const) {
    await user.request('PUT', `/forum/threads/${source.id}/read`, { body: { number: from } });
    await user.request('PUT', `/forum/threads/${target.id}/read`, { body: { number: to } });
  }
  await late.request('PUT', `/forum/threads/${source.id}/watch`);
  await merge();
  expect(await getThread(whole.request, target.id)).toMatchObject({ first_unread: null, is_watched: false });
  expect(await getThread(part.request, target.id)).toMatchObject({ first_unread: 5 });
  expect(await getThread(late.request, target.id)).toMatchObject({ first_unread: 2, is_watched: true });
  // Authors of the merged thread who have not opened the target.
  expect(await getThread(cem.request, target.id)).toMatchObject({ first_unread: 1, is_watched: true });
  expect(await getThread(bob.request, target.id)).toMatchObject({ is_watched: true });
});

describe('the solution', () => {
  test('of the merged thread solves a target without one', async () => {
    const before = await reputationOf(cem);
    await solve(ann, source, await reply(cem, source.id));
    await merge();
    expect(await getThread(hub.request, target.id)).toMatchObject({ is_solved: true, solution_number: 3 });
    expect(await reputationOf(cem)).toBe(before + 10);
  });

  test('earns nothing any more when it is by the author of the target', async () => {
    const before = await reputationOf(bob);
    await solve(ann, source, await reply(bob, source.id));
    expect(await reputationOf(bob)).toBe(before + 10);
    await merge();
    expect(await reputationOf(bob)).toBe(before);
  });

  test('of the target stays', async () => {
    const [before, beforeAnn] = [await reputationOf(cem), await reputationOf(ann)];
    await solve(ann, source, await reply(cem, source.id));
    await solve(bob, target, await reply(ann, target.id));
    await merge();
    expect(await getThread(hub.request, target.id)).toMatchObject({ is_solved: true, solution_number: 2 });
    expect([await reputationOf(cem), await reputationOf(ann)]).toEqual([before, beforeAnn + 10]);
  });
});

test('search finds the posts in the target, and the merged thread no more', async () => {
  const word = 'zzqmergewort';
  await editor.request('PUT', `/forum/threads/${source.id}`, { body: { title: `About ${word}` } });
  const [original] = (await listPosts(hub.request, source.id)).posts;
  await editor.request('PUT', `/forum/posts/${original!.id}`, { body: { content: `Text ${word}` } });
  const post = await reply(cem, source.id, { content: `Answer ${word}` });
  await merge();
  const find = async () =>
    (
      await hub.request<{ results: { id: string; url: string; title: string }[] }>('POST', '/search', {
        body: { query: word, content_type: 'all' },
      })
    ).body.results
      .map(({ id, url, title }) => `${id} ${url} ${title}`)
      .toSorted();
  const expected = [
    `${original!.id} /community/thread/${target.id}#post-2 Re: Question`,
    `${post.id} /community/thread/${target.id}#post-3 Re: Question`,
  ].toSorted();
  expect(await find()).toEqual(expected);
  await hub.get(ContentFacade).completeSearchIndex();
  expect(await find()).toEqual(expected);
});

test('authors of the posts are notified, and activity and older notifications lead to the target', async () => {
  await editor.request('PUT', `/forum/threads/${source.id}`, { body: { is_locked: true } });
  await waitForJobs(hub.database, 'notify');
  await merge();
  await waitForJobs(hub.database, 'notify');
  const { body } = await ann.request<{ kind: string; message: string; url: string }[]>('GET', '/notifications');
  expect(body.find(({ kind }) => kind === 'thread_merged')).toMatchObject({
    message: `${editor.name} merged a thread with posts of yours into “Question”.`,
    url: `/community/thread/${target.id}#post-2`,
  });
  expect(body.some(({ kind, url }) => kind === 'thread_locked' && url === `/community/thread/${source.id}`)).toBe(true);
  const activity = await ann.request<{ content_id: string; title: string; url: string }[]>('GET', '/activity/recent');
  expect(JSON.stringify(activity.body)).not.toContain('Duplicate');
});

describe('refused', () => {
  test('itself, missing and deleted targets', async () => {
    const deleted = await createThread(ann, categoryId);
    await editor.request('DELETE', `/forum/threads/${deleted.id}`);
    for (const id of [source.id, source.id.toUpperCase(), deleted.id, categoryId, 'x', null])
      expect(
        await editor.request('POST', `/forum/threads/${source.id}/merge`, { body: { target_id: id } }),
      ).toMatchObject({ status: 400, body: { errors: [{ field: 'target_id' }] } });
    expect((await merge(deleted.id)).status).toBe(404);
  });

  test('hidden threads', async () => {
    for (const id of [source.id, target.id]) {
      await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [id]);
      expect((await merge()).body.code).toBe('thread_hidden');
      await hub.database.query('update forum_threads set hidden_at = null where id = $1', [id]);
    }
  });

  test('members, and the author of the thread', async () => {
    for (const user of [ann, cem]) expect((await merge(source.id, target.id, user)).status).toBe(403);
  });
});

test('20 parallel replies to both threads are all in the target after a merge, without gap or double', async () => {
  const users = [ann, bob, cem, editor];
  const replies = Array.from({ length: 20 }, (_, i) =>
    reply(users[i % 4]!, i % 2 ? source.id : target.id, { content: `Parallel ${i}` }),
  );
  const [merged] = await Promise.all([merge(), ...replies]);
  expect(merged.status).toBe(200);
  const rows = await hub.database.query<{ number: number }>(
    'select number from forum_posts where thread_id = $1 order by number',
    [target.id],
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1));
  expect(await getThread(hub.request, target.id)).toMatchObject({ post_count: 22, last_number: 22 });
});

test('two merges in opposite directions: one succeeds', async () => {
  const results = await Promise.all([merge(), merge(target.id, source.id)]);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(results.filter(({ status }) => [400, 404].includes(status))).toHaveLength(1);
});

test('2,000 posts are merged by few statements', async () => {
  // A further merge into the target, after one.
  await merge();
  const large = await createThread(editor, otherCategoryId);
  await hub.database.query(
    `insert into forum_posts (id, thread_id, number, author_id, content, created_at)
     select gen_random_uuid(), $1, n, $2, 'Post ' || n, now() from generate_series(2, 2000) n`,
    [large.id, editor.id],
  );
  await hub.database.query(
    `insert into search_entries (type, id, part, format, audience, author_id, category_id, at, boost, url, title,
       summary, body, tsv, short_tsv, title_tsv)
     select 'post', p.id, 0, 3, 'PUBLIC', p.author_id, $2, now(), 0, 'x', 'Re: Large', '', p.content,
            to_tsvector('simple', p.content), to_tsvector('simple', p.content), to_tsvector('simple', 'Large')
     from forum_posts p where p.thread_id = $1 and p.number > 1 on conflict do nothing`,
    [large.id, otherCategoryId],
  );
  await hub.database.query('update forum_threads set last_number = 2000, post_count = 2000 where id = $1', [large.id]);
  await hub.database.query('update forum_categories set post_count = post_count + 1999 where id = $1', [
    otherCategoryId,
  ]);
  await hub.database.query('update user_stats set post_count = post_count + 1999 where user_id = $1', [editor.id]);
  // As autovacuum does in a hub that is in use.
  await hub.database.query('analyze forum_posts, search_entries');
  const many = await hub.statementsOf(async () =>
    expect(await merge(large.id)).toMatchObject({ status: 200, body: { post_count: 2002 } }),
  );
  // The background indexer may add some.
  expect(many.length).toBeLessThan(100);
  expect(await getThread(hub.request, large.id)).toMatchObject({ id: target.id, last_number: 2002 });
  const { posts } = await listPosts(hub.request, target.id, 201);
  expect(posts.map(({ number, content }) => `${number} ${content}`)).toEqual(['2001 Post 1999', '2002 Post 2000']);
});
