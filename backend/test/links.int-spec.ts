import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createGroup, limitReading } from './support/groups.js';
import type { SendRequest } from './support/http.js';
import { hideByReports } from './support/reports.js';
import { createTestAppWithUsers, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo } from './support/videos.js';
import type { LinkResponse } from '../src/platform/links/links.dto.js';
import { Config } from '../src/platform/config/config.js';

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let writer: TestUser;
let forumId: string;
beforeAll(async () => {
  ({ hub, admin, ann, writer } = await createTestAppWithUsers({
    admin: 'ADMIN',
    ann: 'VIEWER',
    writer: 'CONTRIBUTOR',
  }));
  forumId = (await createForumCategory(admin)).id;
});
afterAll(() => hub.close());

const find = async (request: SendRequest, addresses: readonly string[]) => {
  const query = addresses.map((address) => `address=${encodeURIComponent(address)}`).join('&');
  const { status, body } = await request<{ links: LinkResponse[] }>('GET', `/links?${query}`);
  expect(status).toBe(200);
  return body.links;
};
const urlsOf = async (request: SendRequest, ...addresses: string[]) =>
  (await find(request, addresses)).map(({ url }) => url);

describe('what links lead to', () => {
  test('a document is found by id, slug and former slug, by path and whole address, at its place', async () => {
    const { id, slug } = await createDocument(admin, { status: 'PUBLISHED', title: 'First title' });
    const renamed = `${slug}-renamed`;
    await admin.request('PUT', `/admin/documents/${id}`, { body: { slug: renamed, title: 'New title' } });
    const { publicUrl } = hub.get(Config);
    const addresses = [`/docs/${id}`, `/docs/${slug}`, `/docs/${renamed}/#part`, `${publicUrl}/docs/${id}`];
    const links = await find(hub.request, addresses);
    expect(links.map(({ address }) => address)).toEqual(addresses);
    expect(new Set(links.map((link) => link.id))).toEqual(new Set([id]));
    expect(links.map(({ url }) => url)).toEqual([
      `/docs/${renamed}`,
      `/docs/${renamed}`,
      `/docs/${renamed}#part`,
      `/docs/${renamed}`,
    ]);
    expect(links[0]).toMatchObject({ type: 'document', title: 'New title', status: 'PUBLISHED', is_hidden: false });
  });

  test('a video keeps its second, a thread says if it is solved, and a post is found where it is now', async () => {
    const video = await createVideo(admin, { title: 'A video' });
    const thread = await createThread(ann, forumId, { title: 'A question', content: '**How** so?' });
    const post = await reply(writer, thread.id, { content: 'So.' });
    const links = await find(hub.request, [
      `/videos/${video.id}?t=65`,
      `/community/thread/${thread.id}`,
      `/community/thread/${thread.id}?page=7#post-2`,
    ]);
    expect(links).toMatchObject([
      { type: 'video', title: 'A video', url: `/videos/${video.slug}?t=65` },
      { type: 'thread', title: 'A question', excerpt: 'How so?', is_solved: false, reply_count: 1 },
      { type: 'post', id: post.id, excerpt: 'So.', url: `/community/thread/${thread.id}#post-2` },
    ]);
    const { body } = await admin.request<{ id: string }>('POST', `/forum/threads/${thread.id}/split`, {
      body: { post_ids: [post.id], title: 'Elsewhere' },
    });
    expect(await find(hub.request, [`/community/thread/${thread.id}#post-2`])).toMatchObject([
      { id: post.id, title: 'Elsewhere', url: `/community/thread/${body.id}#post-1` },
    ]);
  });

  test('nothing else leads anywhere', async () => {
    const { slug } = await createDocument(admin, { status: 'PUBLISHED' });
    expect(
      await urlsOf(
        admin.request,
        `https://example.org/docs/${slug}`,
        `//example.org/docs/${slug}`,
        `docs/${slug}`,
        `/docs/${slug}/edit`,
        '/docs/create',
        '/docs/%00',
        '/docs/no-such-page',
        '/community/thread/x',
        `/community/thread/${admin.id}#post-99999999999`,
        'http://[',
        'mailto:a@example.org',
      ),
    ).toEqual([]);
    const many = Array.from({ length: 51 }, (_, index) => `address=/docs/${index}`).join('&');
    expect((await hub.request('GET', `/links?${many}`)).status).toBe(400);
    expect((await hub.request('GET', '/links')).status).toBe(400);
  });
});

describe('what the reader may not see is missing, as if it did not exist', () => {
  test('of documents: by visibility, status, moderation, trash and category', async () => {
    const category = await createCategory(admin);
    const group = await createGroup(hub, 'Links', [writer]);
    await limitReading(admin, `/categories/${category.id}`, [group]);
    const published = { status: 'PUBLISHED' };
    const documents = {
      members: await createDocument(admin, { ...published, visibility: 'LOGGED_IN' }),
      internal: await createDocument(admin, { ...published, visibility: 'INTERNAL' }),
      draft: await createDocument(admin),
      limited: await createDocument(admin, { ...published, category_id: category.id }),
      hidden: await createDocument(admin, published),
      deleted: await createDocument(admin, published),
    };
    await hideByReports(hub, { type: 'document', id: documents.hidden.id });
    await admin.request('DELETE', `/admin/documents/${documents.deleted.id}`);
    const addresses = Object.values(documents).flatMap(({ id, slug }) => [`/docs/${id}`, `/docs/${slug}`]);
    const seenBy = async (request: SendRequest) => new Set((await find(request, addresses)).map(({ id }) => id));
    const ids = (...names: (keyof typeof documents)[]) => new Set(names.map((name) => documents[name].id));
    expect(await seenBy(hub.request)).toEqual(ids());
    expect(await seenBy(ann.request)).toEqual(ids('members'));
    expect(await seenBy(writer.request)).toEqual(ids('members', 'internal', 'limited'));
    expect(await seenBy(admin.request)).toEqual(ids('members', 'internal', 'draft', 'limited', 'hidden'));
  });

  test('of threads and posts: by moderation, trash and category', async () => {
    const limited = await createForumCategory(admin);
    await limitReading(admin, `/forum/categories/${limited.id}`, [await createGroup(hub, 'Forum links', [writer])]);
    const [open, closed, deleted] = [
      await createThread(ann, forumId),
      await createThread(admin, limited.id),
      await createThread(ann, forumId),
    ];
    const [shown, hidden, gone] = [await reply(ann, open.id), await reply(ann, open.id), await reply(ann, open.id)];
    await hideByReports(hub, { type: 'post', id: hidden.id });
    await admin.request('DELETE', `/forum/posts/${gone.id}`);
    await admin.request('DELETE', `/forum/threads/${deleted.id}`);
    const addresses = [
      `/community/thread/${open.id}`,
      ...[shown, hidden, gone].map(({ number }) => `/community/thread/${open.id}#post-${number}`),
      `/community/thread/${closed.id}`,
      `/community/thread/${deleted.id}`,
    ];
    const seenBy = async (request: SendRequest) => (await find(request, addresses)).map(({ id }) => id);
    expect(await seenBy(hub.request)).toEqual([open.id, shown.id]);
    expect(await seenBy(ann.request)).toEqual([open.id, shown.id, hidden.id]);
    expect(await seenBy(writer.request)).toEqual([open.id, shown.id, closed.id]);
    expect(await seenBy(admin.request)).toEqual([open.id, shown.id, hidden.id, closed.id]);
  });

  test('one statement per type, however many addresses', async () => {
    const documents = [await createDocument(admin), await createDocument(admin), await createDocument(admin)];
    const thread = await createThread(ann, forumId);
    const addresses = [...documents.map(({ slug }) => `/docs/${slug}`), `/community/thread/${thread.id}`];
    const statements = await hub.statementsOf(() => find(admin.request, addresses));
    expect(statements.filter((sql) => /requested/.test(sql))).toHaveLength(2);
  });
});
