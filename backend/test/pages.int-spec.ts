import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Pages } from '../src/platform/web/pages.js';
import { siteName, Settings } from '../src/platform/settings/settings.js';
import { createDocument } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import { createForumCategory, createThread } from './support/forum.js';
import { createPng } from './support/images.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
});
afterAll(() => hub.close());

const page = async (path: string, headers: Record<string, string> = {}) => {
  const { statusCode, body, headers: responseHeaders } = await hub.app.inject({ method: 'GET', url: path, headers });
  return { status: statusCode, html: body, headers: responseHeaders, title: /<title>([^<]*)<\/title>/.exec(body)?.[1] };
};

test('a document is served with its title and description, escaped', async () => {
  const editor = await hub.users.create('EDITOR');
  const body = {
    title: `</title><script>alert(1)</script> & $& more`,
    content: 'x',
    summary: `"quoted" <b>`,
    slug: 'escaped',
    status: 'PUBLISHED',
  };
  await editor.request('POST', '/documents', { body });
  const { status, html, headers } = await page('/docs/escaped');
  expect(status).toBe(200);
  expect(html).toContain(
    '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; more · Knowledge Hub</title>',
  );
  expect(html).toContain('content="&quot;quoted&quot; &lt;b&gt;"');
  expect(html).not.toContain('<script>alert');
  expect(headers['cache-control']).toBe('no-store');
});

test('the page contains preloaded data for users with the cookie, safely escaped', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  await author.request('POST', '/documents', {
    body: { title: 'Preloaded', content: '</script><script>alert(1)</script>\u2028', slug: 'preloaded' },
  });
  const document = (await author.request('GET', '/documents/preloaded')).body;
  await author.request('POST', '/reactions', {
    body: { content_type: 'document', content_id: document['id'], reaction_type: 'HELPFUL' },
  });
  document['helpful_count'] = 1;
  const { html } = await page('/docs/preloaded', { cookie: `session_token=${author.token}` });
  const [, holder, json = ''] =
    /<script type="application\/json" id="preload" data-holder="([^"]*)">(.*)<\/script><\/head>/s.exec(html) ?? [];
  expect(holder).toBe(author.token.slice(0, 8));
  expect(json).not.toContain('<');
  expect(json).not.toContain('\u2028');
  expect(JSON.parse(json)).toEqual([
    { path: '/auth/me', body: (await author.request('GET', '/auth/me')).body },
    { path: '/documents/preloaded', body: document },
    {
      path: `/user/reactions/document/${String(document['id'])}`,
      body: { content_type: 'document', content_id: document['id'], reactions: ['HELPFUL'] },
    },
  ]);
  const home = (await page('/', { cookie: `session_token=${author.token}` })).html;
  expect(home).toContain('"path":"/dashboard/home"');
  expect(home).toContain('"recent_documents":[');
  expect((await page('/user/bookmarks')).html).not.toContain('id="preload"');
  const offer = (await hub.request('GET', '/auth/providers')).text;
  expect((await page('/login')).html).toContain(`[{"path":"/auth/providers","body":${offer}}]`);
});

test('links to a document show its title, description and image, and hostile texts stay texts', async () => {
  const editor = await hub.users.create('EDITOR', '</script><b>Ann');
  const body = { title: 'A "quoted" guide', content: 'x', summary: 'What & how', slug: 'shared', status: 'PUBLISHED' };
  await editor.request('POST', '/documents', { body });
  const { html } = await page('/docs/shared');
  expect(html).toContain('<link rel="canonical" href="http://localhost:3000/docs/shared">');
  expect(html).toContain('<meta property="og:title" content="A &quot;quoted&quot; guide">');
  expect(html).toContain('<meta property="og:description" content="What &amp; how">');
  expect(html).not.toContain('og:image');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'TechArticle',
    headline: 'A "quoted" guide',
    author: { name: '</script><b>Ann' },
  });
  expect((await page('/docs')).html).not.toContain('canonical');
});

test('links to a thread show the beginning of its first post', async () => {
  const admin = await hub.users.create('ADMIN');
  const category = await createForumCategory(admin);
  const { id } = await createThread(admin, category.id, { title: 'How?', content: 'The **first** words' });
  const { html } = await page(`/community/thread/${id}`);
  expect(html).toContain('<meta name="description" content="The first words">');
  expect(html).toContain(`<meta property="og:url" content="http://localhost:3000/community/thread/${id}">`);
  expect(html).toContain('"@type":"DiscussionForumPosting"');
});

test('a restricted document gives 404 for guests and the page for its author', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  await author.request('POST', '/documents', { body: { title: 'Only a draft', content: 'x', slug: 'only-a-draft' } });
  const hidden = await page('/docs/only-a-draft');
  const missing = await page('/docs/no-such-thing');
  expect([hidden.status, missing.status]).toEqual([404, 404]);
  expect(hidden.title).toBe(missing.title);
  expect(await page('/docs/only-a-draft', { cookie: `session_token=${author.token}` })).toMatchObject({
    status: 200,
    title: 'Only a draft · Knowledge Hub',
  });
});

test('a former slug redirects users who may see the document, with the query', async () => {
  const editor = await hub.users.create('EDITOR');
  const { body } = await editor.request('POST', '/documents', {
    body: { title: 'Moved', content: 'x', slug: 'was-here', status: 'PUBLISHED' },
  });
  await editor.request('PUT', `/admin/documents/${String(body['id'])}`, { body: { slug: 'is-there' } });
  const moved = await page('/docs/was-here?from=mail&x=%2F');
  expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([
    301,
    '/docs/is-there?from=mail&x=%2F',
    'no-store',
  ]);
  expect((await page('/docs/is-there')).status).toBe(200);
  const byId = await page(`/docs/${String(body['id'])}`);
  expect([byId.status, byId.headers.location]).toEqual([301, '/docs/is-there']);
  await editor.request('PUT', `/documents/${String(body['id'])}/status`, { body: { status: 'DRAFT' } });
  expect((await page('/docs/was-here')).status).toBe(404);
  expect((await page('/docs/was-here', { cookie: `session_token=${editor.token}` })).status).toBe(301);
});

test('other spellings of an address are redirected to its one address, and what is none is not found', async () => {
  for (const [path, location] of [
    ['/docs/?page=2&x=%2F', '/docs?page=2&x=%2F'],
    ['/Docs/slashes', '/docs/slashes'],
    ['/llms.txt/', '/llms.txt'],
    ['//', '/'],
  ] as const) {
    const { status, headers } = await page(path);
    expect([status, headers.location]).toEqual([301, location]);
    expect((await hub.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(301);
  }
  for (const path of ['//evil.example/', '/no//such/', '/docs/%', '/%61pi/documents/%00']) {
    const { status, headers } = await page(path);
    expect([path, status, headers.location]).toEqual([path, 404, undefined]);
  }
});

const canonical = async (host: string) =>
  /<link rel="canonical" href="([^"]*)"/.exec((await page('/docs/hosts', { host })).html)?.[1];

test('a host in upper case gets the same page and addresses', async () => {
  const editor = await hub.users.create('EDITOR');
  await editor.request('POST', '/documents', {
    body: { title: 'Hosts', content: 'x', slug: 'hosts', status: 'PUBLISHED' },
  });
  expect(await canonical('LOCALHOST:3000')).toBe(await canonical('localhost:3000'));
  const address = (await canonical('EVIL.example'))!;
  expect(address).toMatch(/^http:\/\/localhost:\d+\/docs\/hosts$/);
  for (const path of ['/feed.xml', '/llms.txt']) expect((await page(path)).html).toContain(address);
});

const nonce = (html: string) => /<meta name="csp-nonce" content="([^"]+)">/.exec(html)?.[1];

test('each response has its own nonce and a policy without inline scripts', async () => {
  const [one, two] = [await page('/login'), await page('/login')];
  expect(nonce(one.html)).toBeTruthy();
  expect(nonce(one.html)).not.toBe(nonce(two.html));
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce(one.html)}'`);
  expect(one.headers['content-security-policy']).toContain("script-src 'self';");
  expect(one.headers['content-security-policy']).not.toContain('unsafe');
});

test('unknown paths give 404: pages as HTML, API and assets as a problem', async () => {
  expect(await page('/no/such/page')).toMatchObject({ status: 404, title: 'Page not found · Knowledge Hub' });
  for (const path of ['/api/nothing', '/assets/nothing.js']) {
    const { status, headers } = await page(path);
    expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('application/problem+json')]);
  }
});

test('built files are immutable and compressed', async () => {
  const script = /src="(\/assets\/[^"]+\.js)"/.exec((await page('/login')).html)?.[1] ?? '';
  const { statusCode, headers } = await hub.app.inject({
    method: 'GET',
    url: script,
    headers: { 'accept-encoding': 'br' },
  });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
});

test('every title contains the site name', async () => {
  await hub.get(Settings).set(siteName, 'Our <Hub>', null);
  expect((await page('/docs')).title).toBe('Docs · Our &lt;Hub&gt;');
  await hub.get(Settings).set(siteName, 'Knowledge Hub', null);
});

test('preloaded data of guests, and after an ended session, has no holder', async () => {
  const editor = await hub.users.create('EDITOR');
  await editor.request('POST', '/documents', {
    body: { title: 'For all', content: 'x', slug: 'for-all', status: 'PUBLISHED' },
  });
  for (const headers of [{}, { cookie: `session_token=${'x'.repeat(43)}` }] as Record<string, string>[]) {
    expect((await page('/docs/for-all', headers)).html).toContain(
      '<script type="application/json" id="preload">[{"path":"/documents/for-all"',
    );
  }
});

test('every page contains the public settings, and previews without an image have the logo', async () => {
  const admin = await hub.users.create('ADMIN');
  const { body: image } = await admin.request<{ url: string }>(
    'POST',
    '/images',
    await encodeForm({ image: await createPng(300, 100) }),
  );
  await createDocument(admin, { slug: 'plain', status: 'PUBLISHED' });
  const values = {
    'site.logo': image.url,
    'site.accent': '#AA00ff',
    'legal.imprint_url': '/docs/"><script>alert(1)</script>',
  };
  const saved = await admin.request('PUT', '/admin/settings', { body: { values } });
  expect(saved.status).toBe(200);
  const { html } = await page('/docs/plain');
  const content = /<meta name="hub-settings" content="([^"]*)">/.exec(html)?.[1] ?? '';
  expect(content).not.toMatch(/[<>]/);
  expect(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))).toEqual({
    'attachments.max_mb': 50,
    'auth.registration': 'open',
    'embeds.hosts': ['youtube.com', 'vimeo.com', 'loom.com', 'codepen.io', 'jsfiddle.net', 'stackblitz.com'],
    'content.review_videos': true,
    'legal.imprint_url': '/docs/"><script>alert(1)</script>',
    'legal.privacy_url': '',
    'sharing.links': true,
    'site.accent': '#aa00ff',
    'site.language': 'en',
    'site.logo': image.url.replace('/api', ''),
    'site.name': 'Knowledge Hub',
    'site.readers': 'everyone',
  });
  expect(html).toMatch(new RegExp(`<meta property="og:image" content="http[^"]+${image.url}">`));
  expect(html).toContain('<meta name="twitter:card" content="summary">');
  await admin.request('PUT', '/admin/settings', {
    body: { values: { 'site.logo': '', 'site.accent': '', 'legal.imprint_url': '' } },
  });
  expect((await page('/docs/plain')).html).not.toContain('og:image');
});

const schemeOf = (html: string) => /<meta name="color-scheme" content="([^"]*)" ?\/?>/.exec(html)?.[1];

test('the page contains the site name and the chosen color scheme; invalid choices are ignored', async () => {
  expect((await page('/', { cookie: 'color_scheme=dark' })).html).toContain(
    '<meta name="hub-site-name" content="Knowledge Hub">',
  );
  expect((await page('/')).html).toContain('<meta name="hub-max-image-mb" content="10">');
  expect((await page('/')).html).toContain('<meta name="hub-max-video-mb" content="2048">');
  const seen = await Promise.all(
    ['dark', 'light', 'auto', '"><script>'].map((scheme) =>
      page('/', { cookie: `color_scheme=${encodeURIComponent(scheme)}` }),
    ),
  );
  expect(seen.map(({ html }) => schemeOf(html))).toEqual(['dark', 'light', 'light dark', 'light dark']);
});

test('the server knows every route of the frontend', () => {
  const tree = readFileSync(join(import.meta.dirname, '../../frontend/src/routeTree.gen.ts'), 'utf8');
  const block = /fullPaths:\s*((?:\s*\|?\s*'[^']+')+)/.exec(tree)?.[1] ?? '';
  const addresses = [...block.matchAll(/'([^']+)'/g)].map(([, path = '']) =>
    path.replace(/(.)\/$/, '$1').replaceAll('$', ':'),
  );
  expect(addresses.length).toBeGreaterThan(5);
  expect([...hub.get(Pages).routes.keys()]).toEqual(expect.arrayContaining(addresses));
});

const policyOf = async (path: string) => String((await page(path)).headers['content-security-policy']).split('; ');

const VIDEOS_OF_HUB = "frame-src 'self' https://player.vimeo.com https://www.loom.com";

test('pages may contain frames of this hub, its videos and the hosts in the setting, and are in none', async () => {
  expect(await policyOf('/login')).toEqual(
    expect.arrayContaining([
      `${VIDEOS_OF_HUB} https://www.youtube-nocookie.com https://codepen.io https://jsfiddle.net https://stackblitz.com`,
      "frame-ancestors 'none'",
      "script-src 'self'",
      "style-src-attr 'none'",
    ]),
  );
});

test('the hosts of frames change with the setting, also on pages from the cache', async () => {
  const admin = await hub.users.create('ADMIN');
  const put = (hosts: string[]) =>
    admin.request('PUT', '/admin/settings', { body: { values: { 'embeds.hosts': hosts } } });
  await page('/docs/plain');
  expect((await put([' https://Tube.example.org/about ', 'www.youtube.com', 'youtu.be'])).status).toBe(200);
  for (const path of ['/docs/plain', '/login'])
    expect(await policyOf(path)).toContain(
      `${VIDEOS_OF_HUB} https://tube.example.org https://www.youtube-nocookie.com`,
    );
  expect((await page('/docs/plain')).html).toContain('[&quot;tube.example.org&quot;,&quot;youtube.com&quot;]');
  for (const host of ['*', 'tube.example.org; script-src *', 'tube.example.org:8443', 'http://tube.example.org'])
    expect(await put([host])).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'embeds.hosts', message: expect.stringContaining(`“${host}” must be the name of a host`) }],
      },
    });
  await put([]);
  expect(await policyOf('/docs/plain')).toContain(VIDEOS_OF_HUB);
});

test('the frame of this hub may contain the player of YouTube only', async () => {
  expect((await page('/embed/youtube/dQw4w9WgXcQ')).status).toBe(200);
  expect(await policyOf('/embed/youtube/dQw4w9WgXcQ')).toEqual(
    expect.arrayContaining([
      'frame-src https://www.youtube-nocookie.com',
      "frame-ancestors 'self'",
      "script-src 'self'",
      "connect-src 'self'",
    ]),
  );
  expect((await page('/embed/youtube/no%20video')).status).toBe(404);
  expect(await policyOf('/embed/youtube/no%20video')).toContain("frame-ancestors 'none'");
});
