import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { encodeForm } from '../../../../test/support/forms.js';
import { createForumCategory, createThread, getThread, listPosts, reply } from '../../../../test/support/forum.js';
import type { SendRequest } from '../../../../test/support/http.js';
import { createPng } from '../../../../test/support/images.js';
import { closeReconciled } from '../../../../test/support/reconciliation.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo } from '../../../../test/support/videos.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import type { MadePostDocumentResponse } from '../posts/posts.dto.js';
import type { LinkedThreadResponse } from './linked-threads.dto.js';

type DocumentResponse = Awaited<ReturnType<typeof createDocument>>;

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let writer: TestUser;
let other: TestUser;
let categoryId: string;
let document: DocumentResponse;
beforeAll(async () => {
  ({ hub, admin, ann, writer, other } = await createTestAppWithUsers({
    admin: 'ADMIN',
    ann: 'VIEWER',
    writer: 'CONTRIBUTOR',
    other: 'CONTRIBUTOR',
  }));
  categoryId = (await createForumCategory(admin)).id;
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  document = await createDocument(admin, { status: 'PUBLISHED' });
});
afterAll(() => closeReconciled(hub));

const aboutDocument = (item_id = document.id) => ({ about: { item_type: 'document', item_id } });
const start = (user: TestUser, about: unknown) =>
  user.request<{ errors?: { field: string; message: string }[] }>('POST', `/forum/categories/${categoryId}/threads`, {
    body: { title: 'Title', content: 'Text', about },
  });
const list = (request: SendRequest, item: string, query = '') =>
  request<LinkedThreadResponse[]>('GET', `/forum/items/${item}/threads${query}`);
const makeDocument = (user: TestUser, postId: string) =>
  user.request<MadePostDocumentResponse>('POST', `/forum/posts/${postId}/document`);
const getDocument = async (user: TestUser, id: string) =>
  (await user.request<DocumentResponse>('GET', `/documents/${id}`)).body;

const merge = async (from: string, into: string) =>
  (await admin.request('POST', `/forum/threads/${from}/merge`, { body: { target_id: into } })).status;

const listed = async (item: string) => (await list(hub.request, item)).body.map(({ id }) => id);
const aboutOf = async (id: string) => (await getThread(hub.request, id)).about?.item_id;

const titlesOf = async (request: SendRequest, category: string) =>
  (
    await request<{ threads: { title: string }[] }>('GET', `/forum/threads?about_category_id=${category}`)
  ).body.threads.map(({ title }) => title);

describe('the threads about the items of a category', () => {
  test('are those about items that the reader may see, without those of other categories', async () => {
    const category = await createCategory(admin);
    const [open, members, draft, elsewhere] = [
      await createDocument(admin, { status: 'PUBLISHED', category_id: category.id }),
      await createDocument(admin, { status: 'PUBLISHED', category_id: category.id, visibility: 'LOGGED_IN' }),
      await createDocument(admin, { category_id: category.id }),
      await createDocument(admin, { status: 'PUBLISHED' }),
    ];
    for (const [title, { id }] of Object.entries({ open, members, draft, elsewhere }))
      await admin.request('POST', `/forum/categories/${categoryId}/threads`, {
        body: { title, content: 'Text', ...aboutDocument(id) },
      });
    expect(await titlesOf(hub.request, category.id)).toEqual(['open']);
    expect(await titlesOf(ann.request, category.id)).toEqual(['members', 'open']);
    expect(await titlesOf(admin.request, category.id)).toEqual(['draft', 'members', 'open']);
    await hub.database.query(`update forum_threads set hidden_at = now() where title = 'open'`);
    expect(await titlesOf(ann.request, category.id)).toEqual(['members']);
    expect(await hub.request('GET', '/forum/threads?about_category_id=x')).toMatchObject({ status: 400 });
  });
});

describe('merged threads', () => {
  test('the items of both threads list the target, which stays about its own', async () => {
    const another = await createDocument(admin, { status: 'PUBLISHED' });
    const [plain, first, second] = [
      await createThread(ann, categoryId),
      await createThread(ann, categoryId, aboutDocument()),
      await createThread(ann, categoryId, aboutDocument(another.id)),
    ];
    expect(await merge(first.id, plain.id)).toBe(200);
    expect(await aboutOf(plain.id)).toBe(document.id);
    expect(await merge(plain.id, second.id)).toBe(200);
    expect(await aboutOf(second.id)).toBe(another.id);
    for (const { id } of [document, another]) expect(await listed(`document/${id}`)).toEqual([second.id]);
    // One after the other: those of the merged thread keep their order.
    const last = await createThread(ann, categoryId);
    expect(await merge(second.id, last.id)).toBe(200);
    expect(await aboutOf(last.id)).toBe(another.id);
    for (const { id } of [document, another]) expect(await listed(`document/${id}`)).toEqual([last.id]);
    for (const path of ['/admin/documents', '/trash/document'])
      expect((await admin.request('DELETE', `${path}/${another.id}`)).status).toBe(200);
    expect(await aboutOf(last.id)).toBe(document.id);
  });

  test('two threads about one item are listed once, with the second of the target', async () => {
    const video = await createVideo(admin);
    const about = { item_type: 'video', item_id: video.id };
    const [from, into] = [
      await createThread(ann, categoryId, { about: { ...about, second: 10 } }),
      await createThread(ann, categoryId, { about: { ...about, second: 20 } }),
    ];
    expect(await merge(from.id, into.id)).toBe(200);
    const { body, headers } = await list(hub.request, `video/${video.id}`);
    expect([body.map(({ id, second }) => [id, second]), headers['x-total-count']]).toEqual([[[into.id, 20]], '1']);
    expect(await hub.database.query('select 1 from content_threads where item_id = $1', [video.id])).toHaveLength(1);
  });

  test('a thread that is split off is about nothing, and the items keep the other', async () => {
    const thread = await createThread(ann, categoryId, aboutDocument());
    const post = await reply(ann, thread.id);
    const { status, body } = await admin.request<{ id: string }>('POST', `/forum/threads/${thread.id}/split`, {
      body: { post_ids: [post.id], title: 'Elsewhere' },
    });
    expect([status, await aboutOf(body.id), await aboutOf(thread.id)]).toEqual([201, undefined, document.id]);
    expect(await listed(`document/${document.id}`)).toEqual([thread.id]);
  });

  test('a document that was made of a post leads to the thread that the post is in now', async () => {
    const [from, into] = [await createThread(ann, categoryId), await createThread(ann, categoryId)];
    const post = await reply(ann, from.id);
    const { id } = (await makeDocument(writer, post.id)).body;
    expect(await merge(from.id, into.id)).toBe(200);
    expect((await list(writer.request, `document/${id}`)).body).toMatchObject([{ id: into.id, kind: 'SOURCE' }]);
  });
});

describe('threads about items', () => {
  test('a thread names its document, and the page of the document lists the thread', async () => {
    const thread = await createThread(ann, categoryId, aboutDocument());
    const about = {
      item_type: 'document',
      item_id: document.id,
      slug: document.slug,
      title: document.title,
      second: null,
    };
    expect(thread.about).toEqual(about);
    expect((await getThread(hub.request, thread.id)).about).toEqual(about);
    expect((await getThread(hub.request, (await createThread(ann, categoryId)).id)).about).toBeNull();
    for (const key of [document.id, document.slug]) {
      const { status, body, headers } = await list(hub.request, `document/${key}`);
      expect([status, headers['x-total-count']]).toEqual([200, '1']);
      expect(body).toEqual([
        {
          id: thread.id,
          kind: 'DISCUSSION',
          title: thread.title,
          is_solved: false,
          is_locked: false,
          post_count: 1,
          last_post_at: thread.last_post_at,
          last_post_author: ann.name,
          second: null,
          post_number: null,
        },
      ]);
    }
  });

  test('a thread about a video keeps the second', async () => {
    const video = await createVideo(admin);
    const thread = await createThread(ann, categoryId, {
      about: { item_type: 'video', item_id: video.id, second: 754, role: 'x' },
    });
    expect(thread.about).toMatchObject({ item_type: 'video', slug: video.slug, second: 754 });
    expect((await list(hub.request, `video/${video.slug}`)).body).toMatchObject([{ id: thread.id, second: 754 }]);
  });

  test('the latest activity comes first, in pages', async () => {
    const threads = [];
    for (const title of ['one', 'two', 'three'])
      threads.push(await createThread(ann, categoryId, { ...aboutDocument(), title }));
    await reply(writer, threads[0]!.id);
    const { body } = await list(hub.request, `document/${document.id}`);
    expect(body.map(({ title, post_count }) => [title, post_count])).toEqual([
      ['one', 2],
      ['three', 1],
      ['two', 1],
    ]);
    const { body: second, headers } = await list(hub.request, `document/${document.id}`, '?page=2&limit=2');
    expect([second.map(({ title }) => title), headers['x-total-count']]).toEqual([['two'], '3']);
  });

  test.each<[string, () => unknown]>([
    ['a missing document', () => ({ item_type: 'document', item_id: '01900000-0000-7000-8000-000000000001' })],
    ['a video that is a document', () => ({ item_type: 'video', item_id: document.id })],
    ['another type', () => ({ item_type: 'category', item_id: document.id })],
    ['no id', () => ({ item_type: 'document', item_id: document.slug })],
    ['a negative second', () => ({ item_type: 'video', item_id: document.id, second: -1 })],
    ['a second of a document', () => ({ ...aboutDocument().about, second: 1 })],
    ['a text', () => 'document'],
  ])('%s is refused', async (_what, about) => {
    const { status, body } = await start(ann, about());
    expect([status, body.errors]).toEqual([400, [{ field: 'about', message: expect.stringMatching(/\.$/) }]]);
  });

  test('null counts as omitted', async () => {
    expect((await start(ann, null)).status).toBe(201);
    expect((await start(ann, { ...aboutDocument().about, second: null })).status).toBe(201);
  });

  test('a document that the author cannot see is refused like a missing one', async () => {
    const draft = await createDocument(admin);
    const internal = await createDocument(admin, { status: 'PUBLISHED', visibility: 'INTERNAL' });
    for (const { id } of [draft, internal]) expect((await start(ann, aboutDocument(id).about)).status).toBe(400);
    expect((await start(admin, aboutDocument(internal.id).about)).status).toBe(201);
  });

  test('the card follows the visibility of the document', async () => {
    const thread = await createThread(ann, categoryId, aboutDocument());
    await setDocumentStatus(admin, document.id, 'DRAFT');
    for (const { request } of [hub, ann]) {
      expect((await getThread(request, thread.id)).about).toBeNull();
      expect((await list(request, `document/${document.id}`)).status).toBe(404);
    }
    expect((await getThread(admin.request, thread.id)).about).toMatchObject({ item_id: document.id });
  });

  test('the link is hidden with a document in the trash and purged with it', async () => {
    const thread = await createThread(ann, categoryId, aboutDocument());
    expect((await admin.request('DELETE', `/admin/documents/${document.id}`)).status).toBe(200);
    expect((await getThread(hub.request, thread.id)).about).toBeNull();
    expect((await admin.request('DELETE', `/trash/document/${document.id}`)).status).toBe(200);
    expect(await hub.database.query('select 1 from content_threads where thread_id = $1', [thread.id])).toEqual([]);
  });

  test('other kinds and missing items are not found', async () => {
    for (const item of [`video/${document.id}`, `thread/${document.id}`, 'document/none', 'document/x%00'])
      expect((await list(hub.request, item)).status).toBe(404);
  });
});

describe('documents of posts', () => {
  test('a draft has the text, files, title and tags, and names its source', async () => {
    const image = await encodeForm({ image: await createPng() });
    const { url } = (await writer.request<{ url: string }>('POST', '/images', image)).body;
    const thread = await createThread(ann, categoryId, { title: 'How [to] ask?', tags: ['setup'] });
    const post = await reply(writer, thread.id, { content: `# Answer\n\n![](${url})\n\nBye @${ann.handle}` });
    const { status, body } = await makeDocument(other, post.id);
    expect([status, Object.keys(body)]).toEqual([201, ['id', 'slug', 'title', 'is_new']]);
    const draft = await getDocument(other, body.slug);
    expect(draft).toMatchObject({
      id: body.id,
      title: 'How [to] ask?',
      slug: 'how-to-ask',
      status: 'DRAFT',
      visibility: 'PUBLIC',
      author_id: other.id,
      tags: ['setup'],
    });
    expect(draft.content).toMatch(/^# Answer\n\n!\[\]\(\S+\)\n\nBye @\S+\n\n---\n\nFrom the answer by /);
    expect(draft.content).toContain(
      `by ${writer.name} in the thread [How \\[to\\] ask?](/community/thread/${thread.id}#post-2), `,
    );
    // The image stays readable without the post.
    await setDocumentStatus(admin, draft.id, 'PUBLISHED');
    await admin.request('DELETE', `/forum/posts/${post.id}`);
    expect((await hub.request('GET', url.replace(/^\/api/, ''))).status).toBe(200);
  });

  test('the thread shows the document as soon as the reader may see it, and the document its thread', async () => {
    const thread = await createThread(ann, categoryId, { title: 'Source' });
    const post = await reply(ann, thread.id);
    const { id, slug, title } = (await makeDocument(writer, post.id)).body;
    const documentsFor = async (request: SendRequest) =>
      (await listPosts(request, thread.id)).posts.map(({ documents }) => documents);
    expect(await documentsFor(writer.request)).toEqual([[], [{ id, slug, title }]]);
    for (const { request } of [hub, ann]) expect(await documentsFor(request)).toEqual([[], []]);
    expect((await list(writer.request, `document/${id}`)).body).toMatchObject([
      { id: thread.id, kind: 'SOURCE', post_number: 2, title: 'Source' },
    ]);
    await setDocumentStatus(admin, id, 'PUBLISHED');
    expect(await documentsFor(hub.request)).toEqual([[], [{ id, slug, title }]]);
    const later = await createThread(ann, categoryId, { ...aboutDocument(id), title: 'Later' });
    expect((await list(hub.request, `document/${id}`)).body.map(({ kind }) => kind)).toEqual(['SOURCE', 'DISCUSSION']);
    await admin.request('DELETE', `/forum/posts/${post.id}`);
    expect((await list(hub.request, `document/${id}`)).body.map((one) => one.id)).toEqual([later.id]);
  });

  test('each user gets one document per post', async () => {
    const post = await reply(ann, (await createThread(ann, categoryId)).id);
    const [first, second] = await Promise.all([makeDocument(writer, post.id), makeDocument(writer, post.id)]);
    const answers = [first, second].map(({ status, body: { is_new } }) => [status, is_new]);
    expect(answers.toSorted()).toEqual([
      [200, false],
      [201, true],
    ]);
    expect(second.body.id).toBe(first.body.id);
    const foreign = await makeDocument(other, post.id);
    expect(foreign.status).toBe(201);
    expect(foreign.body.slug).not.toBe(first.body.slug);
    expect((await admin.request('DELETE', `/admin/documents/${first.body.id}`)).status).toBe(200);
    const again = await makeDocument(writer, post.id);
    expect([again.status, again.body.id === first.body.id]).toEqual([201, false]);
  });

  test('users without content.create cannot, and their posts say so', async () => {
    const thread = await createThread(ann, categoryId);
    const post = await reply(ann, thread.id);
    expect((await makeDocument(ann, post.id)).status).toBe(403);
    const abilities = async (user: TestUser) => (await listPosts(user.request, thread.id)).posts[1]?.abilities;
    expect(await abilities(ann)).toMatchObject({ make_document: false });
    expect(await abilities(writer)).toMatchObject({ make_document: true });
  });

  test('hidden, deleted and missing posts cannot become documents', async () => {
    const thread = await createThread(ann, categoryId);
    const hidden = await reply(ann, thread.id);
    const deleted = await reply(ann, thread.id);
    // As moderation does, with the search index.
    await hub.database.query('update forum_posts set hidden_at = now() where id = $1', [hidden.id]);
    await hub.get(Reconciliation).run({ fix: true });
    await ann.request('DELETE', `/forum/posts/${deleted.id}`);
    for (const id of [hidden.id, deleted.id, thread.id, 'x']) expect((await makeDocument(writer, id)).status).toBe(404);
    expect(await makeDocument(admin, hidden.id)).toMatchObject({ status: 409, body: { code: 'post_hidden' } });
    const { posts } = await listPosts(admin.request, thread.id);
    expect(posts.map(({ abilities }) => abilities?.make_document)).toEqual([true, false, false]);
  });
});
