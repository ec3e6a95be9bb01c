import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createGroup, limitReading } from './support/groups.js';
import type { SendRequest } from './support/http.js';
import { hideByReports } from './support/reports.js';
import { createTestAppWithUsers, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo } from './support/videos.js';
import type {
  BacklinkResponse,
  BrokenLinkResponse,
  BrokenLinksResponse,
} from '../src/modules/content/administration/backlinks.dto.js';
import { SearchIndexer } from '../src/modules/content/search/search-indexer.js';
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

const backlinks = async (request: SendRequest, path: string) => {
  const { status, body } = await request<BacklinkResponse[]>('GET', `/links/${path}`);
  expect(status).toBe(200);
  return body.map(({ title }) => title);
};

describe('what links to an item', () => {
  const published = { status: 'PUBLISHED' };

  test('texts of all kinds that the reader may see, whatever name of it they use', async () => {
    const { id, slug } = await createDocument(admin, { ...published, title: 'Linked' });
    await admin.request('PUT', `/admin/documents/${id}`, { body: { slug: `${slug}-new` } });
    const content = `[](/docs/${id}), [twice](/docs/${id}) and [itself](/docs/${slug})`;
    const [first, members, draft, hidden, deleted] = [
      await createDocument(admin, { ...published, title: 'First', content }),
      await createDocument(admin, { ...published, title: 'Members', content, visibility: 'LOGGED_IN' }),
      await createDocument(admin, { title: 'Draft', content }),
      await createDocument(admin, { ...published, title: 'Hidden', content }),
      await createDocument(admin, { ...published, title: 'Deleted', content }),
    ];
    await createVideo(admin, { title: 'Video', description: `See [](/docs/${slug}-new).` });
    const thread = await createThread(ann, forumId, { title: 'Thread', content: `[](/docs/${slug})` });
    const post = await reply(ann, thread.id, { content: `[](/docs/${id})` });
    await hideByReports(hub, { type: 'document', id: hidden.id });
    await admin.request('DELETE', `/admin/documents/${deleted.id}`);
    const path = `document/${id}`;
    expect(await backlinks(hub.request, path)).toEqual(['Re: Thread', 'Thread', 'Video', 'First']);
    expect(await backlinks(ann.request, path)).toEqual(['Re: Thread', 'Thread', 'Video', 'Members', 'First']);
    expect(new Set(await backlinks(admin.request, path))).toContain(draft.title);
    // They follow the texts, and what happens to them.
    await admin.request('PUT', `/admin/documents/${first.id}`, { body: { content: 'None' } });
    await admin.request('DELETE', `/forum/posts/${post.id}`);
    await admin.request('PUT', `/admin/documents/${members.id}`, { body: { visibility: 'PUBLIC' } });
    expect(await backlinks(hub.request, path)).toEqual(['Members', 'Thread', 'Video']);
    await admin.request('POST', `/trash/document/${deleted.id}/restore`);
    await hub.get(SearchIndexer).indexMissing();
    expect(await backlinks(hub.request, path)).toContain('Deleted');
  });

  test('texts of a category that is closed to the reader are none; an item that is not seen is a 404', async () => {
    const category = await createCategory(admin);
    await limitReading(admin, `/categories/${category.id}`, [await createGroup(hub, 'Backlinks', [writer])]);
    const open = await createDocument(admin, { ...published, title: 'Open' });
    const fields = { ...published, title: 'Closed', category_id: category.id, content: `[](/docs/${open.id})` };
    const closed = await createDocument(admin, fields);
    expect(await backlinks(ann.request, `document/${open.id}`)).toEqual([]);
    expect(await backlinks(writer.request, `document/${open.slug}`)).toEqual(['Closed']);
    // A text that moves is seen by its new readers at once.
    await admin.request('PUT', `/admin/documents/${closed.id}`, { body: { category_id: null } });
    expect(await backlinks(hub.request, `document/${open.id}`)).toEqual(['Closed']);
    const draft = await createDocument(admin);
    expect((await ann.request('GET', `/links/document/${draft.id}`)).status).toBe(404);
    expect((await ann.request('GET', `/links/category/${category.id}`)).status).toBe(404);
  });

  test('an item whose comments link there is listed once, as long as the reader sees one of them', async () => {
    const target = await createDocument(admin, { ...published, title: 'Commented' });
    const [open, internal] = [
      await createDocument(admin, { ...published, title: 'Open' }),
      await createDocument(admin, { ...published, title: 'Internal', visibility: 'INTERNAL' }),
    ];
    const comment = async (user: TestUser, { id }: { id: string }, content = `See [](/docs/${target.slug}).`) => {
      const body = { content_type: 'document', content_id: id, content };
      const created = await user.request<{ id: string }>('POST', '/comments', { body });
      expect(created.status).toBe(201);
      return created.body.id;
    };
    const [first, second] = [await comment(ann, open), await comment(writer, open)];
    await comment(admin, internal);
    await comment(ann, target);
    const path = `/links/document/${target.id}`;
    const listed = async (request: SendRequest) => (await request<BacklinkResponse[]>('GET', path)).body;
    const inComment = (id: string) => ({
      type: 'document',
      id: open.id,
      title: 'Open',
      url: `/docs/${open.slug}#comment-${id}`,
      is_in_comment: true,
    });
    expect(await listed(hub.request)).toEqual([inComment(second)]);
    expect((await listed(admin.request)).map(({ title }) => title)).toEqual(['Internal', 'Open']);
    await hideByReports(hub, { type: 'comment', id: second });
    expect(await listed(hub.request)).toEqual([inComment(first)]);
    expect(await listed(writer.request)).toContainEqual(inComment(second));
    // They follow the comment.
    await ann.request('PUT', `/comments/${first}`, { body: { content: 'Nothing' } });
    expect(await listed(hub.request)).toEqual([]);
    await ann.request('PUT', `/comments/${first}`, { body: { content: `[](/docs/${target.id})` } });
    expect(await listed(hub.request)).toEqual([inComment(first)]);
    await ann.request('DELETE', `/comments/${first}`);
    expect(await listed(hub.request)).toEqual([]);
    await admin.request('POST', `/trash/comment/${first}/restore`);
    expect(await listed(hub.request)).toEqual([inComment(first)]);
    // The text itself counts more.
    await admin.request('PUT', `/admin/documents/${open.id}`, { body: { content: `[](/docs/${target.id})` } });
    expect(await listed(hub.request)).toMatchObject([{ url: `/docs/${open.slug}`, is_in_comment: false }]);
    await admin.request('DELETE', `/admin/documents/${open.id}`);
    await admin.request('DELETE', `/trash/document/${open.id}`);
    const left = `select count(*)::int as n from content_links where source_id = any($1::uuid[])`;
    expect(await hub.database.query(left, [[first, second, open.id]])).toEqual([{ n: 0 }]);
  });

  test('broken links are listed with the reason, page by page, without telling what is hidden', async () => {
    const editor = await hub.users.create('EDITOR');
    const [internal, trashed, thread] = [
      await createDocument(admin, { ...published, visibility: 'INTERNAL' }),
      await createDocument(admin, published),
      await createThread(ann, forumId),
    ];
    await admin.request('DELETE', `/forum/threads/${thread.id}`);
    await admin.request('DELETE', `/admin/documents/${trashed.id}`);
    const addresses = [
      `/docs/${internal.id}`,
      `/docs/${trashed.slug}`,
      '/videos/never-was',
      `/community/thread/${thread.id}#post-1`,
      'https://example.org/docs/x',
    ];
    const source = await createDocument(editor, { content: addresses.map((one) => `[a](${one})`).join(' ') });
    const listed = async (user: TestUser) => {
      const found: BrokenLinkResponse[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: BrokenLinksResponse } = await user.request<BrokenLinksResponse>(
          'GET',
          `/admin/broken-links?limit=1&cursor=${cursor}`,
        );
        found.push(...body.links);
        cursor = body.next_cursor;
      }
      return found.filter(({ id }) => id === source.id).map(({ address, reason }) => [address, reason]);
    };
    const broken = [
      [`/docs/${trashed.slug}`, 'DELETED'],
      ['/videos/never-was', 'MISSING'],
      [`/community/thread/${thread.id}#post-1`, 'MISSING'],
    ];
    expect(await listed(admin)).toEqual(broken);
    expect((await ann.request('GET', '/admin/broken-links')).status).toBe(403);
    await admin.request('POST', `/trash/document/${trashed.id}/restore`);
    expect(await listed(admin)).toEqual(broken.slice(1));
  });
});
