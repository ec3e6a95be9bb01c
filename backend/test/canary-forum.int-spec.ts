import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { walksOf } from './support/canary.js';
import { createForumCategory, createThread, getThread, listPosts, listThreads, reply } from './support/forum.js';
import { encodeForm } from './support/forms.js';
import type { SendRequest } from './support/http.js';
import { createPng } from './support/images.js';
import { waitForJobs } from './support/jobs.js';
import { hideByReports } from './support/reports.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';

/* As canary.int-spec.ts, for threads and posts. */

/** In deleted threads and posts, which only the trash shows, to authors who deleted theirs and to forum.moderate. */
const DELETED = 'zyxsecretword';
/** In hidden threads and posts, which are shown to their author and moderators. */
const HIDDEN = 'vvkwaitingword';
/** In a text that a moderator edited out, which is shown to its author and holders of forum.moderate. */
const EDITED_OUT = 'jjqoffendingword';

let hub: TestApp;
let author: TestUser;
let viewer: TestUser;
let editor: TestUser;
/** A custom role with moderation.handle alone. */
let moderator: TestUser;
let categoryId: string;
let open: string;
let hiddenThread: string;
let ids: string[];
let threads: string[];
/** images in hidden posts, and in deleted ones */
let hiddenImage: string;
let deletedImage: string;

const sent = (word: string, rest = '') => `# Heading ${word}\n\nText ${word} @${viewer.handle} ${rest}`;

async function uploadImage(): Promise<string> {
  const { body } = await author.request<{ url: string }>(
    'POST',
    '/images',
    await encodeForm({ image: await createPng() }),
  );
  return body.url;
}

async function expectOk(response: ReturnType<SendRequest>): Promise<void> {
  const { status, text } = await response;
  expect({ status, text }).toMatchObject({ status: 200 });
}

beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
  author = await hub.users.create('CONTRIBUTOR');
  viewer = await hub.users.create('VIEWER');
  editor = await hub.users.create('EDITOR');
  const admin = await hub.users.create('ADMIN');
  moderator = await hub.users.create((await createRole(admin, ['moderation.handle'])).name);
  categoryId = (await createForumCategory(admin)).id;
  [hiddenImage, deletedImage] = [await uploadImage(), await uploadImage()];

  const make = (word: string) =>
    createThread(author, categoryId, { title: `Title ${word}`, content: sent(word), tags: [`${word}tag`] });
  const deleted = await make(DELETED);
  const hidden = await make(HIDDEN);
  const visible = await createThread(author, categoryId, { title: 'Open', content: `For ${EDITED_OUT}` });
  [open, hiddenThread] = [visible.id, hidden.id];
  const posts = [
    await reply(author, open, { content: sent(DELETED, `![](${deletedImage})`) }),
    await reply(author, open, { content: sent(HIDDEN, `![](${hiddenImage})`) }),
    await reply(author, hidden.id, { content: sent(HIDDEN) }),
    await reply(author, deleted.id, { content: sent(DELETED) }),
  ];
  for (const post of posts)
    await expectOk(author.request('PUT', `/forum/posts/${post.id}`, { body: { content: `${post.content} again` } }));
  const [original] = (await listPosts(author.request, open)).posts;
  await expectOk(editor.request('PUT', `/forum/posts/${original?.id}`, { body: { content: 'For everyone' } }));
  await expectOk(viewer.request('PUT', `/forum/threads/${open}/watch`));
  await expectOk(viewer.request('PUT', `/forum/threads/${hidden.id}/watch`));
  await expectOk(author.request('DELETE', `/forum/posts/${posts[0]?.id}`));
  await expectOk(editor.request('DELETE', `/forum/threads/${deleted.id}`));
  // There must be notifications before they can disappear.
  await waitForJobs(hub.database, 'notify');
  const { n } = (await hub.database.one<{ n: number }>(
    `select count(*)::int as n from notifications where user_id = $1 and message like '%word%'`,
    [viewer.id],
  ))!;
  expect(n).toBeGreaterThanOrEqual(4);
  await hideByReports(hub, { type: 'thread', id: hidden.id });
  await hideByReports(hub, { type: 'post', id: posts[1]?.id ?? '' });
  threads = [open, hidden.id, deleted.id];
  ids = [...threads, ...[original!, ...posts].map(({ id }) => id), categoryId, author.id, viewer.id];
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const walkOf = walksOf(
  () => hub,
  () => ({
    kind: 'thread',
    canaries: [DELETED, HIDDEN, EDITED_OUT],
    ids,
    items: threads,
    categoryId,
    authorId: author.id,
    unrelated: ['/documents', '/videos'],
    pages: [
      '/',
      '/community',
      `/community/category/${categoryId}`,
      `/user/${author.id}`,
      '/search',
      ...threads.map((id) => `/community/thread/${id}`),
    ],
  }),
  async (walk, { request }) => {
    const all = '/trash?all=true';
    walk.check('listTrash', all, await request('GET', all));
  },
);

const statuses = async (url: string) =>
  Promise.all(
    [hub, viewer, author, moderator, editor].map(
      async ({ request }) => (await request('GET', url.replace(/^\/api/, ''))).status,
    ),
  );

const counts = async (request: SendRequest) => ({
  listed: (await listThreads(request, categoryId)).total,
  stats: (await request<{ threads: number }>('GET', '/forum/stats')).body.threads,
  tagged: (await listThreads(request, categoryId, `?tag=${HIDDEN}tag`)).total,
  activity: (await request('GET', `/users/${author.id}/activity`)).headers['x-total-count'],
  found: (await request<{ total: number }>('POST', '/search', { body: { query: 'heading', content_type: 'all' } })).body
    .total,
});

test('guests and VIEWERs see neither hidden nor deleted threads and posts', async () => {
  const walks = [await walkOf(hub), await walkOf(viewer)];
  expect(walks.map((walk) => walk.leaksOf(DELETED, HIDDEN, EDITED_OUT))).toEqual([[], []]);
  for (const { requestCount } of walks) expect(requestCount).toBeGreaterThan(300);
});

test('deleted threads and posts are in the trash alone; their authors get a notification with the title', async () => {
  expect((await walkOf(moderator)).leaksOf(DELETED)).toEqual([]);
  // The trash contains titles of threads for who may restore them, as the editor, who holds forum.moderate.
  expect((await walkOf(editor)).operationsWith(DELETED)).toEqual(['listTrash']);
  // The export contains what the author wrote.
  expect((await walkOf(author)).operationsWith(DELETED)).toEqual([
    'listNotifications',
    'listNotificationGroups',
    'exportOwnData',
  ]);
});

test('what a moderator edited out is in the history of the post for its author and moderators only', async () => {
  expect((await walkOf(moderator)).leaksOf(EDITED_OUT)).toEqual([]);
  for (const user of [author, editor])
    expect((await walkOf(user)).operationsWith(EDITED_OUT)).toEqual(['listPostEdits']);
});

test('authors, moderators and editors find the hidden words in many responses', async () => {
  for (const user of [author, moderator, editor])
    expect((await walkOf(user)).operationsWith(HIDDEN)).toEqual(
      expect.arrayContaining(['getThread', 'listPosts', 'getPost', 'listPostEdits', 'listUserActivity', 'page']),
    );
});

test('images in hidden posts are for author and moderators, those in deleted posts for their uploader', async () => {
  expect(await statuses(hiddenImage)).toEqual([404, 404, 200, 200, 200]);
  expect(await statuses(deletedImage)).toEqual([404, 404, 200, 404, 404]);
});

describe('numbers reveal nothing', () => {
  test('hidden threads are neither counted nor found, except in the activity of their author', async () => {
    for (const { request } of [hub, viewer])
      expect(await counts(request)).toEqual({ listed: 1, stats: 1, tagged: 0, activity: '1', found: 0 });
    for (const { request } of [author, moderator, editor])
      expect(await counts(request)).toEqual({ listed: 1, stats: 1, tagged: 0, activity: '4', found: 0 });
  });

  test('hidden and deleted posts keep their numbers, without content and author', async () => {
    const { posts } = await listPosts(viewer.request, open);
    expect(posts.map(({ number, content, is_deleted, is_hidden }) => [number, content, is_deleted, is_hidden])).toEqual(
      [
        [1, 'For everyone', false, false],
        [2, '', true, false],
        [3, '', false, true],
      ],
    );
    expect(posts.slice(1).map(({ mentions, like_count }) => [mentions, like_count])).toEqual([
      [[], 0],
      [[], 0],
    ]);
    await expectOk(author.request('PUT', '/profile', { body: { location: 'Graz', signature: 'Yours' } }));
    for (const { request } of [hub, viewer]) {
      const [shown, ...placeholders] = (await listPosts(request, open)).posts.map((post) => JSON.stringify(post));
      for (const known of [author.id, author.name, author.handle, 'Graz', 'Yours', 'CONTRIBUTOR']) {
        expect(shown).toContain(known);
        for (const placeholder of placeholders) expect(placeholder).not.toContain(known);
      }
    }
    expect(await getThread(viewer.request, hiddenThread)).toMatchObject({ status: 404 });
  });
});
