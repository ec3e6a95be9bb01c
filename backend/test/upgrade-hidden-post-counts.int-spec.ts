import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/*
 * Migration20261125080100_hidden_post_counts and Migration20261125172000_hidden_profile_counts, over hidden posts of
 * visible and hidden threads, and a hidden document.
 */

const BEFORE = 'Migration20261125080000_notification_bundles';

let former: OldSchemaDatabase;
const [ada, bob, category, visible, hidden, document] = Array.from({ length: 6 }, () => uuidv7()) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
beforeAll(async () => {
  former = await OldSchemaDatabase.at(BEFORE);
  await former.addUser(ada, 'Ada', 'ada');
  await former.addUser(bob, 'Bob', 'bob');
  await former.query(
    `insert into forum_categories (id, name, description, icon, color, order_index, thread_count, post_count,
                                   last_post_at, created_at)
     values ($1, 'Questions', '', '', '#123456', 0, 1, 3, '2026-01-01', '2026-01-01')`,
    [category],
  );
  for (const [id, hiddenAt] of [
    [visible, null],
    [hidden, '2026-01-02'],
  ]) {
    await former.query(
      `insert into forum_threads (id, category_id, author_id, title, tags, created_at, last_post_at,
                                  last_post_author_id, last_number, post_count, hidden_at)
       values ($1, $2, $3, 'Thread', '{}', '2026-01-01', '2026-01-01', $3, 4, 3, $4)`,
      [id, category, bob, hiddenAt],
    );
    await former.query(
      `insert into forum_posts (id, thread_id, number, author_id, content, created_at, hidden_at, deleted_at)
       select gen_random_uuid(), $1, n, $2, 'Text', '2026-01-01', case when n in (2, 4) then now() end,
              case when n = 4 then now() end
       from generate_series(1, 4) n`,
      [id, ada],
    );
  }
  // The second post solves the visible thread; Bob likes it, and the first one of each thread.
  await former.query(
    `update forum_threads t set is_solved = true, solution_post_id = p.id
     from forum_posts p where p.thread_id = t.id and p.number = 2 and t.id = $1`,
    [visible],
  );
  await former.query(
    `insert into post_reactions (post_id, user_id, type, created_at)
     select p.id, $1, 'LIKE', now() from forum_posts p where p.number = 1 or p.number = 2 and p.thread_id = $2`,
    [bob, visible],
  );
  await former.query(
    'update forum_posts p set like_count = (select count(*) from post_reactions o where o.post_id = p.id)',
  );
  await former.addItem({
    id: document,
    authorId: ada,
    kind: 'document',
    status: 'PUBLISHED',
    visibility: 'PUBLIC',
    hiddenAt: new Date('2026-01-02'),
    publishedAt: new Date('2026-01-01'),
  });
  await former.query(
    `insert into reactions (id, item_id, user_id, type, created_at) values (gen_random_uuid(), $1, $2, 'LIKE', now())`,
    [document, bob],
  );
  await former.query('update content_items set like_count = 1');
  await former.query('update user_stats set post_count = 6, reputation = 14 where user_id = $1', [ada]);
  await former.migrate('up');
});
afterAll(() => former.close());

const counts = async () =>
  [
    ...(await former.query<{ n: number }>('select post_count as n from forum_threads order by id')),
    ...(await former.query<{ n: number }>('select post_count as n from forum_categories')),
  ].map(({ n }) => n);

const statsOfAda = async () => [
  ...(await former.query('select post_count, reputation from user_stats where user_id = $1', [ada])),
  ...(await former.query('select is_solved from forum_threads where id = $1', [visible])),
];

test('posts that are hidden and not deleted no longer count', async () => {
  expect(await counts()).toEqual([2, 2, 2]);
  const differences = (await former.findDifferences()).filter(({ name }) =>
    /^posts of threads|forum categories|forum posts of users|reputation|solved threads/.test(name),
  );
  expect(differences).toEqual([]);
});

test('profiles count neither hidden posts and threads nor what was earned by hidden content', async () => {
  expect(await statsOfAda()).toEqual([{ post_count: 2, reputation: 1 }, { is_solved: false }]);
});

test('the migration can be reverted and applied again', async () => {
  await former.migrate('down', BEFORE);
  expect(await counts()).toEqual([3, 3, 3]);
  expect(await statsOfAda()).toEqual([{ post_count: 6, reputation: 14 }, { is_solved: true }]);
  await former.migrate('up');
  expect(await counts()).toEqual([2, 2, 2]);
  expect(await statsOfAda()).toEqual([{ post_count: 2, reputation: 1 }, { is_solved: false }]);
});
