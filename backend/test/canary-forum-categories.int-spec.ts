import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { permissions } from '../src/modules/roles/index.js';
import { type CanaryScope, walksOf } from './support/canary.js';
import { createDocument } from './support/documents.js';
import { createForumCategory, createThread, getThread, listThreads, reply } from './support/forum.js';
import { encodeForm } from './support/forms.js';
import { createGroup, limitReading, removeMember } from './support/groups.js';
import { createRequester, type SendRequest } from './support/http.js';
import { createPng } from './support/images.js';
import { waitForJobs } from './support/jobs.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { waitFor } from './support/wait-for.js';

/*
 * As canary-forum.int-spec.ts, for threads in categories with limits: with warm caches on two instances, before and
 * after a category is limited or moved below a limited one, a member leaves the group, and the group is deleted.
 */

/** In the category that is limited, and in one below it. */
const TEAM = 'qxvteamword';
const BELOW = 'wqybelovword';
/** In an open category, which is moved below the limited one later. */
const MOVED = 'zzkmovedword';
const words = [TEAM, BELOW, MOVED];
/** The permissions of users without limits, who also read the audit log and the data of all users. */
const unlimited = ['content.edit_any', 'forum.moderate', 'system.manage', 'users.manage'];
/** Of a message between instances; caches would last a minute. */
const SOON_MS = 1000;

let hub: TestApp;
let other: TestApp;
let admin: TestUser;
let author: TestUser;
let member: TestUser;
/** In no group, with all permissions that limits bind. */
let outsider: TestUser;
let group: string;
let image: string;
let documentId: string;
const categories: Record<string, string> = {};
const threads: Record<string, string> = {};
let ids: string[];
let posts: string[];

interface Walker {
  request: SendRequest;
  token?: string;
}

const on = ({ app }: TestApp, { token }: TestUser): Walker => ({
  request: createRequester(app, { authorization: `Bearer ${token}` }),
  token,
});

async function expectOk(response: ReturnType<SendRequest>): Promise<void> {
  const { status, text } = await response;
  expect({ status, text }).toMatchObject({ status: 200 });
}

async function writeIn(word: string, about?: object): Promise<string[]> {
  const content = `# Heading ${word}\n\nText ${word} @${outsider.handle} ${word === MOVED ? '' : `![](${image})`}`;
  const tags = [`${word}tag`];
  const thread = await createThread(author, categories[word]!, { title: `Title ${word}`, content, tags, about });
  threads[word] = thread.id;
  const post = await reply(outsider, thread.id, { content: `Reply ${word}` });
  await expectOk(author.request('PUT', `/forum/posts/${post.id}/reactions/LIKE`));
  await expectOk(author.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: post.id } }));
  await expectOk(outsider.request('PUT', `/forum/threads/${thread.id}/watch`));
  const last = await reply(author, thread.id, { content: `${content} last` });
  return [thread.id, post.id, last.id];
}

beforeAll(async () => {
  const options = { web: join(import.meta.dirname, '../../frontend/dist') };
  hub = await createTestApp({ SHARED_READS_SECONDS: '60' }, options);
  other = await createTestApp({ SHARED_READS_SECONDS: '60' }, { ...options, databaseUrl: hub.databaseUrl });
  admin = await hub.users.create('ADMIN');
  author = await hub.users.create('CONTRIBUTOR');
  member = await hub.users.create('CONTRIBUTOR');
  const bound = permissions.map(({ id }) => id).filter((id) => !unlimited.includes(id));
  outsider = await hub.users.create((await createRole(admin, bound)).name);
  group = await createGroup(hub, 'Team', [author, member]);
  image = (await author.request<{ url: string }>('POST', '/images', await encodeForm({ image: await createPng() })))
    .body.url;
  documentId = (await createDocument(admin, { title: 'Guide', status: 'PUBLISHED', visibility: 'PUBLIC' })).id;
  categories['open'] = (await createForumCategory(admin)).id;
  const create = async (word: string, parent_category_id?: string) => {
    const fields = { name: word, description: `For ${word}`, ...(parent_category_id && { parent_category_id }) };
    categories[word] = (await createForumCategory(admin, fields)).id;
  };
  await create(TEAM);
  await create(BELOW, categories[TEAM]);
  await create(MOVED);
  const about = { item_type: 'document', item_id: documentId };
  const found = [...(await writeIn(TEAM, about)), ...(await writeIn(BELOW)), ...(await writeIn(MOVED))];
  // An open thread of which a post went to the team, and one that was merged into its thread.
  const open = await createThread(outsider, categories['open'], { title: 'Open', content: 'For everyone' });
  const moved = await reply(outsider, open.id, { content: `Moved ${TEAM}` });
  const body = { post_ids: [moved.id], title: `Split ${TEAM}`, category_id: categories[TEAM] };
  const split = await admin.request<{ id: string }>('POST', `/forum/threads/${open.id}/split`, { body });
  expect(split.status).toBe(201);
  const merged = await createThread(outsider, categories['open'], { title: `Merged ${TEAM}`, content: 'Also this' });
  await expectOk(admin.request('POST', `/forum/threads/${merged.id}/merge`, { body: { target_id: threads[TEAM] } }));
  await waitForJobs(hub.database, 'notify');
  await waitForJobs(hub.database, 'activity');
  const { n } = (await hub.database.one<{ n: number }>(
    `select count(*)::int as n from notifications where user_id = $1 and message like '%word%'`,
    [outsider.id],
  ))!;
  expect(n).toBeGreaterThanOrEqual(3);
  Object.assign(threads, { open: open.id, split: split.body.id, merged: merged.id });
  posts = [...found.filter((id) => !Object.values(threads).includes(id)), moved.id];
  ids = [...Object.values(threads), ...posts, ...Object.values(categories), author.id, outsider.id];
}, 60_000);
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(async () => {
  await other.close();
  await hub.close();
});

const scope = (): CanaryScope => ({
  kind: 'thread',
  canaries: words,
  ids,
  items: Object.values(threads),
  categoryId: categories[TEAM]!,
  authorId: author.id,
  unrelated: ['/documents', '/videos', '/content', '/shared', '/auth', '/admin'],
  idsOf: {
    '/forum/categories/': Object.values(categories),
    '/categories/': Object.values(categories),
    '/forum/posts/': posts,
    '/users/': [author.id, outsider.id],
  },
  pages: [
    '/',
    '/community',
    ...Object.values(categories).map((id) => `/community/category/${id}`),
    ...Object.values(threads).map((id) => `/community/thread/${id}`),
    `/user/${author.id}`,
    `/user/${outsider.id}`,
    '/search',
  ],
});

/** All requests of a user, once more each time. */
async function walk(instance: TestApp, user: Walker) {
  await hub.database.query('delete from rate_limits');
  return walksOf(
    () => instance,
    scope,
    async (done, { request }) => {
      for (const path of [
        `/forum/items/document/${documentId}/threads`,
        ...words.map((word) => `/forum/similar?title=Title%20${word.slice(0, 7)}%20heading`),
      ])
        done.check('more', path, await request('GET', path));
    },
  )(user);
}

const leaks = async (instance: TestApp, user: Walker, ...of: string[]) => (await walk(instance, user)).leaksOf(...of);

/** Who is in no group: a guest of one instance, and a member of the hub at the other. */
const outside = (): [TestApp, Walker][] => [
  [hub, hub],
  [other, on(other, outsider)],
];

/** The other instance has heard that the thread is gone. */
const waitUntilGone = (word: string) =>
  waitFor(
    async () => (await other.request('GET', `/forum/threads/${threads[word]}`)).status,
    (status) => status === 404,
    SOON_MS,
  );

const numbers = async (request: SendRequest) => ({
  stats: (await request<{ threads: number; posts: number; categories: number }>('GET', '/forum/stats')).body,
  activity: (await request('GET', `/users/${author.id}/activity`)).headers['x-total-count'],
  found: (await request<{ total: number }>('POST', '/search', { body: { query: 'heading', content_type: 'all' } })).body
    .total,
  linked: (await request('GET', `/forum/items/document/${documentId}/threads`)).headers['x-total-count'],
});

const figuresOf = async (user: TestUser) =>
  (await hub.database.one<{ post_count: number; reputation: number }>(
    'select post_count, reputation from user_stats where user_id = $1',
    [user.id],
  ))!;

test('while the categories are open, everyone reads them on both instances', async () => {
  for (const [instance, user] of outside())
    expect((await walk(instance, user)).operationsWith(TEAM)).toEqual(
      expect.arrayContaining(['getThread', 'listPosts', 'getPost', 'listAllThreads', 'listThreads', 'search', 'page']),
    );
  expect(await numbers(hub.request)).toMatchObject({
    stats: { threads: 5, categories: 4 },
    activity: '6',
    linked: '1',
  });
  expect(await figuresOf(author)).toEqual({ post_count: 6, reputation: 0 });
  expect(await figuresOf(outsider)).toEqual({ post_count: 6, reputation: 33 });
}, 120_000);

describe('after an open category was limited', () => {
  beforeAll(async () => {
    await expectOk(limitReading(admin, `/forum/categories/${categories[TEAM]}`, [group]));
    await waitUntilGone(TEAM);
  });

  test('neither guests nor members outside the group see it or what is below it', async () => {
    for (const [instance, user] of outside()) {
      const found = await leaks(instance, user, TEAM, BELOW);
      expect(found.filter((leak) => user === instance || !leak.startsWith('exportOwnData'))).toEqual([]);
    }
  }, 120_000);

  test('members of the group read it everywhere', async () => {
    expect((await walk(other, on(other, member))).operationsWith(TEAM, BELOW)).toEqual(
      expect.arrayContaining([
        'getThread',
        'listPosts',
        'getPost',
        'listAllThreads',
        'listThreads',
        'listForumCategories',
        'listUserActivity',
        'search',
        'more',
        'page',
      ]),
    );
  }, 60_000);

  test('numbers reveal nothing, and figures of persons count what everyone reads', async () => {
    for (const request of [hub.request, outsider.request, other.request])
      expect(await numbers(request)).toMatchObject({
        stats: { threads: 2, categories: 2 },
        activity: '2',
        found: 2,
        linked: '0',
      });
    expect(await numbers(member.request)).toMatchObject({ stats: { threads: 5 }, activity: '6', linked: '1' });
    expect(await figuresOf(author)).toEqual({ post_count: 2, reputation: 0 });
    expect(await figuresOf(outsider)).toEqual({ post_count: 2, reputation: 11 });
  });

  test('the image of its posts is for the group, and for its uploader', async () => {
    const found = [hub, outsider, member, author].map(({ request }) => request('GET', image.replace(/^\/api/, '')));
    expect((await Promise.all(found)).map(({ status }) => status)).toEqual([404, 404, 200, 200]);
  });
});

test('an author who has left the group finds it in their export alone', async () => {
  expect(await getThread(author.request, threads[TEAM]!)).toMatchObject({ id: threads[TEAM] });
  await removeMember(hub, group, author);
  expect((await walk(other, on(other, author))).operationsWith(TEAM, BELOW)).toEqual(['exportOwnData']);
  expect(await getThread(author.request, threads[TEAM]!)).toMatchObject({ status: 404 });
}, 120_000);

test('a category that is moved below a limited one is gone with its threads', async () => {
  for (const { request } of [hub, other, on(other, outsider)])
    expect(await getThread(request, threads[MOVED]!)).toMatchObject({ id: threads[MOVED] });
  const body = { parent_category_id: categories[TEAM] };
  await expectOk(admin.request('PUT', `/forum/categories/${categories[MOVED]}`, { body }));
  await waitUntilGone(MOVED);
  expect((await walk(other, on(other, outsider))).operationsWith(MOVED)).toEqual(['exportOwnData']);
  expect(await getThread(hub.request, threads[MOVED]!)).toMatchObject({ status: 404 });
  expect(await figuresOf(author)).toEqual({ post_count: 0, reputation: 0 });
  expect((await listThreads(member.request, categories[MOVED]!)).total).toBe(1);
}, 120_000);

test('after its group was deleted, only moderators read it', async () => {
  expect(await getThread(on(other, member).request, threads[TEAM]!)).toMatchObject({ id: threads[TEAM] });
  await expectOk(admin.request('DELETE', `/admin/groups/${group}`));
  expect(await leaks(other, on(other, member), ...words)).toEqual([]);
  expect((await getThread(admin.request, threads[TEAM]!)).title).toContain(TEAM);
}, 120_000);
