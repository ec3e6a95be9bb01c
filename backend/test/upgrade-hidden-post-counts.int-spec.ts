import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/* Migration20261125080100_hidden_post_counts, over hidden posts of visible and hidden threads. */

const BEFORE = 'Migration20261125080000_notification_bundles';

let former: OldSchemaDatabase;
const [ada, category, visible, hidden] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
beforeAll(async () => {
  former = await OldSchemaDatabase.at(BEFORE);
  await former.addUser(ada, 'Ada', 'ada');
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
      [id, category, ada, hiddenAt],
    );
    await former.query(
      `insert into forum_posts (id, thread_id, number, author_id, content, created_at, hidden_at, deleted_at)
       select gen_random_uuid(), $1, n, $2, 'Text', '2026-01-01', case when n in (2, 4) then now() end,
              case when n = 4 then now() end
       from generate_series(1, 4) n`,
      [id, ada],
    );
  }
  await former.migrate('up');
});
afterAll(() => former.close());

const counts = async () =>
  [
    ...(await former.query<{ n: number }>('select post_count as n from forum_threads order by id')),
    ...(await former.query<{ n: number }>('select post_count as n from forum_categories')),
  ].map(({ n }) => n);

test('posts that are hidden and not deleted no longer count', async () => {
  expect(await counts()).toEqual([2, 2, 2]);
  const differences = (await former.findDifferences()).filter(({ name }) =>
    /^posts of threads|forum categories/.test(name),
  );
  expect(differences).toEqual([]);
});

test('the migration can be reverted and applied again', async () => {
  await former.migrate('down', BEFORE);
  expect(await counts()).toEqual([3, 3, 3]);
  await former.migrate('up');
  expect(await counts()).toEqual([2, 2, 2]);
});
