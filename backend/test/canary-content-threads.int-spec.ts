import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import type { ThreadResponse } from '../src/modules/forum/threads/threads.dto.js';
import { Reconciliation } from '../src/platform/database/reconciliation.js';
import { walksOf } from './support/canary.js';
import { createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';

/* As canary.int-spec.ts, for the links between documents and threads. */

/** In drafts, one of which was made of a post. */
const DRAFT = 'zyxsecretword';
/** In INTERNAL documents. */
const INTERNAL = 'jjxinternalword';
/** In documents that became INTERNAL after their thread was started. */
const WITHDRAWN = 'wwjwithdrawnword';
/** In threads about public documents that were hidden or deleted. */
const HIDDEN = 'vvkwaitingword';
const allWords = [DRAFT, INTERNAL, WITHDRAWN, HIDDEN];

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
let categoryId: string;
let open: DocumentResponse;
let documents: DocumentResponse[];
let threads: ThreadResponse[];
let posts: string[];

const about = ({ id }: DocumentResponse) => ({ about: { item_type: 'document', item_id: id } });

beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
  editor = await hub.users.create('EDITOR');
  viewer = await hub.users.create('VIEWER');
  categoryId = (await createForumCategory(await hub.users.create('ADMIN'))).id;
  const make = (title: string, fields: object) => createDocument(editor, { title, slug: title, ...fields });
  open = await createDocument(editor, { title: 'Open', status: 'PUBLISHED' });
  const internal = await make(INTERNAL, { status: 'PUBLISHED', visibility: 'INTERNAL' });
  const withdrawn = await make(WITHDRAWN, { status: 'PUBLISHED' });
  const draft = await make(DRAFT, {});
  const source = await createThread(editor, categoryId);
  const post = await reply(editor, source.id);
  const { body: made } = await editor.request<DocumentResponse>('POST', `/forum/posts/${post.id}/document`);
  threads = [source];
  for (const item of [draft, internal, withdrawn]) threads.push(await createThread(editor, categoryId, about(item)));
  const concealed = [HIDDEN, `${HIDDEN} again`].map((title) =>
    createThread(editor, categoryId, { ...about(open), title }),
  );
  const [hidden, deleted] = [await concealed[0]!, await concealed[1]!];
  const responses = [
    await editor.request('PUT', `/admin/documents/${made.id}`, { body: { title: DRAFT, slug: `${DRAFT}-made` } }),
    await editor.request('PUT', `/admin/documents/${withdrawn.id}`, { body: { visibility: 'INTERNAL' } }),
    await editor.request('DELETE', `/forum/threads/${deleted.id}`),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  // As moderation does, with the counters.
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [hidden.id]);
  await hub.get(Reconciliation).run({ fix: true });
  threads.push(hidden, deleted);
  documents = [open, internal, withdrawn, draft, made];
  posts = [post.id];
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const walkOf = walksOf(
  () => hub,
  () => {
    const items = [...documents.toReversed().map(({ id }) => id), open.slug];
    const addresses = threads.map(({ id }) => id);
    return {
      kind: 'document',
      canaries: allWords,
      ids: [...items, ...addresses, ...posts, categoryId, editor.id],
      items,
      categoryId,
      authorId: editor.id,
      unrelated: ['/videos'],
      pages: [
        '/community',
        `/community/category/${categoryId}`,
        `/docs/${open.slug}`,
        ...addresses.map((id) => `/community/thread/${id}`),
      ],
    };
  },
);

test('guests and VIEWERs see no document and no thread that is restricted', async () => {
  for (const user of [hub, viewer]) {
    const walk = await walkOf(user);
    expect(walk.leaksOf(...allWords)).toEqual([]);
    expect(walk.requestCount).toBeGreaterThan(300);
  }
});

test('not even ids of restricted documents are in threads', async () => {
  for (const { request } of [hub, viewer])
    for (const { id } of threads) {
      const texts = [
        (await request('GET', `/forum/threads/${id}`)).text,
        (await request('GET', `/forum/threads/${id}/posts`)).text,
      ];
      for (const document of documents.slice(1)) expect(texts.join()).not.toContain(document.id);
    }
});

test('users with access find them', async () => {
  expect((await walkOf(editor)).operationsWith(DRAFT, INTERNAL, WITHDRAWN)).toEqual(
    expect.arrayContaining(['getThread', 'listPosts', 'getPost', 'page']),
  );
});

test('hidden and deleted threads are neither listed nor counted', async () => {
  for (const { request } of [hub, viewer, editor]) {
    const { body, headers } = await request('GET', `/forum/items/document/${open.slug}/threads`);
    expect([body, headers['x-total-count']]).toEqual([[], '0']);
  }
});
