import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { TopContentService } from '../src/modules/analytics/figures/top-content.service.js';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import type { VideoResponse } from '../src/modules/content/videos/video-responses.dto.js';
import { permissions } from '../src/modules/roles/index.js';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';
import { walksOf } from './support/canary.js';
import { cloneDocument } from './support/cloned-documents.js';
import { createCategory, createDocument, setDocumentStatus } from './support/documents.js';
import { createForumCategory, createThread } from './support/forum.js';
import { createGroup, limitReading, removeMember } from './support/groups.js';
import { createRequester, type SendRequest } from './support/http.js';
import { waitForJobs } from './support/jobs.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo, publishWithoutReview } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

/*
 * As canary.int-spec.ts, for a category that only a group reads: before and after each way in which a user loses the
 * right to read in it, on two instances that keep shared reads and pages.
 */

const DOCUMENT = 'zyxdocumentword';
const VIDEO = 'vvkvideoword';
const COMMENT = 'jjxcommentword';
const DRAFT = 'qvkdraftword';
const DELETED = 'wwjdeletedword';
/** In the name and description of the category. */
const CATEGORY = 'hhkcategoryword';
const allWords = [DOCUMENT, VIDEO, COMMENT, DRAFT, DELETED, CATEGORY];
const COPIES = 1000;

/** The permissions of users without limits, who also read the audit log and the data of all users. */
const unlimited = ['content.edit_any', 'forum.moderate', 'system.manage', 'users.manage'];

let hub: TestApp;
let other: TestApp;
let admin: TestUser;
let author: TestUser;
/** In no group, with all permissions that limits bind. */
let outsider: TestUser;
let member: TestUser;
let group: string;
let categoryId: string;
let document: DocumentResponse;
let deleted: DocumentResponse;
let video: VideoResponse;
let items: string[];
/** about the document, in an open category of the forum */
let thread: string;
/** for everyone; what is in the category links to it */
let target: DocumentResponse;
/** What outsiders are told while there is nothing in the category. */
let withoutItems: object[];

const limit = (groups: readonly string[] | null) => limitReading(admin, `/categories/${categoryId}`, groups);

async function expectOk(response: ReturnType<SendRequest>, status = 200): Promise<void> {
  const { status: received, text } = await response;
  expect({ status: received, text }).toMatchObject({ status });
}

/** Numbers and lists of all users, as one user gets them. */
async function readNumbers({ request }: { request: SendRequest }): Promise<object> {
  const total = async (path: string) => (await request('GET', path)).headers['x-total-count'];
  const body = async (path: string) => {
    const response = await request('GET', path);
    return response.status === 200 ? response.body : response.status;
  };
  return {
    documents: await total('/documents'),
    videos: await total('/videos'),
    activity: await total(`/users/${author.id}/activity`),
    trash: await total('/trash?all=true'),
    comments: await total(`/comments/document/${document?.id}`),
    backlinks: await total(`/links/document/${target.id}`),
    linked: await total(`/forum/items/document/${document?.id}/threads`),
    tags: await body('/tags'),
    categories: await body('/categories'),
    counts: await body('/admin/content/counts'),
    queue: await body('/admin/moderation-queue/count'),
    suggestions: await body('/search/suggestions?q=title'),
    found: (await request<{ total: number }>('POST', '/search', { body: { query: 'heading' } })).body.total,
  };
}

beforeAll(async () => {
  const web = join(import.meta.dirname, '../../frontend/dist');
  hub = await createTestApp({ SHARED_READS_SECONDS: '60' }, { web });
  other = await createTestApp({ SHARED_READS_SECONDS: '60' }, { web, databaseUrl: hub.databaseUrl });
  await publishWithoutReview(hub);
  admin = await hub.users.create('ADMIN');
  author = await hub.users.create('CONTRIBUTOR');
  member = await hub.users.create('CONTRIBUTOR');
  const bound = permissions.map(({ id }) => id).filter((id) => !unlimited.includes(id));
  outsider = await hub.users.create((await createRole(admin, bound)).name);
  group = await createGroup(hub, 'Board', [author, member]);
  const forumId = (await createForumCategory(admin)).id;
  target = await createDocument(admin, { title: 'Target', status: 'PUBLISHED' });
  withoutItems = [await readNumbers(hub), await readNumbers(outsider)];
  categoryId = (await createCategory(admin, { name: CATEGORY, description: `For ${CATEGORY}` })).id;
  const texts = (word: string) => ({
    title: `Title ${word}`,
    summary: `Summary ${word}`,
    tags: [`${word}tag`],
    meta_title: `Meta ${word}`,
    meta_description: `Description ${word}`,
    category_id: categoryId,
  });
  const write = (word: string, fields: object = {}) =>
    createDocument(author, {
      ...texts(word),
      content: `# Heading ${word}\n\nText ${word} @${outsider.handle} [](/docs/${target.id}).`,
      ...fields,
    });
  document = await write(DOCUMENT);
  const below = await write(DOCUMENT, { parent_id: document.id });
  deleted = await write(DELETED);
  for (const { id } of [document, below, deleted]) await setDocumentStatus(admin, id, 'PUBLISHED');
  const draft = await write(DRAFT);
  video = await createVideo(author, {
    ...texts(VIDEO),
    description: `Text ${VIDEO} [](/docs/${target.id})`,
    transcript: `0:05 Said ${VIDEO}`,
    chapters: [{ title: `Heading ${VIDEO}`, start_time: 5, description: `About ${VIDEO}` }],
  });
  for (const [content_type, content_id] of [['document', document.id] as const, ['video', video.id] as const]) {
    const about = { content_type, content_id };
    const content = `Comment ${COMMENT} @${outsider.handle} [](/docs/${target.id})`;
    await expectOk(author.request('POST', '/comments', { body: { ...about, content } }), 201);
    await expectOk(outsider.request('POST', '/bookmarks', { body: about }), 201);
    await expectOk(
      outsider.request('PUT', `/content/${content_type}/${content_id}/progress`, { body: { is_done: true } }),
    );
    const report = { item_type: content_type, item_id: content_id, reason: `Reason ${COMMENT}` };
    await expectOk(member.request('POST', '/reports', { body: report }), 201);
  }
  const about = { item_type: 'document', item_id: document.id };
  thread = (await createThread(member, forumId, { title: 'About it', about })).id;
  const anchor = { quote: `Text ${DOCUMENT}`, prefix: '', suffix: '', heading: '' };
  const passage = { content_type: 'document', content_id: document.id, content: `About ${COMMENT}`, anchor };
  await expectOk(member.request('POST', '/comments', { body: passage }), 201);
  await expectOk(member.request('GET', `/documents/${document.id}?count_view=true`));
  await hub.get(ItemViewCounter).flush();
  await hub.get(TopContentService).refresh();
  await expectOk(author.request('DELETE', `/admin/documents/${deleted.id}`));
  await waitForJobs(hub.database, 'notify');
  expect((await outsider.request('GET', '/notifications')).text).toContain(DOCUMENT);
  items = [document, below, draft, deleted, video].flatMap(({ id, slug }) => [id, slug]);
  // Until their threads have loaded the frontend, both leave pages to browsers.
  for (const { app } of [hub, other])
    await waitFor(
      async () => (await app.inject({ method: 'GET', url: '/docs' })).body,
      (html) => html.includes(`Title ${DOCUMENT}</`),
      60_000,
    );
}, 180_000);
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(async () => {
  await other.close();
  await hub.close();
});

/** The same user at the other instance. */
const there = ({ token }: TestUser): { request: SendRequest; token: string } => ({
  request: createRequester(other.app, { authorization: `Bearer ${token}` }),
  token,
});

/** Sends what a user may read as they see the hub now. */
async function walk(app: TestApp, user: { request: SendRequest; token?: string }) {
  await hub.database.query('delete from rate_limits');
  const done = await walksOf(
    () => app,
    () => ({
      kind: 'document',
      canaries: allWords,
      ids: [...items, categoryId, author.id],
      items,
      idsOf: {
        '/videos/': [video.id, video.slug],
        '/categories/': [categoryId],
        '/users/': [author.id],
        '/forum/threads/': [thread],
        '/links/': [...items, target.id],
      },
      categoryId,
      authorId: author.id,
      unrelated: ['/forum', '/shared', '/auth', '/admin/groups', '/admin/users'],
      pages: [
        '/',
        '/docs',
        '/videos',
        '/search?q=heading',
        `/user/${author.id}`,
        `/categories/${categoryId}`,
        `/docs?category=${categoryId}`,
        ...items.flatMap((id) => [`/docs/${id}`, `/docs/${id}.md`, `/videos/${id}`]),
      ],
    }),
  )(user);
  expect(done.requestCount).toBeGreaterThan(300);
  return done;
}

/** What shows most of the words, so that both instances have them in their caches. */
const paths = () => [
  `/documents/${document.slug}`,
  `/videos/${video.slug}`,
  '/documents',
  '/videos',
  '/tags?q=zyx',
  `/comments/document/${document.id}`,
  `/documents?category_id=${categoryId}`,
  `/categories/${categoryId}/tree`,
  '/categories',
  '/dashboard/home',
];

async function countFound(user: { request: SendRequest }): Promise<number> {
  const responses = await Promise.all(paths().map((path) => user.request('GET', path)));
  return responses.filter(({ text }) => allWords.some((word) => text.toLowerCase().includes(word))).length;
}

/** A command reaches the caches of the other instance within a moment. */
const waitUntilFound = (user: { request: SendRequest }, count: number) =>
  waitFor(
    () => countFound(user),
    (found) => found === count,
  );

const openedFor = async ({ request }: { request: SendRequest }) =>
  (
    await Promise.all(
      paths()
        .slice(0, 2)
        .map((path) => request('GET', path)),
    )
  ).map(({ status }) => status);

test('while the category is open, everyone finds the words in many responses, on both instances', async () => {
  for (const user of [there(outsider), other]) await waitUntilFound(user, paths().length);
  const operations = (await walk(hub, outsider)).operationsWith(...allWords);
  const everywhere = ['listDocuments', 'getDocument', 'listVideos', 'getVideo', 'listTags', 'listComments', 'getHome'];
  everywhere.push(
    'listBacklinks',
    'listLinks',
    'listCommentThreads',
    'listSuggestions',
    'listBookmarks',
    'listNotifications',
    'listTreeLevel',
    'getNeighbours',
    'listTrash',
  );
  everywhere.push(
    'getModerationQueue',
    'listReports',
    'getThread',
    'listTopContent',
    'listUserActivity',
    'search',
    'page',
  );
  expect(everywhere.filter((operation) => !operations.includes(operation))).toEqual([]);
}, 60_000);

test('a thousand items are gone on both instances, also from their caches, when it is limited', async () => {
  const removeCopies = await cloneDocument(hub, document.id, COPIES);
  // Copies are made without the application, whose caches any command clears.
  await expectOk(admin.request('PUT', `/categories/${categoryId}`, { body: { description: CATEGORY } }));
  for (const { request } of [outsider, there(outsider)])
    await waitFor(
      async () => (await request('GET', '/documents')).headers['x-total-count'],
      (total) => total === `${COPIES + 4}`,
    );
  for (const user of [outsider, hub]) await waitUntilFound(user, paths().length);
  await expectOk(limit([group]));
  expect([await countFound(outsider), await countFound(hub)]).toEqual([0, 0]);
  for (const user of [there(outsider), other]) await waitUntilFound(user, 0);
  expect((await walk(hub, outsider)).leaksOf(...allWords)).toEqual([]);
  expect((await walk(other, other)).leaksOf(...allWords)).toEqual([]);
  // As in a hub without the category.
  expect([await readNumbers(hub), await readNumbers(outsider)]).toEqual(withoutItems);
  expect(await readNumbers(member)).toMatchObject({ documents: `${COPIES + 3}`, videos: '1', linked: '1' });
  await removeCopies();
}, 60_000);

test('members of the group find the words in many responses', async () => {
  const operations = (await walk(other, there(member))).operationsWith(...allWords);
  for (const operation of ['listDocuments', 'getDocument', 'listVideos', 'getVideo', 'listTags', 'search', 'page'])
    expect([operation, operations.includes(operation)]).toEqual([operation, true]);
  expect(operations).toContain('listComments');
}, 60_000);

test('a category that moves below a limited one is closed', async () => {
  const { id: parent } = await createCategory(admin, { name: 'Management' });
  await limitReading(admin, `/categories/${parent}`, [group]);
  await limit(null);
  for (const user of [outsider, there(outsider)]) await waitUntilFound(user, paths().length);
  await expectOk(admin.request('PUT', `/categories/${categoryId}`, { body: { parent_category_id: parent } }));
  expect([await countFound(outsider), await countFound(hub)]).toEqual([0, 0]);
  for (const user of [there(outsider), other]) await waitUntilFound(user, 0);
  expect(await countFound(member)).toBe(paths().length);
  await expectOk(limit([group]));
});

test.each<[string, (from: string, page: string) => Promise<void>]>([
  [
    'pages that move into it with those below them',
    (_from, page) =>
      expectOk(admin.request('PUT', `/content/document/${page}/position`, { body: { category_id: categoryId } })),
  ],
  [
    'what it receives from a deleted category',
    (from) => expectOk(admin.request('DELETE', `/categories/${from}?move_to=${categoryId}`)),
  ],
])('%s are closed', async (_name, move) => {
  const { id: from } = await createCategory(admin);
  const fields = { category_id: from, status: 'PUBLISHED' };
  const page = await createDocument(admin, fields);
  const below = await createDocument(admin, { ...fields, parent_id: page.id });
  const read = async ({ request }: { request: SendRequest }) => {
    const found = [page, below].map(({ slug }) => request('GET', `/documents/${slug}`));
    return (await Promise.all(found)).map(({ status }) => status).join();
  };
  const readers = [outsider, there(outsider), hub, other];
  for (const reader of readers) expect(await read(reader)).toBe('200,200');
  await move(from, page.id);
  for (const reader of readers)
    await waitFor(
      () => read(reader),
      (found) => found === '404,404',
      1000,
    );
  expect(await read(member)).toBe('200,200');
});

const restore = ({ request }: { request: SendRequest }) => request('POST', `/trash/document/${deleted.id}/restore`);

test('what is deleted in it is restored by those who read there alone, and stays closed', async () => {
  expect(await restore(outsider)).toMatchObject({ status: 404 });
  await expectOk(restore(author));
  for (const [reader, status] of [[outsider, 404] as const, [hub, 404] as const, [member, 200] as const])
    expect((await reader.request('GET', `/documents/${deleted.slug}`)).status).toBe(status);
});

test('an author who leaves the group sees their items no more, nor does who has their share links', async () => {
  const { body } = await author.request<{ url: string }>('POST', `/documents/${document.id}/share-links`, { body: {} });
  const token = body.url.split('/').at(-1) ?? '';
  const openLink = ({ request }: { request: SendRequest }) => request('POST', '/shared', { body: { token } });
  expect((await openLink(other)).text).toContain(DOCUMENT);
  for (const user of [author, there(author)]) await waitUntilFound(user, paths().length);
  await removeMember(hub, group, author);
  expect([await openedFor(author), await openedFor(there(author))]).toEqual([
    [404, 404],
    [404, 404],
  ]);
  const found = await walk(other, there(author));
  expect(found.operationsWith(...allWords)).toEqual(['exportOwnData']);
  for (const app of [hub, other]) {
    expect(await openLink(app)).toMatchObject({ status: 404 });
    const page = await app.app.inject({ method: 'GET', url: `/s/${token}` });
    expect(allWords.filter((word) => page.body.includes(word))).toEqual([]);
  }
}, 60_000);

test('without its group the category is closed to all but those whom no limit binds', async () => {
  for (const user of [member, there(member)]) await waitUntilFound(user, paths().length);
  await expectOk(admin.request('DELETE', `/admin/groups/${group}`));
  expect([await countFound(member), await countFound(there(member))]).toEqual([0, 0]);
  expect((await walk(other, there(member))).operationsWith(...allWords)).toEqual(['exportOwnData']);
  expect(await countFound(admin)).toBe(paths().length);
}, 60_000);
