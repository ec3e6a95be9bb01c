import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TopContentService } from '../src/modules/analytics/figures/top-content.service.js';
import { QueryCache } from '../src/platform/cache/query-cache.js';
import { HealthChecks } from '../src/platform/monitoring/health-checks.js';
import { Settings, siteReaders } from '../src/platform/settings/settings.js';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import type { SendRequest } from './support/http.js';
import { addMedia, createVideo } from './support/videos.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let admin: TestUser;
let id: string;
let slug: string;
let oldSlug: string;
let categoryId: string;
let video: string;
let forumId: string;
let thread: string;
let post: string;
let linked: { thread: string; post: string };
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  categoryId = (await createCategory(admin)).id;
  ({ id, slug } = await createDocument(admin, { status: 'PUBLISHED', category_id: categoryId, tags: ['a', 'b'] }));
  video = (await createVideo(admin, { category_id: categoryId, transcript: '0:01 Hello' })).id;
  await addMedia(hub, admin, video);
  forumId = (await createForumCategory(admin)).id;
  thread = (await createThread(admin, forumId, { tags: ['a', 'b'] })).id;
  post = (await reply(admin, thread, { content: `Thanks @${admin.handle}` })).id;
  const about = await createThread(admin, forumId, { about: { item_type: 'document', item_id: id } });
  linked = { thread: about.id, post: (await reply(admin, about.id)).id };
  for (const reacted of [post, linked.post]) await admin.request('PUT', `/forum/posts/${reacted}/reactions/LIKE`);
  await admin.request('POST', `/forum/posts/${linked.post}/document`);
  oldSlug = slug;
  slug = `${slug}-renamed`;
  await admin.request('PUT', `/admin/documents/${id}`, { body: { slug } });
  await hub.database.query(
    `insert into daily_content_views (day, content_id, kind, n) values (current_date, $1, 'document', 1)`,
    [id],
  );
  await hub.get(TopContentService).refresh();
});
afterAll(() => hub.close());

async function countOf(request: SendRequest, path: string): Promise<number> {
  // Each instance reads the settings again after two seconds.
  await hub.get(Settings).get(siteReaders);
  const statements = await hub.statementsOf(async () => {
    const response = await request('GET', path);
    expect(response.status).toBe(200);
    return response;
  });
  expect(statements.filter((sql) => /select \*/i.test(sql))).toEqual([]);
  return statements.length;
}

/** With an empty cache. */
async function countOfFirst(request: SendRequest, path: string): Promise<number> {
  hub.get(QueryCache).invalidate();
  return countOf(request, path);
}

/** The maximum for reads that the cache serves to all users. */
const sharedReads = (): [path: string, most: number][] => [
  ['/forum/categories?hierarchical=true', 1],
  ['/forum/stats', 1],
  [`/forum/categories/${forumId}/threads`, 2],
  [`/forum/categories/${forumId}/threads?sort=views`, 2],
  [`/forum/categories/${forumId}/threads?tag=a&solved=false`, 2],
  [`/forum/threads/${thread}`, 1],
  [`/forum/threads/${thread}/posts`, 2],
];

/** The maximum for each read; users with a session cost one statement more. */
const reads = (): [path: string, most: number][] => [
  ['/documents', 1],
  // A page after the last one has its own COUNT.
  [`/documents?status=PUBLISHED&category_id=${categoryId}&page=200&limit=1`, 2],
  ['/documents?sort=views', 1],
  [`/documents?sort=updated&tag=a&difficulty=BEGINNER&author_id=${admin.id}`, 1],
  [`/documents/${id}`, 1],
  [`/documents/${slug}`, 1],
  [`/documents/${oldSlug}`, 1],
  ['/videos', 1],
  ['/videos?source_type=UPLOAD&sort=updated', 1],
  [`/videos/${video}`, 1],
  [`/videos/${video}/captions.vtt`, 1],
  [`/videos/${video}/hls/main.m3u8`, 1],
  // The metadata of the file is another module's.
  [`/videos/${video}/hls/480.m3u8`, 2],
  [`/videos/${video}/file`, 2],
  [`/comments/document/${id}`, 2],
  [`/comments/document/${slug}?page=2&limit=1`, 2],
  [`/comments/document/${slug}/threads?order=oldest`, 2],
  ['/tags?q=a', 1],
  ['/filter-values?type=document', 1],
  ['/filter-values?type=video', 1],
  ['/categories', 1],
  ['/public/role-styling', 1],
  [`/users/${admin.id}/profile`, 1],
  [`/categories/${categoryId}`, 1],
  [`/categories/${categoryId}/tree`, 1],
  [`/content/document/${id}/neighbours`, 1],
  // Asks for a category of content first.
  [`/categories/${forumId}`, 2],
  [`/forum/threads/${thread}/posts/2`, 1],
  [`/forum/posts/${post}`, 1],
  [`/forum/posts/${post}/edits`, 2],
  // One more for the titles of documents and videos.
  [`/forum/posts/${linked.post}`, 2],
  [`/forum/items/document/${slug}/threads`, 2],
  [`/forum/items/document/${slug}/threads?page=2&limit=1`, 3],
];

/** One statement per module that owns a part; titles of documents and videos, and of threads and posts, are two. */
const analyticsReads: readonly [path: string, most: number][] = [
  ['/analytics/overview', 6],
  ['/analytics/series?range=365d', 1],
  ['/analytics/top-content', 3],
  ['/analytics/insights', 4],
  ['/analytics/activity', 3],
];

describe.each([1, 60])('with at least %i of everything', (rows) => {
  beforeAll(async () => {
    for (let i = 1; i < rows; i++) {
      const { id: latest } = await createDocument(admin, {
        status: 'PUBLISHED',
        category_id: categoryId,
        tags: ['a', 'b', 'c'],
      });
      if (i % 3 === 0) await createCategory(admin);
      if (i % 10 === 0) await createVideo(admin);
      await admin.request('POST', '/comments', {
        body: { content_type: 'document', content_id: id, content: `Comment ${i}` },
      });
      if (i % 3 === 0) await reply(admin, thread);
      if (i % 10 === 0) await createForumCategory(admin);
      await createThread(admin, forumId, { tags: ['a'] });
      await admin.request('POST', '/bookmarks', { body: { content_type: 'document', content_id: latest } });
    }
  });

  test('guests need no more statements than the maximum', async () => {
    for (const [path, most] of reads())
      expect({ path, count: await countOf(hub.request, path) }).toEqual({ path, count: most });
    for (const [path, most] of sharedReads())
      expect({ path, count: await countOfFirst(hub.request, path) }).toEqual({ path, count: most });
    // One more for the titles of documents.
    expect(await countOfFirst(hub.request, `/forum/threads/${thread}/posts?page=7`)).toBe(2);
    expect(await countOfFirst(hub.request, `/forum/threads/${linked.thread}`)).toBe(2);
    expect(await countOfFirst(hub.request, `/forum/threads/${linked.thread}/posts`)).toBe(3);
    expect(await countOf(hub.request, '/dashboard/home')).toBe(2);
    expect(await countOf(hub.request, '/health/live')).toBe(0);
  });

  test('signed-in users need one more', async () => {
    for (const [path, most] of reads())
      expect({ path, count: await countOf(admin.request, path) }).toEqual({ path, count: most + 1 });
    // And one for the series that they have begun.
    expect(await countOf(admin.request, '/dashboard/home')).toBe(4);
    hub.get(HealthChecks).invalidate();
    expect(await countOf(admin.request, '/admin/system-health')).toBe(7);
    expect(await countOf(admin.request, '/admin/backups')).toBe(2);
    expect(await countOf(admin.request, '/auth/me')).toBe(2);
    expect(await countOf(admin.request, '/auth/sessions')).toBe(2);
    expect(await countOf(admin.request, '/users')).toBe(3);
    expect(await countOf(admin.request, '/users?q=a&state=active&sort=last_login&role=ADMIN')).toBe(3);
    expect(await countOf(admin.request, '/admin/role-assignments?q=a')).toBe(3);
    expect(await countOf(admin.request, '/admin/invitations')).toBe(3);
    expect(await countOf(admin.request, '/admin/role-codes')).toBe(3);
    // The titles of documents and videos, and those of threads and posts, are one each.
    expect(await countOf(admin.request, '/admin/audit-log')).toBeLessThanOrEqual(4);
    // None, or one when the settings were read more than two seconds ago.
    expect(await countOf(admin.request, '/admin/settings')).toBeLessThanOrEqual(2);
    expect(await countOf(admin.request, '/auth/api-tokens')).toBe(2);
    expect(await countOf(admin.request, '/admin/api-tokens')).toBe(3);
    expect(await countOf(admin.request, '/admin/content/counts')).toBe(2);
    expect(await countOf(admin.request, '/documents?q=Document&visibility=PUBLIC')).toBe(2);
    expect(await countOf(admin.request, '/admin/moderation-queue')).toBe(3);
    expect(await countOf(admin.request, '/admin/moderation-queue/count')).toBe(2);
    expect(await countOf(admin.request, '/admin/reports')).toBe(3);
    expect(await countOf(admin.request, '/admin/hidden-items')).toBe(2);
    for (const path of ['custom-roles', 'role-permissions', 'role-styling', 'role-display-settings'])
      expect(await countOf(admin.request, `/admin/${path}`)).toBe(2);
    for (const [path, most] of analyticsReads) {
      // Settings are cached for two seconds.
      await admin.request('GET', path);
      expect({ path, count: await countOf(admin.request, path) }).toEqual({ path, count: most + 1 });
    }
    // What they have read and written is one more.
    for (const [path, most] of sharedReads()) {
      expect({ path, count: await countOfFirst(admin.request, path) }).toEqual({ path, count: most + 2 });
      expect({ path, count: await countOf(admin.request, path) }).toEqual({ path, count: 2 });
    }
    // Posts without reactions cost nothing more.
    expect(await countOfFirst(admin.request, `/forum/threads/${thread}/posts?page=7`)).toBe(3);
    expect(await countOfFirst(admin.request, `/forum/threads/${linked.thread}/posts`)).toBe(5);
    expect(await countOf(admin.request, `/forum/threads/${linked.thread}/posts`)).toBe(3);
    expect(await countOfFirst(admin.request, `/forum/threads/${linked.thread}`)).toBe(4);
    expect(await countOf(admin.request, `/forum/threads/${linked.thread}`)).toBe(3);
    expect(await countOf(admin.request, '/user/bookmarks')).toBe(3);
    expect(await countOf(admin.request, `/user/reactions/document/${slug}`)).toBe(2);
    expect(await countOf(admin.request, '/notifications?limit=200')).toBe(3);
    expect(await countOf(admin.request, `/documents/${id}/revisions`)).toBe(4);
    expect(await countOf(admin.request, `/documents/${id}/revisions/1`)).toBe(3);
  });
});

test('the last-seen time is written every five minutes, not with each request', async () => {
  const user = await hub.users.create();
  expect(await countOf(user.request, '/auth/me')).toBe(2);
  await hub.database.query(`update sessions set last_seen_at = now() - interval '6 minutes' where user_id = $1`, [
    user.id,
  ]);
  expect(await countOf(user.request, '/auth/me')).toBe(3);
  expect(await countOf(user.request, '/auth/me')).toBe(2);
});

test('a reply that mentions and quotes needs nine statements in its transaction', async () => {
  const body = { content: `Thanks @${admin.handle}`, reply_to_id: post };
  const statements = await hub.statementsOf(() => admin.request('POST', `/forum/threads/${thread}/posts`, { body }));
  expect(statements.slice(statements.indexOf('begin') + 1, statements.indexOf('commit'))).toHaveLength(9);
});
