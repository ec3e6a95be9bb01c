import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';
import { walksOf } from './support/canary.js';
import { createCategory, createDocument, setDocumentStatus } from './support/documents.js';
import { createFile, encodeForm } from './support/forms.js';
import type { SendRequest } from './support/http.js';
import type { TestUser } from './support/users.js';
import { hideByReports } from './support/reports.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/*
 * Canary words appear only in restricted content. Every operation is requested in all useful ways, and no response may
 * contain them; new operations are included automatically. Users who may see everything are tested too, to prove that
 * the requests would find the words.
 */

/**
 * In drafts, archived documents, also those hidden before, and templates: not for guests, VIEWERs and moderators.
 * Categories are public; their restricted content, and its number, is not.
 */
const SECRET = 'zyxsecretword';
/** In review, hidden, or in hidden comments on public content: not for guests and VIEWERs. */
const WAITING = 'vvkwaitingword';
/** In INTERNAL items: not for guests, VIEWERs, moderators and publishers without content.view_internal. */
const INTERNAL = 'jjxinternalword';
/** In LOGGED_IN items: not for guests. */
const MEMBERS = 'qvkmembersword';
/** In an item that was public when the VIEWER and the moderator bookmarked it, and is INTERNAL now. */
const WITHDRAWN = 'wwjwithdrawnword';

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
/** Custom roles with one permission: moderation.handle, and content.publish. */
let moderator: TestUser;
let publisher: TestUser;
let ids: string[];
let documents: string[];
let categoryId: string;
/** addresses of the files that the documents link to */
const files: string[] = [];

const texts = (word: string) => ({
  title: `Title ${word}`,
  summary: `Summary ${word}`,
  // Links to the open document, which therefore lists what links to it.
  content: `# Heading ${word}\n\nText ${word} [](/docs/open).`,
  tags: [`${word}tag`],
  meta_title: `Meta ${word}`,
  meta_description: `Description ${word}`,
});
/** A file with the word as its name and content. @returns its address */
async function uploadFile(word: string): Promise<string> {
  const form = await encodeForm({ file: createFile(Buffer.from(`File ${word}`), `${word}.txt`) });
  const { url } = (await editor.request<{ url: string }>('POST', '/attachments', form)).body;
  files.push(url);
  return url;
}
const about = (document: DocumentResponse) => ({ content_type: 'document', content_id: document.id });
const comment = (user: TestUser, document: DocumentResponse, content: string) =>
  user.request<{ id: string }>('POST', '/comments', {
    body: { ...about(document), content: `${content} [](/docs/open)` },
  });

beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
  editor = await hub.users.create('EDITOR');
  viewer = await hub.users.create('VIEWER');
  const admin = await hub.users.create('ADMIN');
  moderator = await hub.users.create((await createRole(admin, ['moderation.handle'])).name);
  publisher = await hub.users.create((await createRole(admin, ['content.publish'])).name);
  categoryId = (await createCategory(editor)).id;
  // The oldest, so that it displaces none of the others in lists.
  const open = await createDocument(editor, {
    title: 'Open',
    slug: 'open',
    content: 'For everyone.',
    status: 'PUBLISHED',
  });
  const make = async (word: string, fields: object) => {
    const { content, ...others } = texts(word);
    const text = `${content}\n\n[${word}](${await uploadFile(word)})`;
    return createDocument(editor, { ...others, content: text, category_id: categoryId, ...fields });
  };
  const hiddenDraft = await make(SECRET, {});
  const template = await make(SECRET, { status: 'PUBLISHED' });
  const secret = [await make(SECRET, {}), await make(SECRET, { status: 'ARCHIVED' }), hiddenDraft, template];
  const internal = await make(INTERNAL, { status: 'PUBLISHED', visibility: 'INTERNAL' });
  const hidden = await make(WAITING, { status: 'PUBLISHED' });
  const waiting = [await make(WAITING, { status: 'IN_REVIEW' }), hidden];
  await hideByReports(hub, { type: 'document', id: hidden.id });
  await setDocumentStatus(editor, hiddenDraft.id, 'PUBLISHED');
  await hideByReports(hub, { type: 'document', id: hiddenDraft.id });
  await setDocumentStatus(editor, hiddenDraft.id, 'DRAFT');
  const members = await make(MEMBERS, { status: 'PUBLISHED', visibility: 'LOGGED_IN' });
  const withdrawn = await make(WITHDRAWN, { status: 'PUBLISHED' });
  const hiddenComment = (await comment(editor, open, `Comment ${WAITING} @${viewer.handle}`)).body.id;
  await hideByReports(hub, { type: 'comment', id: hiddenComment });
  const comments = [
    await comment(editor, secret[0]!, `Comment ${SECRET} @${viewer.handle}`),
    await comment(editor, waiting[0]!, `Comment ${WAITING} @${viewer.handle}`),
    await comment(editor, internal, `Comment ${INTERNAL} @${publisher.handle}`),
    await comment(editor, members, `Comment ${MEMBERS}`),
    await comment(editor, template, `Comment ${SECRET}`),
    await comment(editor, withdrawn, `Comment ${WITHDRAWN} @${viewer.handle}`),
    await comment(viewer, withdrawn, 'I like it.'),
  ];
  for (const reaction_type of ['LIKE', 'BOOKMARK'])
    await viewer.request('POST', '/reactions', { body: { ...about(withdrawn), reaction_type } });
  for (const document of [withdrawn, template, ...waiting])
    await moderator.request('POST', '/bookmarks', { body: { content_type: 'document', content_id: document.id } });
  await viewer.request('GET', `/documents/${withdrawn.id}`);
  await hub.get(ItemViewCounter).flush();
  await notified(WITHDRAWN);
  await editor.request('PUT', `/admin/documents/${template.id}`, { body: { is_template: true } });
  await editor.request('PUT', `/admin/documents/${withdrawn.id}`, { body: { visibility: 'INTERNAL' } });
  documents = [...secret, ...waiting, internal, members, withdrawn, open].flatMap(({ id, slug }) => [id, slug]);
  ids = [...documents, categoryId, editor.id, viewer.id, hiddenComment, ...comments.map(({ body }) => body.id)];
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** The notification about a mention is asynchronous; it must exist before it can disappear. */
async function notified(word: string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((await viewer.request('GET', '/notifications')).text.includes(word)) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`No notification about ${word}.`);
}

const walkOf = walksOf(
  () => hub,
  () => ({
    kind: 'document',
    canaries: [SECRET, WAITING, INTERNAL, MEMBERS, WITHDRAWN],
    ids,
    items: documents,
    categoryId,
    authorId: editor.id,
    unrelated: ['/videos', '/forum'],
    pages: [
      '/',
      '/docs',
      '/search',
      ...documents.flatMap((id) => [`/docs/${id}`, `/docs/${id}.md`]),
      ...files.flatMap((url) => [url, `/api/links?address=${encodeURIComponent(url)}`]),
    ],
  }),
);

test.each<[who: string, user: () => TestApp | TestUser, words: string[]]>([
  ['guests see public content only', () => hub, [SECRET, WAITING, INTERNAL, MEMBERS, WITHDRAWN]],
  [
    'VIEWERs see nothing that is restricted, nor what was restricted later',
    () => viewer,
    [SECRET, WAITING, INTERNAL, WITHDRAWN],
  ],
  ['moderators see neither drafts nor archived nor INTERNAL content', () => moderator, [SECRET, INTERNAL, WITHDRAWN]],
  ['publishers without content.view_internal see no INTERNAL content', () => publisher, [INTERNAL, WITHDRAWN]],
])('%s', async (_who, user, words) => {
  const walk = await walkOf(user());
  expect(walk.leaksOf(...words)).toEqual([]);
  expect(walk.requestCount).toBeGreaterThan(300);
});

describe('users with access find the words in many responses', () => {
  const everywhere = [
    'listDocuments',
    'getDocument',
    'listComments',
    'listCommentThreads',
    'listLinks',
    'listBacklinks',
    'listTags',
    'listSuggestions',
    'listUserActivity',
    'page',
    'search',
  ];
  test.each<[string, () => TestUser, string[], string[]]>([
    ['editors', () => editor, [SECRET, WAITING, INTERNAL], ['getOverview', 'getHome']],
    ['moderators', () => moderator, [WAITING], ['listBookmarks']],
    ['publishers', () => publisher, [SECRET], ['listDocumentRevisions']],
    ['viewers', () => viewer, [MEMBERS], ['getHome']],
  ])('%s', async (_who, user, words, more) => {
    expect((await walkOf(user())).operationsWith(...words)).toEqual(expect.arrayContaining([...everywhere, ...more]));
  });
});

test('whoever may read a document downloads its files and is told their names', async () => {
  const leaks = (await walkOf(viewer)).leaksOf(MEMBERS);
  expect(leaks.filter((leak) => leak.startsWith('page /api/'))).toHaveLength(2);
});

const counts = async (request: SendRequest) => ({
  documents: (await request('GET', '/documents')).headers['x-total-count'],
  category: (await request<{ content_count: number }>('GET', `/categories/${categoryId}`)).body.content_count,
  activity: (await request('GET', `/users/${editor.id}/activity`)).headers['x-total-count'],
  found: (await request<{ total: number }>('POST', '/search', { body: { query: 'heading' } })).body.total,
  bookmarks: (await request<{ user_stats: { bookmarks_count: number } }>('GET', '/dashboard/home')).body.user_stats
    .bookmarks_count,
});

describe('numbers reveal nothing', () => {
  test('counts for any role', async () => {
    expect(await counts(hub.request)).toEqual({ documents: '1', category: 0, activity: '1', found: 0, bookmarks: 0 });
    expect(await counts(viewer.request)).toEqual({
      documents: '2',
      category: 1,
      activity: '3',
      found: 1,
      bookmarks: 0,
    });
    expect(await counts(moderator.request)).toEqual({
      documents: '4',
      category: 3,
      activity: '7',
      found: 3,
      bookmarks: 2,
    });
    expect(await counts(publisher.request)).toEqual({
      documents: '7',
      category: 6,
      activity: '10',
      found: 6,
      bookmarks: 0,
    });
    expect(await counts(editor.request)).toMatchObject({ found: 8, category: 8 });
  });

  test('counts of unread notifications', async () => {
    expect((await viewer.request('GET', '/notifications')).headers['x-unread-count'] ?? '0').toBe('0');
  });
});
