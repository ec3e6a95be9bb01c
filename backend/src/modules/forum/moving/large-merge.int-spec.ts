import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createForumCategory, createThread, getThread, listPosts } from '../../../../test/support/forum.js';
import { findDifferences } from '../../../../test/support/reconciliation.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  ({ hub, admin } = await createTestAppWithUsers({ admin: 'ADMIN' }));
});
afterAll(() => hub.close());

const merge = (id: string, target_id: string) =>
  admin.request<object>('POST', `/forum/threads/${id}/merge`, { body: { target_id } });

test('10,000 posts are merged within seconds, by few statements', async () => {
  const { id: categoryId } = await createForumCategory(admin);
  const [small, large, target] = [
    await createThread(admin, categoryId),
    await createThread(admin, categoryId),
    await createThread(admin, categoryId),
  ];
  await merge(small.id, target.id);
  await hub.database.query(
    `insert into forum_posts (id, thread_id, number, author_id, content, created_at)
     select gen_random_uuid(), $1, n, $2, 'Post ' || n, now() from generate_series(2, 10000) n`,
    [large.id, admin.id],
  );
  await hub.database.query(
    `insert into search_entries (type, id, part, format, audience, author_id, category_id, at, boost, url, title,
       summary, body, tsv, short_tsv, title_tsv)
     select 'post', p.id, 0, 3, 'PUBLIC', p.author_id, $2, now(), 0, 'x', 'Re: Large', '', p.content,
            to_tsvector('simple', p.content), to_tsvector('simple', p.content), to_tsvector('simple', 'Large')
     from forum_posts p where p.thread_id = $1 and p.number > 1 on conflict do nothing`,
    [large.id, categoryId],
  );
  await hub.database.query('update forum_threads set last_number = 10000, post_count = 10000 where id = $1', [
    large.id,
  ]);
  await hub.database.query('update forum_categories set post_count = post_count + 9999 where id = $1', [categoryId]);
  await hub.database.query('update user_stats set post_count = post_count + 9999 where user_id = $1', [admin.id]);
  // As autovacuum does in a hub that is in use.
  await hub.database.query('analyze forum_posts, search_entries');
  const start = performance.now();
  const many = await hub.statementsOf(async () =>
    expect(await merge(large.id, target.id)).toMatchObject({ status: 200, body: { post_count: 10_002 } }),
  );
  expect(performance.now() - start).toBeLessThan(20_000);
  // The background indexer may add some.
  expect(many.length).toBeLessThan(100);
  expect(await getThread(hub.request, large.id)).toMatchObject({ id: target.id, last_number: 10_002 });
  const { posts } = await listPosts(hub.request, target.id, 1001);
  expect(posts.map(({ number, content }) => `${number} ${content}`)).toEqual(['10001 Post 9999', '10002 Post 10000']);
  expect(await findDifferences(hub)).toEqual([]);
}, 120_000);
