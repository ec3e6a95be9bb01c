import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import {
  getAudience,
  audienceSql,
  documentStatuses,
  type DocumentStatus,
  videoStatuses,
  visibilities,
} from '../src/modules/content/audience/audience.js';
import { waitFor } from './support/wait-for.js';
import { OldSchemaDatabase, type OldSchemaItem } from './support/old-schema-database.js';

/* Migration20261122040000_audiences and Migration20261125170000_internal_audiences, over items in every state. */

let former: OldSchemaDatabase;
const author = uuidv7();
const items = new Map<string, OldSchemaItem>();
beforeAll(async () => {
  former = await OldSchemaDatabase.at('Migration20261121200000_people_from_the_left');
  await former.addUser(author, 'Ada', 'ada');
  const sometimes = [null, new Date('2026-01-01')];
  for (const status of [...documentStatuses, ...videoStatuses])
    for (const visibility of visibilities)
      for (const hiddenAt of sometimes)
        for (const publishedAt of sometimes) {
          const kind = (documentStatuses as readonly string[]).includes(status) ? 'document' : 'video';
          const item: OldSchemaItem = {
            id: uuidv7(),
            authorId: author,
            kind,
            status,
            visibility,
            hiddenAt,
            publishedAt,
          };
          items.set(item.id, item);
          await former.addItem(item);
        }
  await former.countItems();
  await former.query(`update content_tags set name = 'sHARED' where audience = 'RESTRICTED'`);
  await former.migrate('up');
});
afterAll(() => former.close());

const expected = () =>
  [...items.values()]
    .map(({ id, visibility, hiddenAt, publishedAt, ...item }) => {
      const status = item.status as DocumentStatus;
      return [
        id,
        getAudience({ status, visibility, hidden_at: hiddenAt, published_at: publishedAt, is_template: false }),
      ];
    })
    .sort();

const getCounts = async (status: string) =>
  Object.fromEntries(
    (
      await former.query<{ audience: string; n: number }>(
        'select audience, sum(n)::int as n from content_counts where status = $1 group by 1 order by 1',
        [status],
      )
    ).map(({ audience, n }) => [audience, n]),
  );

test('existing rows get the audience that the code computes', async () => {
  const stored = await former.query<{ id: string; audience: string; complete: string }>(
    `select i.id, i.audience, ${audienceSql('i')} as complete from content_items i`,
  );
  expect(stored.map(({ id, complete }) => [id, complete]).sort()).toEqual(expected());
  // The version before does not know the others.
  expect(new Set(stored.map(({ audience }) => audience))).toEqual(
    new Set(['PUBLIC', 'LOGGED_IN', 'INTERNAL', 'RESTRICTED', 'REVIEW', 'HIDDEN']),
  );
});

test('counts, tags and all parts of the search index are updated', async () => {
  for (const part of [0, 1]) {
    const indexed = await former.query<{ id: string; audience: string }>(
      'select id, audience from search_entries where part = $1',
      [part],
    );
    expect(indexed.map(({ id, audience }) => [id, audience]).sort()).toEqual(expected());
  }
  expect(await getCounts('IN_REVIEW')).toEqual({ REVIEW: 8, REVIEW_INTERNAL: 4 });
  expect(await getCounts('DRAFT')).toEqual({ RESTRICTED: 8, RESTRICTED_INTERNAL: 4 });
  expect(await former.query(`select name from content_tags where audience = 'REVIEW'`)).toEqual([{ name: 'Shared' }]);
  expect(await former.query(`select name from content_tags where audience = 'RESTRICTED'`)).toEqual([
    { name: 'sHARED' },
  ]);
  expect(await former.findDifferences()).toEqual([]);
});

test('the planner has statistics of the new column, and its indexes', async () => {
  expect(
    await former.query(`select null_frac from pg_stats where tablename = 'content_items' and attname = 'audience'`),
  ).toEqual([{ null_frac: 0 }]);
  const indexes = await former.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'content_items' and indexdef like '%audience%'
     order by 1`,
  );
  expect(indexes.map(({ name }) => name)).toEqual([
    'content_items_audience',
    'content_items_in_review',
    'content_items_recent',
    'content_items_restricted',
  ]);
});

test('an instance of the former version keeps counts and index correct', async () => {
  const [draft] = [...items.values()].filter(
    ({ status, visibility, hiddenAt, publishedAt }) =>
      status === 'DRAFT' && visibility === 'PUBLIC' && !hiddenAt && !publishedAt,
  );
  // The statements of that version when a document is submitted for review and withdrawn: both are RESTRICTED to it.
  const move = async (from: string, to: string) => {
    await former.query('update content_items set status = $2 where id = $1', [draft!.id, to]);
    for (const [status, by] of [
      [from, -1],
      [to, 1],
    ])
      await former.query(
        `insert into content_counts as c (category_id, kind, status, audience, n)
         values (null, 'document', $1, 'RESTRICTED', $2)
         on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`,
        [status, by],
      );
    return former.query('select distinct audience from search_entries where id = $1', [draft!.id]);
  };
  expect(await move('DRAFT', 'IN_REVIEW')).toEqual([{ audience: 'REVIEW' }]);
  expect(await getCounts('IN_REVIEW')).toEqual({ REVIEW: 9, REVIEW_INTERNAL: 4 });
  expect(await move('IN_REVIEW', 'DRAFT')).toEqual([{ audience: 'RESTRICTED' }]);
  expect(await former.findDifferences()).toEqual([]);
});

const findDraft = (visibility: string) =>
  [...items.values()].find(
    (item) => item.status === 'DRAFT' && item.visibility === visibility && !item.hiddenAt && !item.publishedAt,
  )!.id;

test('what the former version does with INTERNAL items is indexed as INTERNAL', async () => {
  const indexed = (id: string) => former.query('select distinct audience from search_entries where id = $1', [id]);
  const [internal, open] = [findDraft('INTERNAL'), findDraft('PUBLIC')];
  // A save replaces the entry, with the audience that this version knows.
  await former.query('delete from search_entries where id = $1 and part = 1', [internal]);
  await former.query(
    `insert into search_entries (type, id, part, format, audience, author_id, at, url, title, summary, body, tsv,
       short_tsv, title_tsv, difficulty)
     select type, id, 1, format, 'RESTRICTED', author_id, at, url, title, summary, body, tsv, short_tsv, title_tsv,
            difficulty
     from search_entries where id = $1 and part = 0`,
    [internal],
  );
  expect(await indexed(internal)).toEqual([{ audience: 'RESTRICTED_INTERNAL' }]);
  const setStatus = async (status: string) => {
    await former.query('update content_items set status = $2 where id = $1', [internal, status]);
    return indexed(internal);
  };
  expect(await setStatus('IN_REVIEW')).toEqual([{ audience: 'REVIEW_INTERNAL' }]);
  await former.query(`update search_entries set audience = 'REVIEW' where id = $1`, [internal]);
  expect(await indexed(internal)).toEqual([{ audience: 'REVIEW_INTERNAL' }]);
  expect(await setStatus('DRAFT')).toEqual([{ audience: 'RESTRICTED_INTERNAL' }]);
  // A changed visibility of a draft leaves the audience that this version knows, so it does not update the index.
  const setVisibility = async (visibility: string) => {
    await former.query('update content_items set visibility = $2 where id = $1', [open, visibility]);
    return indexed(open);
  };
  expect(await setVisibility('INTERNAL')).toEqual([{ audience: 'RESTRICTED_INTERNAL' }]);
  expect(await setVisibility('PUBLIC')).toEqual([{ audience: 'RESTRICTED' }]);
  expect(await former.findDifferences()).toEqual([]);
});

test('wrong tag counts of the former version are reconciled', async () => {
  const countTag = () =>
    former.query(
      `select audience, n from content_tags where tag = 'shared' and audience in ('RESTRICTED', 'REVIEW') order by 1`,
    );
  const before = await countTag();
  const [waiting] = [...items.values()].filter(
    ({ status, visibility, hiddenAt }) => status === 'IN_REVIEW' && visibility === 'PUBLIC' && !hiddenAt,
  );
  // The statements of that version when a document in review is published: the tag moves from RESTRICTED to PUBLIC.
  await former.query(`update content_items set status = 'PUBLISHED' where id = $1`, [waiting!.id]);
  for (const [status, audience, by] of [
    ['IN_REVIEW', 'RESTRICTED', -1],
    ['PUBLISHED', 'PUBLIC', 1],
  ]) {
    await former.query(
      `insert into content_counts as c (category_id, kind, status, audience, n) values (null, 'document', $1, $2, $3)
       on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`,
      [status, audience, by],
    );
    await former.query(
      `insert into content_tags as t (tag, audience, name, n) values ('shared', $1, 'Shared', $2)
       on conflict (tag, audience) do update set n = t.n + excluded.n`,
      [audience, by],
    );
  }
  expect(await former.findDifferences({ fix: true })).toEqual([
    expect.objectContaining({ name: 'uses of tags per audience', differences: 2 }),
  ]);
  expect(await former.findDifferences()).toEqual([]);
  expect([before, await countTag()]).toEqual([
    // In review are 8 documents, and 4 videos that are READY and not published, besides those that are INTERNAL.
    [expect.anything(), { audience: 'REVIEW', n: 12 }],
    [before[0], { audience: 'REVIEW', n: 11 }],
  ]);
  await former.query(`update content_items set status = 'IN_REVIEW' where id = $1`, [waiting!.id]);
  await former.findDifferences({ fix: true });
});

test('the down migration restores the former schema', async () => {
  await former.migrate('down', 'Migration20261121200000_people_from_the_left');
  expect(await former.query('select distinct audience from content_items order by 1')).toEqual(
    ['INTERNAL', 'LOGGED_IN', 'PUBLIC', 'RESTRICTED'].map((audience) => ({ audience })),
  );
  expect(
    await former.query(
      'select count(*)::int as n from search_entries e join content_items i using (id) where e.audience <> i.audience',
    ),
  ).toEqual([{ n: 0 }]);
  expect(await getCounts('IN_REVIEW')).toEqual({ RESTRICTED: 12 });
  await former.migrate('up');
  expect(await getCounts('IN_REVIEW')).toEqual({ REVIEW: 8, REVIEW_INTERNAL: 4 });
});

test('content stays readable while later migrations work on other tables', async () => {
  await former.migrate('down', 'Migration20261121200000_people_from_the_left');
  await former.query('begin');
  await former.query('lock table document_revisions in access exclusive mode');
  const migrated = former.migrate('up');
  try {
    // The scan of the next migration.
    await waitFor(
      () => former.query(`select from pg_locks where relation = 'document_revisions'::regclass and not granted`),
      (waiting) => waiting.length > 0,
      30_000,
    );
    await former.query(`set local lock_timeout = '500ms'`);
    expect(await former.query('select count(*)::int as n from content_items')).toEqual([{ n: items.size }]);
  } finally {
    await former.query('rollback');
    await migrated;
  }
});
