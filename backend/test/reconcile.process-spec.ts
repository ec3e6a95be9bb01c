import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Reconciliation } from '../src/platform/database/reconciliation.js';
import { ContentFacade } from '../src/modules/content/index.js';
import { reportedTypes } from '../src/modules/admin/moderation/reported-subjects.service.js';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';
import { createCategory, setDocumentStatus, createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createReportedItem, decide, reportBySeveral } from './support/reports.js';
import { createVideo } from './support/videos.js';
import { encodeForm } from './support/forms.js';
import { createPng } from './support/images.js';
import type { TestUser } from './support/users.js';
import { minimalEnvironment, SLOW_TEST_TIMEOUT_MS } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let editor: TestUser;
let id: string;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  const { id: category_id } = await createCategory(editor);
  ({ id } = await createDocument(editor, { category_id, tags: ['Zebra', 'apple'], status: 'PUBLISHED' }));
  const draft = await createDocument(editor, { category_id, tags: ['apple'] });
  const reader = await hub.users.create();
  for (const reaction_type of ['LIKE', 'HELPFUL'])
    await reader.request('POST', '/reactions', { body: { content_type: 'document', content_id: id, reaction_type } });
  for (const reaction_type of ['LIKE', 'BOOKMARK'])
    await editor.request('POST', '/reactions', { body: { content_type: 'document', content_id: id, reaction_type } });
  expect((await editor.request('PUT', '/profile', await encodeForm({ avatar: await createPng() }))).status).toBe(200);
  await hub.request('GET', `/documents/${id}`);
  await hub.get(ItemViewCounter).flush();
  await setDocumentStatus(editor, draft.id, 'ARCHIVED');
  await editor.request('PUT', `/admin/documents/${id}`, {
    body: { title: 'Another', visibility: 'LOGGED_IN', tags: ['pear'] },
  });
  await editor.request('DELETE', `/admin/documents/${(await createDocument(editor)).id}`);
  const { id: forumCategory } = await createForumCategory(await hub.users.create('ADMIN'));
  const { id: thread } = await createThread(reader, forumCategory);
  await createThread(reader, forumCategory);
  const { id: post } = await reply(editor, thread);
  await editor.request('POST', `/forum/posts/${post}/document`);
  await reader.request('PUT', `/forum/threads/${thread}/solution`, { body: { post_id: post } });
  await editor.request('PUT', `/forum/posts/${post}/reactions/LIKE`);
  await createVideo(editor, { chapters: [{ title: 'Start' }] });
  const admin = await hub.users.create('ADMIN');
  for (const type of reportedTypes) {
    const [hidden, restored] = [await createReportedItem(hub, admin, type), await createReportedItem(hub, admin, type)];
    await reportBySeveral(hub, hidden);
    await reportBySeveral(hub, restored);
    await decide(hub, editor, restored, 'dismiss');
  }
}, SLOW_TEST_TIMEOUT_MS);
afterAll(() => hub.close());

const differences = async (fix = false) =>
  Object.fromEntries((await hub.get(Reconciliation).run({ fix })).map((result) => [result.name, result.differences]));

async function command(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../dist/cli/reconcile.js', import.meta.url)), ...args],
    {
      env: { ...minimalEnvironment(), DATABASE_URL: hub.databaseUrl, DATA_DIR: '/tmp' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [output, , code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ]);
  return { code, output };
}

test('a hub in use has no differences', async () => {
  const found = await differences();
  expect(Object.keys(found).length).toBeGreaterThanOrEqual(6);
  expect(Object.values(found).every((n) => n === 0)).toBe(true);
});

/** One wrong value for each check. */
const damage: [check: string, sql: string][] = [
  [
    'documents and videos per category, status and audience',
    `update content_counts set n = n + 1 where audience = 'LOGGED_IN'`,
  ],
  ['uses of tags per audience', `delete from content_tags where tag = 'pear'`],
  [
    'documents and videos in the search index',
    `update search_entries set audience = 'PUBLIC' where type = 'document' and part = 0 and audience = 'LOGGED_IN'`,
  ],
  ['people in the search index', `update search_entries set audience = 'PUBLIC' where type = 'user'`],
  ['reactions of documents and videos', 'update content_items set like_count = like_count + 1 where like_count = 2'],
  ['views of all documents and videos', `update counters set n = n + 7 where name = 'content.views'`],
  ['bytes of all files', `update counters set n = n + 7 where name = 'files.bytes'`],
  ['bytes of files per uploader', `delete from counters where name like 'files.bytes.%'`],
  // Each page is below itself.
  ['positions of documents and videos in their categories', 'update content_positions set parent_id = item_id'],
  ['details of videos in lists', `update content_items set details = '{}' where kind = 'video'`],
  ['reputation', 'update user_stats set reputation = reputation + 10 where reputation = 12'],
  ['posts of threads', 'update forum_threads set last_number = 1'],
  ['solved threads', 'update forum_threads set is_solved = false where solution_post_id is not null'],
  ['reactions of posts', 'update forum_posts set like_count = 7 where number = 2'],
  ['threads and posts of forum categories', 'update forum_categories set thread_count = thread_count + 1'],
  ['forum posts of users', 'update user_stats set post_count = post_count + 1 where post_count = 1'],
  [
    'threads of documents',
    `update content_threads ct set thread_id = (select id from forum_threads t where t.id <> ct.thread_id limit 1)`,
  ],
  ['threads in the search index', `delete from search_entries where type = 'thread'`],
  ['posts in the search index', `update search_entries set audience = 'INTERNAL' where type = 'post'`],
  ['events per day', `update daily_rollups set n = n + 7 where metric = 'created'`],
  ['views per day', `delete from daily_rollups where metric = 'viewed'`],
  ['active users per period', `update daily_rollups set n = n + 7 where metric = 'active' and kind = 'day'`],
  ['accounts', `update counters set n = 0 where name = 'auth.people'`],
];

test('each check detects and repairs its differences', async () => {
  expect(damage.map(([check]) => check).sort()).toEqual(Object.keys(await differences()).sort());
  for (const [check, sql] of damage) {
    await hub.database.query(sql);
    const found = await differences();
    expect(Object.entries(found).filter(([, n]) => n > 0)).toEqual([[check, expect.any(Number)]]);
    await differences(true);
    // The command rebuilds the entries that the repair removed from the index.
    await hub.get(ContentFacade).completeSearchIndex();
    expect(Object.values(await differences()).some((n) => n > 0)).toBe(false);
  }
});

test(
  'the command reports, exits 1 while something is wrong, and repairs with --fix',
  async () => {
    expect(await command()).toMatchObject({ code: 0, output: expect.stringMatching(/^0 differences\.$/m) });
    await hub.database.query(`update counters set n = n + 7 where name = 'content.views'`);
    expect(await command()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/✗ views of all documents and videos: 1 differences[\s\S]*^1 differences\.$/m),
    });
    expect(await command('--fix')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^1 differences, all repaired\.$/m),
    });
    expect(Object.values(await differences()).every((n) => n === 0)).toBe(true);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'what the index lacks is made again from the texts at the next start',
  async () => {
    // Long enough for the worker thread, which the command runs from the built code.
    const content = `# Setup\n\nxylophones\n\n${'Words that fill it.\n\n'.repeat(1000)}`;
    const { id: long } = await createDocument(editor, { title: 'Long', content, status: 'PUBLISHED' });
    await hub.database.query('delete from search_entries where id = any($1)', [[id, long]]);
    await command('--fix');
    const search = async (query: string) =>
      (await editor.request<{ total: number; results: object[] }>('POST', '/search', { body: { query } })).body;
    expect((await search('another')).total).toBe(1);
    expect(await search('xylophones')).toMatchObject({ total: 1, results: [{ heading: { url: '/docs/long#setup' } }] });
  },
  SLOW_TEST_TIMEOUT_MS,
);
