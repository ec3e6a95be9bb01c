import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { createDemo } from '../src/demo/demo.js';
import { getDemoPath, readDemoData } from '../src/demo/demo-data.js';
import type { VideoResponse, VideoSummaryResponse } from '../src/modules/content/videos/video-responses.dto.js';
import type { CategoryResponse } from '../src/modules/content/categories/categories.dto.js';
import type { DocumentResponse, DocumentSummaryResponse } from '../src/modules/content/documents/documents.dto.js';
import type { DocumentRevisionSummaryResponse } from '../src/modules/content/documents/revisions/revisions.dto.js';
import type { CommentResponse } from '../src/modules/content/engagement/comments/comments.dto.js';
import type { PublicProfileResponse, UserSummaryResponse } from '../src/modules/auth/users/users.dto.js';
import { readMarkdown } from '@hub/shared/markdown/sections';
import type { ForumCategoryResponse } from '../src/modules/forum/categories/forum-categories.dto.js';
import type { LinkedThreadResponse } from '../src/modules/forum/links/linked-threads.dto.js';
import { getThread, listPosts, listThreads } from './support/forum.js';
import type { CreatedLogin } from '../src/platform/config/credentials-file.js';
import { createRequester, type SendRequest } from './support/http.js';
import { waitForJobs } from './support/jobs.js';
import { findDifferences } from './support/reconciliation.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const demoVideos = readDemoData('videos');

let hub: TestApp;
let admin: SendRequest;
let headers: Record<string, string>;
let documents: DocumentSummaryResponse[];
let logins: CreatedLogin[];
beforeAll(async () => {
  // Another test converts the videos, which takes long.
  hub = await createTestApp({ VIDEO_WORKERS: '0' });
  logins = await createDemo(hub.app);
  headers = await authorize('ADMIN');
  admin = createRequester(hub.app, headers);
  documents = (await admin<DocumentSummaryResponse[]>('GET', '/documents')).body;
  // Images take long on a busy machine.
}, 90_000);
afterAll(() => hub.close());

async function authorize(role: string): Promise<Record<string, string>> {
  const { email, password } = logins.find((login) => login.role === role)!;
  const { body } = await hub.request<{ session_token: string }>('POST', '/auth/login-manual', {
    body: { email, password },
  });
  return { authorization: `Bearer ${body.session_token}` };
}

const signIn = async (role: string) => createRequester(hub.app, await authorize(role));

test('the demo has groups, with a category of each kind that they alone read', async () => {
  const [emil, rosa, clara, viktor] = await Promise.all(['EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'].map(signIn));
  const readers = { guest: hub.request, viktor: viktor!, clara: clara!, rosa: rosa!, emil: emil!, admin };
  const find = async (path: string, name: string) => {
    const found: string[] = [];
    for (const [reader, request] of Object.entries(readers)) {
      const { body } = await request<CategoryResponse[]>('GET', path);
      if (body.some((category) => category.name === name)) found.push(reader);
    }
    return found;
  };
  expect(await find('/categories', 'Editorial desk')).toEqual(['clara', 'rosa', 'emil', 'admin']);
  expect(await find('/forum/categories', 'Operations room')).toEqual(['emil', 'admin']);
  expect((await clara!('GET', '/documents/editorial-desk')).status).toBe(200);
  expect((await viktor!('GET', '/documents/editorial-desk')).status).toBe(404);
});

test('the demo has content of each kind', () => {
  const of = (key: (document: DocumentSummaryResponse) => string) => new Set(documents.map(key));
  expect(documents.length).toBeGreaterThanOrEqual(12);
  expect(of(({ status }) => status)).toEqual(new Set(['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED']));
  expect(of(({ visibility }) => visibility)).toEqual(new Set(['PUBLIC', 'LOGGED_IN', 'INTERNAL']));
  expect(of(({ difficulty }) => difficulty).size).toBe(3);
  expect(of(({ author_name }) => author_name).size).toBeGreaterThanOrEqual(4);
  expect(of(({ category }) => category?.name ?? '')).toEqual(
    new Set(['First steps', 'Writing', 'Teamwork', 'Development', 'Operations', 'Editorial desk']),
  );
  expect(documents[0]?.slug).toBe('welcome');
});

test('the demo has a template of the hub and one of a category', async () => {
  const templates = (await admin<DocumentSummaryResponse[]>('GET', '/documents?template=true')).body;
  expect(templates.map(({ category }) => category?.name ?? null).toSorted()).toEqual(['Writing', null]);
});

test('every document has its own thumbnail in three widths', async () => {
  for (const { thumbnail, thumbnail_srcset } of documents) {
    expect(thumbnail_srcset?.split(', ')).toHaveLength(3);
    const { rawPayload } = await hub.app.inject({ url: thumbnail!, headers });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 600 });
  }
  expect(new Set(documents.map(({ thumbnail }) => thumbnail?.split('/').at(-1))).size).toBe(documents.length);
});

test('every link between pages works, and no unused files are left', async () => {
  const videos = (await admin<VideoSummaryResponse[]>('GET', '/videos')).body;
  const addresses = new Set([
    ...documents.map(({ slug }) => `/docs/${slug}`),
    ...videos.map(({ slug }) => `/videos/${slug}`),
  ]);
  for (const { id } of documents) {
    const { content } = (await admin<DocumentResponse>('GET', `/documents/${id}`)).body;
    const { links, images } = readMarkdown(content);
    const targets = [...links, ...images];
    const files = targets.filter((target) => target.startsWith('/api/files/'));
    for (const file of files) expect((await admin('GET', file.replace('/api', ''))).status).toBe(200);
    const others = targets.filter((target) => !files.includes(target) && !target.startsWith('https://'));
    expect(others.filter((target) => !addresses.has(target))).toEqual([]);
  }
});

test('the content was written, changed, read and discussed over months', async () => {
  const days = documents.map(({ created_at }) => (Date.now() - Date.parse(created_at)) / (24 * 3600_000));
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  expect([days[0]! < 7, days.at(-1)! > 150]).toEqual([true, true]);
  const published = documents.filter(({ status }) => status === 'PUBLISHED');
  for (const { created_at, published_at, updated_at } of published) {
    expect(Date.parse(published_at!)).toBeGreaterThan(Date.parse(created_at));
    if (updated_at) expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(created_at));
  }
  for (const { slug, view_count, like_count } of published)
    expect([slug, view_count >= like_count]).toEqual([slug, true]);
  expect(published.filter(({ view_count }) => view_count >= 10).length).toBeGreaterThanOrEqual(5);
  expect(published.filter(({ like_count, bookmark_count }) => like_count && bookmark_count).length).toBeGreaterThan(5);

  const revisions = (
    await admin<DocumentRevisionSummaryResponse[]>('GET', '/documents/markdown-in-five-minutes/revisions')
  ).body;
  expect(new Set(revisions.map(({ author_name }) => author_name)).size).toBe(3);
  expect(new Set(revisions.map(({ created_at }) => created_at.slice(0, 10))).size).toBe(3);

  const first = revisions.find(({ version }) => version === 1);
  const markdownPage = published.find(({ slug }) => slug === 'markdown-in-five-minutes');
  expect([first?.reviewer_name, first?.reviewed_at]).toEqual(['Rosa Richter', markdownPage?.published_at]);
  const categories = (await admin<CategoryResponse[]>('GET', '/categories')).body;
  const oldest = documents.at(-1)!.created_at;
  expect(categories.filter(({ created_at }) => created_at >= oldest)).toEqual([]);

  for (const { id, slug } of published)
    expect([slug, (await admin<CommentResponse[]>('GET', `/comments/document/${id}`)).body.length > 0]).toEqual([
      slug,
      true,
    ]);
  const { id } = documents.find(({ slug }) => slug === 'from-draft-to-published')!;
  const comments = (await admin<CommentResponse[]>('GET', `/comments/document/${id}`)).body;
  expect(comments.length).toBeGreaterThanOrEqual(3);
  expect(comments.map(({ parent_author }) => parent_author)).toEqual(['Rosa Richter', 'Clara Conrad', null]);
  expect(comments.every(({ created_at }) => Date.now() - Date.parse(created_at) > 24 * 3600_000)).toBe(true);
});

test('activity and notifications are dated like the content that they are about', async () => {
  await waitForJobs(hub.database, '', 'videos.process');
  const newest = await hub.database.query<{ table_name: string; n: number; today: number }>(
    `select 'activity' as table_name, count(*)::int as n,
            (count(*) filter (where created_at > now() - interval '1 hour'))::int as today from activity
     where action <> 'viewed'
     union all
     select 'notifications', count(*)::int,
            (count(*) filter (where created_at > now() - interval '1 hour'))::int from notifications`,
  );
  for (const { n, today } of newest) expect([n > 10, today]).toEqual([true, 0]);
  // Tests before this one have read documents, which are views of today.
  const viewed = await hub.database.one<{ hours: number }>(
    `select count(distinct date_trunc('hour', created_at))::int as hours from activity where action = 'viewed'`,
  );
  expect(viewed!.hours).toBeGreaterThan(100);
  const { body } = await admin<{ recent_activity: { timestamp: string }[] }>('GET', '/analytics/overview');
  const times = body.recent_activity.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('all users have a portrait, a bio and no mails', async () => {
  const users = (await admin<UserSummaryResponse[]>('GET', '/users')).body;
  for (const { id } of users) {
    const { avatar_url, bio, join_date } = (await admin<PublicProfileResponse>('GET', `/users/${id}/profile`)).body;
    expect((await hub.app.inject({ url: avatar_url! })).headers['content-type']).toBe('image/webp');
    expect([bio.length > 10, Date.now() - Date.parse(join_date) > 60 * 24 * 3600_000]).toEqual([true, true]);
  }
  const mailed = await hub.database.query(
    `select 1 from users where coalesce((preferences->>'email')::boolean, true)`,
    [],
  );
  expect(mailed).toEqual([]);
});

test('four videos wait for their conversion, in the order of their dates', async () => {
  const { body } = await admin<VideoSummaryResponse[]>('GET', '/videos');
  expect(body.map(({ slug, status, source_type }) => ({ slug, status, source_type }))).toEqual(
    demoVideos.toReversed().map(({ slug }) => ({ slug, status: 'PROCESSING', source_type: 'UPLOAD' })),
  );
  for (const { id, category, author_name, created_at, tags, chapter_count } of body) {
    const { transcript, description, processing } = (await admin<VideoResponse>('GET', `/videos/${id}`)).body;
    expect([category, author_name, tags[0]].every(Boolean)).toBe(true);
    expect(Date.now() - Date.parse(created_at)).toBeGreaterThan(20 * 3600_000);
    expect(processing?.state).toBe('waiting');
    expect(
      readMarkdown(description).links.every((target) => documents.some(({ slug }) => target === `/docs/${slug}`)),
    ).toBe(true);
    if (chapter_count) expect(transcript.split('\n').length).toBeGreaterThan(chapter_count);
  }
  const bytes = await Promise.all(demoVideos.map(async ({ file }) => (await stat(getDemoPath(`videos/${file}`))).size));
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(2_000_000);
});

test('videos that wait for their conversion have comments, reactions, bookmarks and views of the past', async () => {
  const { body } = await admin<VideoSummaryResponse[]>('GET', '/videos');
  for (const { id, slug, created_at, published_at, like_count, bookmark_count, view_count } of body) {
    const comments = (await admin<CommentResponse[]>('GET', `/comments/video/${id}`)).body;
    expect([slug, published_at, like_count > 0, bookmark_count > 0, view_count >= like_count]).toEqual([
      slug,
      null,
      true,
      true,
      true,
    ]);
    expect(comments.length).toBeGreaterThan(0);
    for (const comment of comments)
      expect([slug, comment.created_at > created_at && Date.now() - Date.parse(comment.created_at) > 3600_000]).toEqual(
        [slug, true],
      );
  }
  expect(body.filter(({ view_count }) => view_count >= 10)).toHaveLength(3);
});

test('counters agree with their rows', async () => {
  expect(await findDifferences(hub)).toEqual([]);
});

test('threads have readers, reactions and something unread for every user', async () => {
  const threads = await hub.database.query<{ title: string; view_count: number; likes: number }>(
    `select t.title, t.view_count, sum(p.like_count + p.helpful_count)::int as likes
     from forum_threads t join forum_posts p on p.thread_id = t.id
     where t.category_id not in (select category_id from category_scopes) group by t.id`,
    [],
  );
  for (const { title, view_count, likes } of threads)
    expect([title, view_count > 9, likes > 0]).toEqual([title, true, true]);
  for (const { email, role } of logins) {
    const request = await signIn(role);
    const categories = (await request<ForumCategoryResponse[]>('GET', '/forum/categories')).body;
    const unread = categories.reduce((sum, { unread_count = 0 }) => sum + unread_count, 0);
    expect([email, unread >= 1 && unread <= 4]).toEqual([email, true]);
  }
});

test('users have two to four unread notifications; older ones are read', async () => {
  await waitForJobs(hub.database, '', 'videos.process');
  const users = await hub.database.query<{ n: number; days: number }>(
    `select count(*)::int as n, max(extract(epoch from now() - created_at))::float8 / 86400 as days
     from notifications where read_at is null group by user_id`,
    [],
  );
  expect(users).toHaveLength(5);
  for (const { n, days } of users) expect([n >= 1 && n <= 4, days < 4]).toEqual([true, true]);
});

test('the forum has conversations of months: solved questions, a locked announcement, mentions, replies', async () => {
  const categories = (await hub.request<ForumCategoryResponse[]>('GET', '/forum/categories')).body;
  expect(categories.map(({ name, parent_title }) => (parent_title ? `${parent_title} / ${name}` : name))).toEqual([
    'Announcements',
    'General',
    'Questions',
    'Questions / Getting started',
    'Questions / Troubleshooting',
    'Ideas',
    'Show and tell',
  ]);
  expect(categories.every(({ thread_count }) => thread_count > 0)).toBe(true);
  const lists = await Promise.all(categories.map(({ id }) => listThreads(hub.request, id)));
  const threads = lists.flatMap((list) => list.threads);
  expect(threads).toHaveLength(16);
  expect(threads.filter(({ is_solved }) => is_solved).length).toBeGreaterThanOrEqual(5);
  expect(threads.filter(({ is_pinned, is_locked }) => is_pinned && is_locked)).toHaveLength(1);
  const pages = await Promise.all(threads.map(({ id }) => listPosts(hub.request, id)));
  const posts = pages.flatMap((page) => page.posts);
  expect(posts.some(({ mentions }) => mentions.length > 0)).toBe(true);
  expect(posts.some(({ reply_to }) => reply_to !== null)).toBe(true);
  // Never in the future, and each after the one it follows.
  for (const { posts: ofThread } of pages) {
    const times = ofThread.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(Date.now());
  }
  for (const { post_count, last_post_at } of threads)
    expect([post_count > 0, last_post_at <= new Date().toISOString()]).toEqual([true, true]);
  const welcome = posts.find(({ content }) => content.startsWith('This is the place'))!;
  expect(
    [...welcome.content.matchAll(/\[([\w ]+)\]\(\/community\/category\/([\w-]+)\)/g)].map(([, name, id]) => [
      name,
      categories.find((category) => category.id === id)?.name,
    ]),
  ).toEqual([
    ['Questions', 'Questions'],
    ['Ideas', 'Ideas'],
    ['Show and tell', 'Show and tell'],
  ]);
  const links = posts.flatMap(({ content }) =>
    [...content.matchAll(/\]\((\/(?:docs|videos)\/[\w-]+)\)/g)].map(([, link]) => link!),
  );
  for (const link of new Set(links))
    expect([link, (await admin('GET', link.replace('/docs/', '/documents/'))).status]).toEqual([link, 200]);
});

test('two threads have several pages, and users who stopped reading continue on the second one', async () => {
  const long = await hub.database.query<{ id: string; title: string; post_count: number }>(
    'select id, title, post_count from forum_threads where post_count > 10 order by post_count',
    [],
  );
  expect(long.map(({ title, post_count }) => [title, post_count])).toEqual([
    ['How do you review long documents?', 16],
    ['Eighty pages of our old wiki, moved in an afternoon', 21],
  ]);
  const [review, wiki] = long.map(({ id }) => id);
  expect(await getThread(admin, review!)).toMatchObject({ solution_number: 15, first_unread: 12 });
  expect(await getThread(await signIn('VIEWER'), wiki!)).toMatchObject({ first_unread: 15 });
  expect((await listPosts(hub.request, review!, 2)).posts.map(({ number }) => number)).toEqual([
    11, 12, 13, 14, 15, 16,
  ]);
});

const linksOf = async (item: string) =>
  (await admin<LinkedThreadResponse[]>('GET', `/forum/items/${item}/threads`)).body.map(
    ({ kind, title, second, post_number }) => ({ kind, title, second, post_number }),
  );

test('threads are about a document and a minute of a video, and a document came from an answer', async () => {
  expect(await linksOf('document/backups-with-postgresql')).toEqual([
    { kind: 'DISCUSSION', title: 'pg_restore stops with “role does not exist”', second: null, post_number: null },
  ]);
  expect(await linksOf('video/a-tour-of-your-hub')).toEqual([
    { kind: 'DISCUSSION', title: 'Shorter videos, please', second: 9, post_number: null },
  ]);
  expect(await linksOf('document/writing-down-decisions')).toEqual([
    { kind: 'SOURCE', title: 'A template for decision records', second: null, post_number: 4 },
  ]);
});
