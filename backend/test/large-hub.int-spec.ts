import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { fillLargeHub } from '../src/cli/large-hub.js';
import { ContentFacade } from '../src/modules/content/index.js';
import { Bulk } from '../src/platform/database/bulk.js';
import { Reconciliation } from '../src/platform/database/reconciliation.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/** Enough that indexes are made anew. */
const counts = { documents: 30, videos: 10, threads: 400, posts: 5000 };

let hub: TestApp;
let schemaBefore: object[];
const lines: string[] = [];
beforeAll(async () => {
  hub = await createTestApp();
  schemaBefore = await schema();
  const client = new pg.Client(hub.databaseUrl);
  await client.connect();
  await fillLargeHub(hub.app, new Bulk(client), counts, (line) => lines.push(line));
  await client.end();
}, 120_000);
afterAll(() => hub.close());

/** Indexes and constraints with their definitions. */
const schema = () =>
  hub.database.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     union all
     select conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace
     order by 1, 2`,
  );

const indexed = () =>
  hub.database.query<{ type: string }>(
    `select type, id, part, format, audience, author_id, category_id, difficulty, at, boost, url, title, summary, body,
            tsv::text, short_tsv::text, title_tsv::text
     from search_entries where type <> 'user' order by type, id, part`,
  );

test('makes dropped indexes and constraints anew', async () => {
  expect(lines).toContain('Making forum_posts_number_unique anew');
  expect(await schema()).toEqual(schemaBefore);
});

test('the numbers of the forum are exact, and nothing differs from its rows', async () => {
  for (const { name, differences, examples } of await hub.get(Reconciliation).run({ fix: false }))
    expect({ name, differences, examples }).toEqual({ name, differences: 0, examples: [] });
  for (const name of ['forum posts of users', 'reputation', 'posts of threads', 'reactions of posts'])
    expect(lines).toContain(`${name}: 0`);
  expect(lines).toContain('threads and posts of forum categories: 0');
  const [totals] = await hub.database.query(
    `select (select count(*)::int from content_items where kind = 'document') as documents,
            (select count(*)::int from content_items where kind = 'video') as videos,
            (select count(*)::int from forum_threads) as threads, (select count(*)::int from forum_posts) as posts`,
  );
  expect(totals).toEqual(counts);
});

test('posts are numbered in the order of their times, and one thread is long', async () => {
  const wrong = await hub.database.query(
    `select 1 from (
       select p.number, row_number() over (partition by p.thread_id order by p.created_at, p.id) as place
       from forum_posts p
     ) n where n.number <> n.place`,
  );
  expect(wrong).toEqual([]);
  const [thread] = await hub.database.query<{ id: string; last_number: number }>(
    'select id, last_number from forum_threads where hidden_at is null order by last_number desc limit 1',
  );
  expect(thread!.last_number).toBeGreaterThanOrEqual(counts.posts / 20);
  const { status, body } = await hub.request<{ posts: object[]; pages: number }>(
    'GET',
    `/forum/threads/${thread!.id}/posts?page=${Math.ceil(thread!.last_number / 10)}`,
  );
  expect(status).toBe(200);
  expect(body.posts).toHaveLength(thread!.last_number % 10 || 10);
});

test('the search entries are those that the hub itself makes', async () => {
  const seeded = await indexed();
  expect(new Set(seeded.map(({ type }) => type))).toEqual(new Set(['document', 'video', 'thread', 'post']));
  await hub.database.query(
    `delete from search_entries
     where type <> 'user' and (type <> 'post' or id in (select id from forum_posts order by id limit 300))`,
  );
  await hub.get(ContentFacade).completeSearchIndex();
  expect(await indexed()).toEqual(seeded);
}, 120_000);
