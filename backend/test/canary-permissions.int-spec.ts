import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { type Permission } from '@hub/shared/permissions';
import { editsNeedReview } from '../src/modules/content/index.js';
import { permissions } from '../src/modules/roles/role/catalogue.js';
import { Settings } from '../src/platform/settings/settings.js';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { operations } from './support/openapi.js';
import { hide, report } from './support/reports.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { addMedia, createVideo } from './support/videos.js';

/*
 * Users whose roles hold all permissions but those that give access to the words, and one for each of these. Every GET
 * request, page and search of them is sent; no response may contain a word of an INTERNAL item, in whichever state it
 * is, or what another user alone may know.
 *
 * Who manages users reads the addresses of users whose permissions they hold; the secret user has one that they lack.
 * Who manages the system reads the audit log and backups, which are of the whole hub: those operations are left out.
 */

const INTERNAL = 'jjxinternalword';
/** In the address, sessions, drafts and bookmarks of the secret user, and of an invited one. */
const PRIVATE = 'ppvprivateword';

const ofTheWholeHub = new Set(['listAuditLog', 'exportAuditLog', 'listBackups', 'getBackupFile']);
const endless = new Set(['streamNotifications']);
const readOperations = operations.filter(({ method, operationId }) => method === 'GET' && !endless.has(operationId));
const CONCURRENCY = 12;

let hub: TestApp;
let admin: TestUser;
let secretUser: TestUser;
let documents: string[];
let videos: string[];
let threads: string[];
let files: string[];
let others: string[];
let categoryId: string;
let authorId: string;

const getTexts = (word: string) => ({
  title: `Title ${word}`,
  summary: `Summary ${word}`,
  content: `# Heading ${word}\n\nText ${word}.`,
  tags: [`${word}tag`],
  meta_title: `Meta ${word}`,
  meta_description: `Description ${word}`,
  visibility: 'INTERNAL',
});

beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
  admin = await hub.users.create('ADMIN');
  const author = await hub.users.create(
    (
      await createRole(admin, [
        'content.create',
        'content.view_internal',
        'content.set_internal',
        'comments.create',
        'forum.post',
      ])
    ).name,
    'Ina Author',
  );
  authorId = author.id;
  categoryId = (await createCategory(admin)).id;
  await hub.get(Settings).set(editsNeedReview, true, null);
  const forumId = (await createForumCategory(admin)).id;

  const publish = (id: string, status = 'PUBLISHED') =>
    admin.request('PUT', `/documents/${id}/status`, { body: { status } });
  const write = async (status: string) => {
    const { id } = await createDocument(author, { ...getTexts(INTERNAL), category_id: categoryId });
    if (status !== 'DRAFT') await publish(id, status);
    return id;
  };
  const pending = await write('PUBLISHED');
  await author.request('PUT', `/admin/documents/${pending}`, { body: { content: `Edited ${INTERNAL}` } });
  const becoming = (await createDocument(author, { title: 'Open so far', status: 'DRAFT' })).id;
  await publish(becoming);
  await author.request('PUT', `/admin/documents/${becoming}`, { body: getTexts(INTERNAL) });
  const hidden = await write('PUBLISHED');
  documents = [await write('DRAFT'), await write('IN_REVIEW'), await write('PUBLISHED'), await write('ARCHIVED')];
  documents.push(pending, becoming, hidden);

  const film = async (sql: string) => {
    const { id } = await createVideo(author, {
      ...getTexts(INTERNAL),
      description: `Text ${INTERNAL}`,
      chapters: [{ title: `Heading ${INTERNAL}`, start_time: 5, description: `About ${INTERNAL}` }],
      transcript: `0:05 Said ${INTERNAL}`,
      category_id: categoryId,
    });
    const media = await addMedia(hub, author, id, INTERNAL);
    files.push(...Object.values(media).map(({ url }) => url));
    await hub.database.query(`update content_items set ${sql} where id = $1`, [id]);
    return id;
  };
  files = [];
  const hiddenVideo = await film(`status = 'READY', published_at = now()`);
  videos = [
    await film(`status = 'PROCESSING', published_at = null`),
    await film(`status = 'ERROR', published_at = null`),
    await film(`status = 'READY', published_at = null, submitted_at = now()`),
    await film(`status = 'READY', published_at = now()`),
    hiddenVideo,
  ];
  // The states were set without the application.
  await hub.database.query(
    `update search_entries e set audience = i.audience from content_items i where i.id = e.id and i.kind = 'video'`,
  );

  threads = [];
  others = [categoryId, forumId];
  const items = [
    ...documents.filter((id) => id !== becoming).map((id) => ({ type: 'document' as const, id })),
    ...videos.map((id) => ({ type: 'video' as const, id })),
  ];
  for (const { type, id } of items) {
    const body = { content_type: type, content_id: id, content: `Comment ${INTERNAL}` };
    const comment = await author.request<{ id: string }>('POST', '/comments', { body });
    others.push(comment.body.id);
    await report(admin.request, { type, id }, { reason: `Reason ${INTERNAL}` });
    await report(admin.request, { type: 'comment', id: comment.body.id }, { reason: `Reason ${INTERNAL}` });
    const about = { item_type: type, item_id: id };
    const thread = await createThread(author, forumId, { title: 'About something', about });
    await reply(author, thread.id, { content: 'Words' });
    threads.push(thread.id);
    await admin.request('POST', '/reactions', {
      body: { content_type: type, content_id: id, reaction_type: 'CONFUSED' },
    });
  }
  await hide(hub, { type: 'document', id: hidden });
  await hide(hub, { type: 'video', id: hiddenVideo });

  secretUser = await hub.users.create((await createRole(admin, ['content.create', 'admin.dashboard'])).name, 'Pat');
  await hub.database.query(`update users set email = $2, preferences = '{"email": false}' where id = $1`, [
    secretUser.id,
    `${PRIVATE}@example.org`,
  ]);
  await hub.database.query('update sessions set user_agent = $2 where user_id = $1', [secretUser.id, PRIVATE]);
  const draft = await createDocument(secretUser, { ...getTexts(PRIVATE), visibility: 'PUBLIC' });
  others.push(secretUser.id, author.id, draft.id);
  await admin.request('POST', '/admin/invitations', { body: { email: `${PRIVATE}2@example.org`, role: 'EDITOR' } });
  await hub.database.query('delete from rate_limits');
}, 60_000);
beforeEach(() => hub.database.query('delete from search_misses'));
afterAll(() => hub.close());

/** Prefixes of the words, since responses may repeat the query. */
const [begun, begunPrivate] = [INTERNAL.slice(0, 7), PRIVATE.slice(0, 7)];
const filters = ['', `?q=${begun}`, `?q=${begunPrivate}`, '?limit=200', '?status=DRAFT'];

function pathsOf(path: string): string[] {
  if (!path.includes('{')) return [...filters, `?category_id=${categoryId}`].map((filter) => path + filter);
  const fill = (id: string, type: string) =>
    path
      .replace(/\{(id|content_id|userId)\}/, id)
      .replace('{content_type}', type)
      .replace('{version}', '1')
      .replace('{playlist}', '480.m3u8')
      .replace('{permission}', 'content.create')
      .replace(/\{\w+\}/g, 'x');
  const items = [...documents.map((id) => fill(id, 'document')), ...videos.map((id) => fill(id, 'video'))];
  if (path.startsWith('/documents')) return documents.map((id) => fill(id, 'document'));
  if (path.startsWith('/videos')) return videos.map((id) => fill(id, 'video'));
  if (path.includes('{content_type}')) return items;
  if (path.startsWith('/forum/threads')) return threads.map((id) => fill(id, 'thread'));
  if (path.includes('/users/')) return [fill(secretUser.id, 'user'), fill(authorId, 'user')];
  return [...new Set([...items, ...others.map((id) => fill(id, 'document'))])];
}

const searches = [begun, INTERNAL.replace('ord', 'rod'), begunPrivate, 'title', 'comment'].flatMap((query) => [
  { query },
  { query, content_type: 'all' },
]);
const pages = () => [
  '/',
  '/docs',
  '/videos',
  '/feed.xml',
  '/llms.txt',
  '/sitemap.xml',
  ...documents.flatMap((id) => [`/docs/${id}`, `/docs/${id}.md`]),
  ...videos.map((id) => `/videos/${id}`),
  ...threads.slice(0, 3).map((id) => `/community/thread/${id}`),
];

/** The requests whose responses contain one of the words. */
async function findLeaks(user: TestUser, words: readonly string[]): Promise<{ count: number; leaks: string[] }> {
  const limit = pLimit(CONCURRENCY);
  const leaks: string[] = [];
  let count = 0;
  const check = (what: string, { status, text }: { status: number; text: string }) => {
    count++;
    expect({ what, failed: status >= 500 }).toEqual({ what, failed: false });
    const received = text.toLowerCase();
    if (words.some((word) => received.includes(word))) leaks.push(what);
  };
  const get = (operationId: string, path: string) =>
    limit(async () => {
      const { status, text } = await user.request('GET', path);
      check(`${operationId} ${path}`, { status, text });
      return status;
    });
  const walkOperation = async ({ operationId, path }: (typeof operations)[number]) => {
    const [first = '', ...rest] = pathsOf(path);
    const status = await get(operationId, first);
    // Refused to the role, whatever is asked for: of what they may not see it would be 404.
    if (status === 403) return;
    await Promise.all(rest.map((one) => get(operationId, one)));
  };
  await Promise.all([
    ...readOperations.filter(({ operationId }) => !ofTheWholeHub.has(operationId)).map(walkOperation),
    ...files.map((url) => get('file', url.replace('/api', ''))),
    ...pages().map((url) =>
      limit(async () => {
        const headers = { cookie: `session_token=${user.token}` };
        const { statusCode, body } = await hub.app.inject({ method: 'GET', url, headers });
        check(`page ${url}`, { status: statusCode, text: body });
      }),
    ),
  ]);
  // Later, because those without results are listed in the insights.
  await Promise.all(
    searches.map((body) =>
      limit(async () => {
        const { status, text } = await user.request('POST', '/search', { body });
        check(`search ${JSON.stringify(body)}`, { status, text });
      }),
    ),
  );
  return { count, leaks };
}

const allPermissions = permissions.map(({ id }) => id);
const withAccess: Permission[] = ['content.view_internal', 'content.publish', 'content.edit_any', 'users.manage'];

test.each<[string, Permission[], string[]]>([
  ['all other permissions', allPermissions.filter((id) => !withAccess.includes(id)), [INTERNAL, PRIVATE]],
  ['users.manage', ['users.manage'], [INTERNAL, PRIVATE]],
  ['content.view_internal', ['content.view_internal'], [PRIVATE]],
  // Drafts are for all who publish or edit them.
  ['content.publish and content.edit_any', ['content.publish', 'content.edit_any'], [INTERNAL, `${PRIVATE}@`]],
])(
  'users with %s see none of the words',
  async (_name, held, words) => {
    const user = await hub.users.create((await createRole(admin, held)).name);
    const { count, leaks } = await findLeaks(user, words);
    expect(leaks).toEqual([]);
    expect(count).toBeGreaterThan(150);
  },
  60_000,
);

test('an administrator finds the words in many responses', async () => {
  const { leaks } = await findLeaks(admin, [INTERNAL, PRIVATE]);
  const found = new Set(leaks.map((what) => what.split(' ')[0]));
  const expected = [
    'listDocuments',
    'getDocument',
    'getDocumentRevision',
    'listVideos',
    'getVideo',
    'listComments',
    'listCommentThreads',
    'listTags',
    'listSuggestions',
    'listUsers',
    'exportUser',
    'listInvitations',
    'getModerationQueue',
    'listReports',
    'listHiddenItems',
    'getInsights',
    'getThread',
    'file',
    'page',
    'search',
  ];
  expect(expected.filter((operation) => !found.has(operation))).toEqual([]);
}, 60_000);
