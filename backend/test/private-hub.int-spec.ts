import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import type { ImageResponse } from '../src/modules/content/images/images.controller.js';
import { Config } from '../src/platform/config/config.js';
import { Pages } from '../src/platform/web/pages.js';
import { policies } from './policy-table.js';
import { createCategory, createDocument } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createPng } from './support/images.js';
import { type Operation, operations } from './support/openapi.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { addMedia, createVideo } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

/*
 * A hub whose content is public, with one word in content of every kind. When the hub becomes private, with warm caches
 * on two instances, no response to a guest contains the word, or depends on what there is. That every operation is
 * closed is tested by policy-matrix.int-spec.ts.
 */

const CANARY = 'qqzcanaryword';
const NAME = 'Shelf of the North';
/** An address of nothing. */
const NOTHING = '019f0000-0000-7000-8000-000000000000';
const options = { web: join(import.meta.dirname, '../../frontend/dist') };
const CONCURRENCY = 8;
/** Of a message between instances. Settings were read again after two seconds only. */
const SOON_MS = 1000;

let hub: TestApp;
let other: TestApp;
let admin: TestUser;
let logo: string;
let files: string[];
/** what guests can read before the hub is private */
let shown: string[];
const subjects: Record<'document' | 'video' | 'category' | 'forumCategory' | 'thread' | 'post' | 'user', string> = {
  document: '',
  video: '',
  category: '',
  forumCategory: '',
  thread: '',
  post: '',
  user: '',
};

const uploadImage = async (user: TestUser, color: string) =>
  (await user.request<ImageResponse>('POST', '/images', await encodeForm({ image: await createPng(60, 30, color) })))
    .body.url;

beforeAll(async () => {
  hub = await createTestApp({}, options);
  other = await createTestApp({}, { ...options, databaseUrl: hub.databaseUrl });
  admin = await hub.users.create('ADMIN');
  const role = await createRole(admin, ['content.create', 'content.publish', 'comments.create', 'forum.post']);
  await admin.request('PUT', `/admin/custom-roles/${role.name}`, { body: { display_name: `Role ${CANARY}` } });
  const author = await hub.users.create(role.name, `Author ${CANARY}`);
  subjects.user = author.id;
  const profile = { bio: `About ${CANARY}`, avatar_url: await uploadImage(author, '#00f') };
  const avatar = (await author.request<{ avatar_url: string }>('PUT', '/profile', { body: profile })).body.avatar_url;
  subjects.category = (await createCategory(admin, { name: `Category ${CANARY}` })).id;
  const thumbnail = await uploadImage(author, '#f00');
  const texts = {
    title: `Title ${CANARY}`,
    summary: `Summary ${CANARY}`,
    tags: [`${CANARY}tag`],
    meta_description: `Description ${CANARY}`,
    category_id: subjects.category,
    visibility: 'PUBLIC',
  };
  const content = `# Heading ${CANARY}\n\n![Image](${thumbnail})`;
  const document = { ...texts, slug: CANARY, content, status: 'PUBLISHED' };
  subjects.document = (await createDocument(author, document)).id;
  const { id } = await createVideo(author, { ...texts, transcript: `0:05 Said ${CANARY}` });
  subjects.video = id;
  const media = await addMedia(hub, author, id, CANARY);
  await hub.database.query(`update content_items set status = 'READY', published_at = now() where id = $1`, [id]);
  for (const [content_type, content_id] of [['document', subjects.document] as const, ['video', id] as const])
    await author.request('POST', '/comments', { body: { content_type, content_id, content: `Comment ${CANARY}` } });
  subjects.forumCategory = (await createForumCategory(admin, { name: `Forum ${CANARY}` })).id;
  const about = { item_type: 'document', item_id: subjects.document };
  const thread = { title: `Thread ${CANARY}`, content: `Post ${CANARY}`, about };
  subjects.thread = (await createThread(author, subjects.forumCategory, thread)).id;
  subjects.post = (await reply(author, subjects.thread, { content: `Reply ${CANARY}` })).id;
  logo = await uploadImage(admin, '#0f0');
  files = [avatar, thumbnail, ...Object.values(media).map(({ url }) => url)];
  await save({
    'site.name': NAME,
    'site.logo': logo,
    'legal.imprint_url': `${hub.get(Config).publicUrl}/docs/${CANARY}`,
    'legal.privacy_url': 'https://example.org/privacy',
  });
}, 60_000);
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(async () => {
  await other.close();
  await hub.close();
});

const save = async (values: object) =>
  expect(await admin.request('PUT', '/admin/settings', { body: { values } })).toMatchObject({ status: 200 });

const getSubject = (path: string): string => {
  if (path.startsWith('/categories')) return subjects.category;
  if (path.startsWith('/forum/categories')) return subjects.forumCategory;
  if (path.startsWith('/forum/threads')) return subjects.thread;
  if (path.startsWith('/forum/posts')) return subjects.post;
  if (path.startsWith('/users')) return subjects.user;
  return path.startsWith('/videos') ? subjects.video : subjects.document;
};

/** @param id of an object, or of none */
const fillPath = (path: string, id: string): string =>
  path
    .replace(/\{(id|content_id)\}/, id)
    .replace('{content_type}', 'document')
    .replace('{playlist}', '480.m3u8')
    .replace('{permission}', 'content.create')
    .replace('{number}', '1')
    .replace(/\{\w+\}/g, 'x') + (path === '/filter-values' ? '?type=document' : '');

interface Received {
  what: string;
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

async function send(
  app: TestApp,
  method: Operation['method'],
  url: string,
  { body, token }: { body?: object | undefined; token?: string | undefined } = {},
): Promise<Received> {
  const headers = { ...(token && { authorization: `Bearer ${token}`, cookie: `session_token=${token}` }) };
  const response = await app.app.inject({ method, url, headers, ...(body && { payload: body }) });
  const { statusCode, headers: received } = response;
  return {
    what: `${method} ${url} ${JSON.stringify(body ?? '')}`,
    status: statusCode,
    // Bytes of files, too.
    text: `${JSON.stringify(received)} ${response.body}`,
    headers: received,
  };
}

const searches = [CANARY.slice(0, 7), 'title'].flatMap((query) => [{ query }, { query, content_type: 'all' }]);
const reads = operations.filter(
  ({ method, operationId }) => method === 'GET' && policies[operationId] === 'public' && operationId !== 'getFile',
);
const month = new Date().toISOString().slice(0, 7);

/** The paths of all pages and machine pages, of objects where there are any. */
const listPages = (): string[] =>
  [...hub.get(Pages).routes.keys(), ...hub.get(Pages).texts.keys()].map((path) => {
    if (path.startsWith('/sitemaps')) return `/sitemaps/documents/${month}.xml`;
    if (path.startsWith('/community/category')) return path.replace(':id', subjects.forumCategory);
    if (path.startsWith('/community/thread')) return path.replace(':id', subjects.thread);
    if (path.startsWith('/icons')) return '/icons/now/192.png';
    if (path.startsWith('/s/')) return '/s/unknown';
    if (path.startsWith('/embed/youtube')) return '/embed/youtube/jNQXAC9IVRw';
    return path.replace(':id', getSubject(path));
  });

/** All reads that guests may send to a hub that is not private. */
const walk = (app: TestApp, token?: string): Promise<Received[]> => {
  const limit = pLimit(CONCURRENCY);
  return Promise.all([
    ...reads.map(({ path }) => limit(() => send(app, 'GET', `/api${fillPath(path, getSubject(path))}`, { token }))),
    ...[...listPages(), `/docs/${CANARY}`, `/docs/${CANARY}.md`, '/nowhere'].map((url) =>
      limit(() => send(app, 'GET', url, { token })),
    ),
    ...searches.map((body) => limit(() => send(app, 'POST', '/api/search', { body, token }))),
    ...files.map((url) => limit(() => send(app, 'GET', url, { token }))),
  ]);
};

// Responses repeat the path of the request.
const findLeaks = (received: Received[]) =>
  received.filter(({ text }) => text.replaceAll(`%2F${CANARY}`, '').includes(CANARY)).map(({ what }) => what);

// Lists are no part of the pages of members.
const isPage = (what: string) => /^GET \/(?!api)[^.]* /.test(what);

test('a hub that is not private shows the word in its pages, feeds, lists and files, on both instances', async () => {
  shown = findLeaks(await walk(hub));
  expect(shown.length).toBeGreaterThan(30);
  for (const path of ['/feed.xml', '/llms.txt', '/api/dashboard/home', files[2]])
    expect(shown).toContain(`GET ${path} ""`);
  expect(findLeaks(await walk(other)).length).toBeGreaterThan(30);
  expect((await send(hub, 'GET', files[0] ?? '')).headers['cache-control']).toContain('public');
}, 60_000);

describe('when the hub becomes private', () => {
  let delay: number;
  beforeAll(async () => {
    // Warm caches.
    await Promise.all([walk(hub), walk(other)]);
    await save({ 'site.readers': 'members' });
    const savedAt = performance.now();
    expect(await send(hub, 'GET', '/api/dashboard/home')).toMatchObject({ status: 401 });
    await waitFor(
      () => send(other, 'GET', '/api/dashboard/home'),
      ({ status }) => status === 401,
      SOON_MS,
    );
    delay = performance.now() - savedAt;
  }, 60_000);

  test('the other instance knows it before its cached settings would expire', () => {
    expect(delay).toBeLessThan(SOON_MS);
  });

  test.each([['this instance', () => hub] as const, ['the other instance', () => other] as const])(
    'no response of %s to a guest contains the word',
    async (_name, getApp) => {
      const received = await walk(getApp());
      expect(findLeaks(received)).toEqual([]);
      expect(received.filter(({ status }) => status >= 500)).toEqual([]);
      expect(received.length).toBeGreaterThan(100);
    },
    60_000,
  );

  test('every address leads to the sign-in page and back, whether or not there is a page', async () => {
    const open = ['/login', '/profile', '/auth/callback', '/forgot-password', '/reset-password', '/verify-email'];
    open.push('/invitation', '/setup', '/offline', '/manifest.webmanifest', '/icons/now/192.png', '/robots.txt');
    const texts = new Set(hub.get(Pages).texts.keys());
    const closedTexts = [...texts].filter((path) => !hub.get(Pages).alwaysPublicTexts.has(path));
    expect(closedTexts.length).toBeGreaterThan(3);
    for (const url of [...listPages(), '/nowhere', `/docs/${NOTHING}`]) {
      const { status, headers } = await send(hub, 'GET', url);
      const isText = /\.(xml|md|txt)$/.test(url);
      const next = url === '/' ? '' : `?next=${encodeURIComponent(url)}`;
      if (open.includes(url)) expect({ url, status }).toEqual({ url, status: 200 });
      else if (url.startsWith('/s/')) expect({ url, status }).toEqual({ url, status: 404 });
      else if (isText) expect({ url, status }).toEqual({ url, status: 401 });
      else expect({ url, status, to: headers['location'] }).toEqual({ url, status: 302, to: `/login${next}` });
    }
    expect((await send(hub, 'GET', '/docs?sort=views&page=2')).headers['location']).toBe(
      '/login?next=%2Fdocs%3Fsort%3Dviews%26page%3D2',
    );
    expect((await send(hub, 'HEAD', `/docs/${CANARY}`)).status).toBe(302);
  });

  test('the sign-in page has the name, logo and color of the hub, and no other settings', async () => {
    const { text, status } = await send(hub, 'GET', '/login');
    expect(status).toBe(200);
    expect(text).toContain(`<title>${NAME}</title>`);
    expect(text).not.toContain('feed.xml');
    const settings = /<meta name="hub-settings" content="([^"]*)">/.exec(text)?.[1] ?? '';
    expect(JSON.parse(settings.replaceAll('&quot;', '"'))).toEqual({
      'legal.privacy_url': 'https://example.org/privacy',
      'site.accent': '',
      'site.language': 'en',
      'site.logo': logo.replace('/api', ''),
      'site.name': NAME,
      'site.readers': 'members',
    });
    expect((await send(hub, 'GET', logo)).status).toBe(200);
    expect((await send(hub, 'GET', '/robots.txt')).text).toMatch(/^Disallow: \/$/m);
  });

  test('files are for members, and not for shared caches', async () => {
    for (const url of [...files, `/api/files/${NOTHING}/9f86d081884c7d65`])
      expect(await send(hub, 'GET', url)).toMatchObject({ status: 401 });
    const viewer = await hub.users.create('VIEWER');
    const { status, headers } = await send(hub, 'GET', files[0] ?? '', { token: viewer.token });
    expect({ status, caching: headers['cache-control'] }).toEqual({ status: 200, caching: 'private, no-cache' });
  });

  test('what a share link opens is read, and no more', async () => {
    const path = `/documents/${subjects.document}/share-links`;
    const { body } = await admin.request<{ url: string }>('POST', path, { body: {} });
    const token = body.url.split('/').at(-1) ?? '';
    const opened = await hub.request<{ content: string }>('POST', '/shared', { body: { token } });
    expect(opened).toMatchObject({ status: 200 });
    const image = /\/api\/shared\/[^)]+/.exec(opened.text)?.[0] ?? '';
    expect((await send(hub, 'GET', image)).status).toBe(200);
    const page = await send(hub, 'GET', `/s/${token}`);
    expect({ status: page.status, leaks: findLeaks([page]) }).toEqual({ status: 200, leaks: [] });
  });

  test('members read everything as before', async () => {
    const { token } = await hub.users.create('VIEWER');
    const read = findLeaks(await walk(hub, token));
    expect(shown.filter((what) => !read.includes(what) && !isPage(what))).toEqual([]);
    expect(read).toContain(`GET /docs/${CANARY} ""`);
    const { text } = await send(hub, 'GET', '/docs', { token });
    expect(text).toContain('auth.registration');
  });

  test('guests read it again when it is no longer private', async () => {
    await save({ 'site.readers': 'everyone' });
    expect(await send(hub, 'GET', `/docs/${CANARY}`)).toMatchObject({ status: 200 });
    await waitFor(
      () => send(other, 'GET', `/docs/${CANARY}`),
      ({ status }) => status === 200,
      SOON_MS,
    );
  });
});
