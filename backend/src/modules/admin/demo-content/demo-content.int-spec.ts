import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument, getDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { createRequester, type SendRequest } from '../../../../test/support/http.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { findDifferences } from '../../../../test/support/reconciliation.js';
import { actorWith } from '../../../../test/support/requesters.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { seed } from '../../../demo/seed.js';
import { Config } from '../../../platform/config/config.js';
import { Settings } from '../../../platform/settings/settings.js';
import { DemoItemsService } from '../../content/index.js';
import { DemoThreadsService } from '../../forum/index.js';
import type { SetupChecklistResponse } from '../setup-checklist/setup-checklist.dto.js';
import { demoCompletedAt } from './demo-content.service.js';
import type { DemoContentResponse } from './demo-content.dto.js';

const PATH = '/admin/demo-content';
/** What users have written, edited and commented on. */
const KEPT = ['By Emil', 'Keyboard shortcuts', 'Ours', 'Welcome to our team'];

let hub: TestApp;
let dataDir: string;
/** Signed in to the demo's account of the administrator. */
let amina: SendRequest;
let ada: TestUser;
let boss: TestUser;
const start = () => seed(hub.app, hub.get(Config), () => undefined);
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hub-demo-content-'));
  hub = await createTestApp({ DEMO: 'true', DATA_DIR: dataDir, VIDEO_WORKERS: '0' });
  await start();
  amina = await signIn('admin@example.org');
  [ada, boss] = [await hub.users.create('EDITOR', 'Ada'), await hub.users.create('ADMIN')];
  // Images take long on a busy machine.
}, 90_000);
afterAll(async () => {
  await hub.close();
  await rm(dataDir, { recursive: true, force: true });
});

const readLogins = async () => (await readFile(join(dataDir, 'credentials.txt'), 'utf8')).trim().split('\n');

async function signIn(email: string): Promise<SendRequest> {
  const password = (await readLogins()).find((line) => line.includes(email))?.split(/\s+/)[2];
  const { body } = await hub.request<{ session_token: string }>('POST', '/auth/login-manual', {
    body: { email, password },
  });
  return createRequester(hub.app, { authorization: `Bearer ${body.session_token}` });
}

const list = async (sql: string) => (await hub.database.query<{ x: string }>(sql)).map(({ x }) => x).toSorted();
const describeDemo = async () => (await amina<DemoContentResponse>('GET', PATH)).body;
const hasStep = async () =>
  (await amina<SetupChecklistResponse>('GET', '/admin/setup-checklist')).body.steps.some(({ name }) => name === 'demo');
const findId = async (slug: string) => (await amina<{ id: string }>('GET', `/documents/${slug}`)).body.id;
const findThread = async (title: string) =>
  (await hub.database.one<{ id: string }>('select id from forum_threads where title = $1', [title]))!.id;
const ofDemo = async (order: 'asc' | 'desc') =>
  (await hub.database.one<{ title: string }>(
    `select title from forum_threads where not is_locked order by created_at ${order} limit 1`,
  ))!.title;

test('only administrators remove it', async () => {
  const { name } = await createRole(boss, ['system.manage']);
  const manager = await hub.users.create(name);
  expect(await manager.request('DELETE', PATH)).toMatchObject({
    status: 403,
    body: { code: 'administrators_only' },
  });
  expect((await ada.request('DELETE', PATH)).status).toBe(403);
  expect(await describeDemo()).toEqual({
    exists: true,
    removed: { documents: 19, videos: 4, threads: 17, users: 4 },
    kept: { documents: 0, videos: 0, threads: 0, users: 1 },
  });
  expect(await hasStep()).toBe(true);
});

/** Of the demo, as a removal reads them before it deletes one after the other. */
async function listParts() {
  const completedAt = new Date((await hub.get(Settings).get(demoCompletedAt))!);
  const [items, threads] = [hub.get(DemoItemsService), hub.get(DemoThreadsService)];
  const [listedItems, listedThreads] = [await items.list(completedAt), await threads.list(completedAt)];
  const actor = actorWith(boss.id, []);
  return {
    deleteItem: (id: string) =>
      items.delete(
        actor,
        listedItems.find((item) => item.id === id)!,
        completedAt,
      ),
    deleteThread: (id: string) =>
      threads.delete(
        actor,
        listedThreads.find((thread) => thread.id === id)!,
        completedAt,
      ),
  };
}

test('what people have made stays, and nothing of the demo is seen, found or counted', async () => {
  const [answered, unanswered] = [await ofDemo('asc'), await ofDemo('desc')];
  const listedBefore = await listParts();
  // Of people: a document in a category of the demo, an edit, an answer, comments, categories, a claimed account.
  const { body: categories } = await amina<{ id: string; name: string }[]>('GET', '/categories');
  const categoryId = (name: string) => categories.find((category) => category.name === name)!.id;
  const own = await createDocument(ada, { title: 'Ours', status: 'PUBLISHED', category_id: categoryId('Teamwork') });
  await amina('PUT', `/categories/${categoryId('Operations')}`, { body: { name: 'Machines' } });
  const edited = await findId('welcome');
  expect(
    (await ada.request('PUT', `/admin/documents/${edited}`, { body: { title: 'Welcome to our team' } })).status,
  ).toBe(200);
  const commented = await findId('keyboard-shortcuts');
  for (const content_id of [commented, own.id])
    await ada.request('POST', '/comments', { body: { content_type: 'document', content_id, content: 'By Ada' } });
  const [lost] = await hub.database.query<{ id: string }>(
    `select id from content_items where kind = 'document' and id <> all($1) order by id limit 1`,
    [[edited, commented, own.id]],
  );
  await ada.request('POST', '/bookmarks', { body: { content_type: 'document', content_id: lost!.id } });
  await reply(ada, await findThread(answered), { content: 'Ada’s reply' });
  const forum = await createForumCategory(boss);
  const question = await createThread(ada, forum.id, { title: 'A question of Ada' });
  const emil = await signIn('editor@example.org');
  const byEmil = await emil<{ id: string }>('POST', '/documents', { body: { title: 'By Emil', content: 'Text' } });
  const clara = await signIn('contributor@example.org');
  expect((await clara('PUT', '/profile', { body: { name: 'Berta' } })).status).toBe(200);
  await waitForJobs(hub.database, '', 'videos.process');

  // A removal that began before they were edited, commented on and answered.
  for (const id of [edited, commented]) expect(await listedBefore.deleteItem(id)).toBe(false);
  expect(await listedBefore.deleteThread(await findThread(answered))).toBe(false);
  expect(await describeDemo()).toEqual({
    exists: true,
    removed: { documents: 17, videos: 4, threads: 16, users: 3 },
    kept: { documents: 2, videos: 0, threads: 1, users: 2 },
  });
  expect(await amina('DELETE', PATH)).toMatchObject({ status: 200, body: { message: 'Demo content removed.' } });
  await waitForJobs(hub.database, '', 'videos.process');

  expect(await list('select title as x from content_items')).toEqual(KEPT);
  expect(await list('select title as x from forum_threads')).toEqual([question.title, answered].toSorted());
  expect(await list(`select content as x from comments where author_id = '${ada.id}'`)).toEqual(['By Ada', 'By Ada']);
  expect(await list('select name as x from content_categories')).toEqual(
    // Empty, but changed since.
    ['First steps', 'Machines', 'Teamwork'],
  );
  const left = await list('select name as x from forum_categories');
  expect(left).toContain(forum.name);
  expect(left.length).toBeLessThanOrEqual(3);
  expect(
    await list("select email as x from users where erased_at is null and created_at < now() - interval '1 day'"),
  ).toEqual(['admin@example.org', 'contributor@example.org']);
  expect((await readLogins()).map((line) => line.split(/\s+/)[1]).toSorted()).toEqual([
    'admin@example.org',
    'contributor@example.org',
  ]);
  expect((await getDocument(ada, byEmil.body.id)).author_name).toBe('Former member');

  const { body: found } = await ada.request<{ total: number }>('POST', '/search', { body: { query: unanswered } });
  expect(JSON.stringify(found)).not.toContain(unanswered);
  const past = `select 1 as x from activity where created_at < now() - interval '2 days'
    union all select 1 from daily_rollups where day < (now() at time zone 'UTC')::date - 40`;
  expect(await list(past)).toEqual([]);
  expect(
    await list("select action || ' ' || content_type as x from activity where action in ('deleted', 'removed')"),
  ).toEqual(['removed demo']);
  expect(await list("select kind as x from notifications where kind like '%\\_deleted'")).toEqual([]);
  expect(await findDifferences(hub)).toEqual([]);
  const [entry] = await hub.database.query(`select actor_name, before from audit_log where action = 'demo.removed'`);
  expect(entry).toMatchObject({
    actor_name: 'Amina Adler',
    before: { documents: 17, videos: 4, threads: 16, users: 3 },
  });
});

test('a second removal and the next starts change nothing', async () => {
  expect(await hasStep()).toBe(false);
  expect((await describeDemo()).exists).toBe(false);
  expect((await amina('DELETE', PATH)).status).toBe(200);
  expect(await start()).toBeNull();
  expect(await list('select title as x from content_items')).toEqual(KEPT);
  const listRemovals = () => list(`select action as x from audit_log where action = 'demo.removed'`);
  expect(await listRemovals()).toHaveLength(1);
  // Two at once are recorded as one.
  await hub.get(Settings).set(demoCompletedAt, '2001-01-01T00:00:00.000Z', null);
  await Promise.all([amina('DELETE', PATH), amina('DELETE', PATH)]);
  expect(await listRemovals()).toHaveLength(2);
});

test('the demo of a former release is recognised by the time at which it was complete', async () => {
  const settings = hub.get(Settings);
  // Ends the cache of settings.
  await settings.set(demoCompletedAt, null, null);
  await hub.database.query('delete from settings where key = $1', [demoCompletedAt.key]);
  await start();
  const [stored] = await hub.database.query<{ updated_at: Date }>(
    `select updated_at from settings where key = 'demo.unfinished'`,
  );
  expect(await settings.get(demoCompletedAt)).toBe(stored!.updated_at.toISOString());
});
