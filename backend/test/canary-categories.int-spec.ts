import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import type { VideoResponse } from '../src/modules/content/videos/video-responses.dto.js';
import { walksOf } from './support/canary.js';
import { createCategory, createDocument, setDocumentStatus } from './support/documents.js';
import { createGroup, limitReading, removeMember } from './support/groups.js';
import { createRequester, type SendRequest } from './support/http.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo, publishWithoutReview } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

/*
 * As canary.int-spec.ts, for a category that only a group reads: before and after each way in which a user loses the
 * right to read in it, on two instances that keep shared reads.
 */

const DOCUMENT = 'zyxdocumentword';
const VIDEO = 'vvkvideoword';
const COMMENT = 'jjxcommentword';
const DRAFT = 'qvkdraftword';
const allWords = [DOCUMENT, VIDEO, COMMENT, DRAFT];

/** Own data that users keep: what they wrote themselves. */
const ownData = /^(downloadPersonalData|getPersonalData|exportOwnData)/;

let hub: TestApp;
let other: TestApp;
let admin: TestUser;
let author: TestUser;
let outsider: TestUser;
let member: TestUser;
let group: string;
let categoryId: string;
let document: DocumentResponse;
let video: VideoResponse;
let items: string[];

const limit = (groups: readonly string[] | null) => limitReading(admin, `/categories/${categoryId}`, groups);

beforeAll(async () => {
  const web = join(import.meta.dirname, '../../frontend/dist');
  hub = await createTestApp({ SHARED_READS_SECONDS: '60' }, { web });
  other = await createTestApp({ SHARED_READS_SECONDS: '60' }, { web, databaseUrl: hub.databaseUrl });
  await publishWithoutReview(hub);
  admin = await hub.users.create('ADMIN');
  author = await hub.users.create('CONTRIBUTOR');
  member = await hub.users.create('CONTRIBUTOR');
  outsider = await hub.users.create('CONTRIBUTOR');
  group = await createGroup(hub, 'Board', [author, member]);
  categoryId = (await createCategory(admin, { name: 'Board' })).id;
  expect((await limit([group])).status).toBe(200);
  const texts = (word: string) => ({
    title: `Title ${word}`,
    summary: `Summary ${word}`,
    tags: [`${word}tag`],
    meta_title: `Meta ${word}`,
    meta_description: `Description ${word}`,
    category_id: categoryId,
  });
  document = await createDocument(author, {
    ...texts(DOCUMENT),
    content: `# Heading ${DOCUMENT}\n\nText ${DOCUMENT} @${outsider.handle}.`,
  });
  await setDocumentStatus(admin, document.id, 'PUBLISHED');
  const draft = await createDocument(author, { ...texts(DRAFT), content: `Text ${DRAFT}` });
  video = await createVideo(author, {
    ...texts(VIDEO),
    description: `Text ${VIDEO}`,
    transcript: `0:05 Said ${VIDEO}`,
    chapters: [{ title: `Heading ${VIDEO}`, start_time: 5, description: `About ${VIDEO}` }],
  });
  const commentOn = (type: string, id: string) =>
    author.request('POST', '/comments', {
      body: { content_type: type, content_id: id, content: `Comment ${COMMENT} @${outsider.handle}` },
    });
  for (const made of [await commentOn('document', document.id), await commentOn('video', video.id)])
    expect(made.status).toBe(201);
  // Bookmarked while the category was open to them.
  await limit(null);
  for (const [type, id] of [
    ['document', document.id],
    ['video', video.id],
  ] as const)
    expect(
      (await outsider.request('POST', '/bookmarks', { body: { content_type: type, content_id: id } })).status,
    ).toBe(201);
  await limit([group]);
  items = [document, draft, video].flatMap(({ id, slug }) => [id, slug]);
}, 120_000);
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

/** The requests that find the words as the user sees the hub now. */
async function listLeaks(app: TestApp, user: { request: SendRequest; token?: string }): Promise<string[]> {
  await hub.database.query('delete from rate_limits');
  const walkOf = walksOf(
    () => app,
    () => ({
      kind: 'document',
      canaries: allWords,
      ids: [...items, categoryId, author.id],
      items,
      categoryId,
      authorId: author.id,
      unrelated: ['/forum'],
      pages: [
        '/',
        '/docs',
        '/videos',
        `/categories/${categoryId}`,
        ...items.flatMap((id) => [`/docs/${id}`, `/videos/${id}`]),
      ],
    }),
  );
  const walk = await walkOf(user);
  expect(walk.requestCount).toBeGreaterThan(300);
  return walk.leaksOf(...allWords).filter((leak) => !ownData.test(leak));
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

test('members of the group find the words in many responses', async () => {
  const found = await listLeaks(hub, member);
  const operations = new Set(found.map((leak) => leak.split(' ')[0]));
  for (const operation of ['listDocuments', 'getDocument', 'listVideos', 'getVideo', 'listTags', 'search', 'page'])
    expect([operation, operations.has(operation)]).toEqual([operation, true]);
  expect(operations.has('listComments')).toBe(true);
}, 120_000);

test('guests and users outside of the group find none', async () => {
  expect(await listLeaks(hub, hub)).toEqual([]);
  expect(await listLeaks(hub, outsider)).toEqual([]);
}, 240_000);

test('an open category that becomes limited is closed on both instances, also in their caches', async () => {
  await limit(null);
  for (const user of [outsider, there(outsider), hub, other]) await waitUntilFound(user, paths().length);
  expect((await limit([group])).status).toBe(200);
  expect(await countFound(outsider)).toBe(0);
  expect(await countFound(hub)).toBe(0);
  for (const user of [there(outsider), other]) await waitUntilFound(user, 0);
  expect(await listLeaks(other, there(outsider))).toEqual([]);
}, 240_000);

test('a category that moves below a limited one is closed', async () => {
  const { id: parent } = await createCategory(admin, { name: 'Management' });
  await limitReading(admin, `/categories/${parent}`, [group]);
  await limit(null);
  for (const user of [outsider, there(outsider)]) await waitUntilFound(user, paths().length);
  const moved = await admin.request('PUT', `/categories/${categoryId}`, { body: { parent_category_id: parent } });
  expect(moved.status).toBe(200);
  expect(await countFound(outsider)).toBe(0);
  expect(await countFound(hub)).toBe(0);
  for (const user of [there(outsider), other]) await waitUntilFound(user, 0);
  expect(await countFound(member)).toBe(paths().length);
}, 60_000);

test('an author who leaves the group sees their items no more', async () => {
  for (const user of [author, there(author)]) await waitUntilFound(user, paths().length);
  await removeMember(hub, group, author);
  expect(await countFound(author)).toBe(0);
  expect(await countFound(there(author))).toBe(0);
  expect(await listLeaks(other, there(author))).toEqual([]);
}, 240_000);

test('without its group the category is closed to all but those whom no limit binds', async () => {
  for (const user of [member, there(member)]) await waitUntilFound(user, paths().length);
  await hub.database.query('delete from groups where id = $1', [group]);
  expect(await countFound(member)).toBe(0);
  expect(await countFound(there(member))).toBe(0);
  expect(await listLeaks(other, there(member))).toEqual([]);
  expect(await countFound(admin)).toBe(paths().length);
}, 240_000);
