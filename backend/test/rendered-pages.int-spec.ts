import { hash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import { Metrics } from '../src/platform/monitoring/metrics.js';
import { createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import type { SendRequest } from './support/http.js';
import { decide, hideByReports, report, reportBySeveral } from './support/reports.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo, setVideoStatus } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

const web = join(import.meta.dirname, '../../frontend/dist');

let hub: TestApp;
let other: TestApp;
let editor: TestUser;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp({ SHARED_READS_SECONDS: '60' }, { web });
  other = await createTestApp({ SHARED_READS_SECONDS: '60' }, { web, databaseUrl: hub.databaseUrl });
  editor = await hub.users.create('EDITOR');
  admin = await hub.users.create('ADMIN');
  // Until their threads have loaded the frontend, both leave pages to browsers.
  for (const app of [hub, other])
    await waitFor(
      () => get('/nowhere', { app }),
      ({ root }) => Boolean(root),
      60_000,
    );
}, 120_000);
afterAll(async () => {
  await other.close();
  await hub.close();
});

async function get(path: string, { app = hub, ...headers }: { app?: TestApp } & Record<string, unknown> = {}) {
  const response = await app.app.inject({ method: 'GET', url: path, headers: headers as Record<string, string> });
  const root = /<div id="root">(.*)<\/div><script type="application\/json" id="preload">/s.exec(response.body)?.[1];
  return { status: response.statusCode, html: response.body, headers: response.headers, root };
}

const countPages = async (app: TestApp, result: string): Promise<number> => {
  const text = await app.get(Metrics).render();
  return Number(new RegExp(`^page_renders_total{result="${result}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
};

/** @returns how many pages were rendered meanwhile */
async function countRendered(work: () => Promise<unknown>, app = hub): Promise<number> {
  const before = await countPages(app, 'rendered');
  await work();
  return (await countPages(app, 'rendered')) - before;
}

const publish = (fields: object = {}) => createDocument(editor, { status: 'PUBLISHED', ...fields });

test('guests get the text of a page, and the responses that it was rendered from', async () => {
  const document = await publish({ title: 'A </script> title', content: '## Chapter\n\nSome *words*.' });
  const { status, root, html } = await get(`/docs/${document.slug}`);
  expect(status).toBe(200);
  expect(root).toContain('A &lt;/script&gt; title');
  expect(root).toContain('<p dir="auto">Some <em>words</em>.</p>');
  const json = /id="preload">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const [first, ...others] = JSON.parse(json) as { path: string; body: unknown }[];
  expect(first).toMatchObject({ path: `/documents/${document.slug}`, body: { id: document.id } });
  // Requested together: which is answered first differs.
  expect(others.map(({ path }) => path).sort()).toEqual([
    expect.stringContaining('/comments/document/'),
    expect.stringContaining('/forum/items/document/'),
  ]);
  expect(html).toContain('data-mantine-color-scheme="light"');
  const dark = await get(`/docs/${document.slug}`, { cookie: 'color_scheme=dark' });
  expect(dark.html).toContain('data-mantine-color-scheme="dark"');
});

test('members, and pages that are not public, get the shell', async () => {
  const cookie = `session_token=${editor.token}`;
  for (const { html } of [await get('/docs', { cookie }), await get('/login'), await get('/user/bookmarks')])
    expect(html).toMatch(/<div id="root"><\/div>.*<noscript>This page needs JavaScript\./s);
  expect((await get('/docs')).html).not.toContain('<noscript>');
});

test('what is missing is said in the page, with the status 404', async () => {
  for (const [path, words] of [
    ['/nowhere', 'Page not found'],
    ['/docs/no-such-document', 'Document Not Found'],
    ['/community/thread/00000000-0000-4000-8000-000000000000', 'Thread not found'],
  ] as const) {
    const { status, root } = await get(path);
    expect([status, root]).toEqual([404, expect.stringContaining(words)]);
  }
});

test('a text that is too long for the server is left to the browser, which is no error', async () => {
  const { slug } = await publish({ content: 'word '.repeat(20_001) });
  const [unsuited, errors] = [await countPages(hub, 'unsuited'), await countPages(hub, 'error')];
  expect((await get(`/docs/${slug}`)).html).toContain('<div id="root"></div>');
  expect([await countPages(hub, 'unsuited'), await countPages(hub, 'error')]).toEqual([unsuited + 1, errors]);
});

test('searches are rendered, but not shared', async () => {
  await publish({ title: 'Numbat census' });
  await waitFor(
    () => get('/search?q=numbat'),
    ({ root }) => root?.includes('census') ?? false,
  );
  expect(await countRendered(() => get('/search?q=numbat'))).toBe(1);
});

const nonceIn = (html: string) => /<meta name="csp-nonce" content="([^"]+)">/.exec(html)?.[1] ?? '';
const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

test('the policy allows the inline scripts and styles of a page, and each response has its own nonce', async () => {
  await createForumCategory(admin, { color: '#123456' });
  const [one, two] = [await get('/community'), await get('/community')];
  expect(nonceIn(one.html)).not.toBe(nonceIn(two.html));
  for (const { html, headers } of [one, two]) {
    const policy = String(headers['content-security-policy']);
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => hashOf(text));
    const styles = [...html.matchAll(/ style="([^"]*)"/g)].map(([, text = '']) => hashOf(decodeHTML(text)));
    expect(scripts).toHaveLength(2);
    expect(new Set(/script-src ([^;]*)/.exec(policy)?.[1]?.split(' '))).toEqual(new Set(["'self'", ...scripts]));
    expect(new Set(/style-src-attr ([^;]*)/.exec(policy)?.[1]?.split(' '))).toEqual(
      new Set(styles.length ? ["'unsafe-hashes'", ...styles] : ["'none'"]),
    );
    expect([...html.matchAll(/<style[^>]*nonce="([^"]*)"/g)].map(([, nonce]) => nonce)).toEqual([
      nonceIn(html),
      nonceIn(html),
    ]);
  }
});

describe('guests share pages', () => {
  test('until something changes that they show', async () => {
    const document = await publish({ title: 'Bilby' });
    const path = `/docs/${document.slug}`;
    expect(await countRendered(() => Promise.all([get(path), get(path), get('/docs'), get('/docs')]))).toBe(2);
    expect(await countRendered(() => Promise.all([get(path), get('/docs')]))).toBe(0);
    await editor.request('PUT', `/admin/documents/${document.id}`, { body: { title: 'Greater bilby' } });
    expect((await get(path)).root).toContain('Greater bilby');
    expect((await get('/docs')).root).toContain('Greater bilby');
  });

  test('and each of their views counts', async () => {
    const { id, slug } = await publish();
    await get(`/docs/${slug}`);
    await get(`/docs/${slug}`);
    await hub.app.inject({ method: 'GET', url: `/docs/${slug}`, remoteAddress: '203.0.113.9' });
    await hub.get(ItemViewCounter).flush();
    expect((await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body.view_count).toBe(2);
  });

  test('in a bounded amount of memory', async () => {
    // Escaped in two ways, so that few pages are large.
    const content = '<'.repeat(99_000);
    const { slug } = await publish({ content });
    const rendered = await countRendered(async () => {
      for (let number = 0; number < 20; number++) await get(`/docs/${slug}?n=${number}`);
    });
    expect(rendered).toBe(20);
    // The oldest have been displaced.
    expect(await countRendered(() => get(`/docs/${slug}?n=0`))).toBe(1);
    expect(await countRendered(() => get(`/docs/${slug}?n=19`))).toBe(0);
  }, 120_000);
});

const send = async (user: TestUser, method: Parameters<SendRequest>[0], path: string, body?: object) => {
  const { status, text } = await user.request(method, path, { body });
  expect([status, text]).toEqual([200, expect.any(String)]);
};

describe('nothing that becomes hidden stays in a page of any instance', () => {
  const WORD = 'qqxcanaryword';
  /** On the other instance as soon as it has received the message. */
  async function expectHidden(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      expect([path, (await get(path)).html.includes(WORD)]).toEqual([path, false]);
      await waitFor(
        () => get(path, { app: other }),
        ({ html }) => !html.includes(WORD),
      );
    }
  }
  async function fill(paths: readonly string[]): Promise<void> {
    for (const app of [hub, other])
      for (const path of paths)
        await waitFor(
          () => get(path, { app }),
          ({ root }) => root?.includes(WORD) ?? false,
        );
  }

  test.each<[string, (document: DocumentResponse) => readonly [string, object]]>([
    ['a document that becomes INTERNAL', ({ id }) => [`/admin/documents/${id}`, { visibility: 'INTERNAL' }]],
    ['a document for members', ({ id }) => [`/admin/documents/${id}`, { visibility: 'LOGGED_IN' }]],
    ['an archived document', ({ id }) => [`/documents/${id}/status`, { status: 'ARCHIVED' }]],
    [
      'an edited document',
      ({ id }) => [`/admin/documents/${id}`, { title: 'Plain', content: 'Plain', summary: '', tags: [] }],
    ],
  ])('%s', async (_name, change) => {
    const author = await hub.users.create('EDITOR');
    const document = await createDocument(author, {
      title: `Title ${WORD}`,
      slug: `canary-${author.id}`,
      content: `Text ${WORD}`,
      summary: `Summary ${WORD}`,
      tags: [`${WORD}tag`],
      status: 'PUBLISHED',
    });
    const paths = ['/', '/docs', `/docs/${document.slug}`, `/search?q=${WORD}`, `/user/${author.id}`];
    await fill(paths);
    const [path, body] = change(document);
    expect((await author.request('PUT', path, { body })).status).toBe(200);
    // The query of a search is repeated.
    await expectHidden(paths.filter((one) => !one.startsWith('/search')));
    const [, json = ''] = /id="preload">(.*?)<\/script>/s.exec((await get(`/search?q=${WORD}`)).html) ?? [];
    expect(json).not.toContain(document.id);
  });

  interface Shown {
    /** show the word to guests */
    paths: readonly string[];
    hide: () => Promise<unknown>;
  }
  async function showVideo(hide: (id: string, author: TestUser) => Promise<unknown>): Promise<Shown> {
    const author = await hub.users.create('EDITOR');
    const slug = `video-${author.id}`;
    const fields = { title: `Title ${WORD}`, slug, summary: `Summary ${WORD}`, description: `Text ${WORD}` };
    const { id } = await createVideo(author, { ...fields, transcript: `0:05 Said ${WORD}`, tags: [`${WORD}tag`] });
    return { paths: ['/', '/videos', `/videos/${slug}`, `/user/${author.id}`], hide: () => hide(id, author) };
  }

  async function showComment(hide: (id: string, author: TestUser) => Promise<unknown>): Promise<Shown> {
    const [author, { id: content_id, slug }] = [await hub.users.create('CONTRIBUTOR'), await publish()];
    const body = { content_type: 'document', content_id, content: `Remark ${WORD}` };
    const { id } = (await author.request<{ id: string }>('POST', '/comments', { body })).body;
    return { paths: [`/docs/${slug}`], hide: () => hide(id, author) };
  }

  interface InForum {
    post: string;
    thread: string;
    category: string;
    author: TestUser;
  }

  /** A thread and a reply to it; the word is in one of them. */
  async function createInForum(item: 'thread' | 'post'): Promise<InForum> {
    const author = await hub.users.create('CONTRIBUTOR');
    const { id: category } = await createForumCategory(admin);
    const fields = { title: `Title ${WORD}`, content: `Text ${WORD}`, tags: [`${WORD}tag`] };
    const { id: thread } = await createThread(author, category, item === 'thread' ? fields : {});
    const { id: post } = await reply(author, thread, { content: item === 'post' ? `Reply ${WORD}` : 'A reply' });
    return { post, thread, category, author };
  }

  async function showThread(hide: (shown: InForum) => Promise<unknown>): Promise<Shown> {
    const shown = await createInForum('thread');
    const { thread, category, author } = shown;
    const pages = [`/community/category/${category}`, `/community/thread/${thread}`, `/user/${author.id}`];
    return { paths: ['/', '/community', ...pages], hide: () => hide(shown) };
  }

  async function showPost(hide: (shown: InForum) => Promise<unknown>): Promise<Shown> {
    const shown = await createInForum('post');
    return { paths: [`/community/thread/${shown.thread}`], hide: () => hide(shown) };
  }

  /** From its former category, whose page no longer has it. */
  async function moveThread(): Promise<Shown> {
    const { thread, category } = await createInForum('thread');
    const { id: category_id } = await createForumCategory(admin);
    const hide = () => send(admin, 'PUT', `/forum/threads/${thread}`, { category_id });
    return { paths: [`/community/category/${category}`], hide };
  }

  /** The word is in the name and what members say of themselves. */
  async function showMember(hide: (author: TestUser) => Promise<unknown>): Promise<Shown> {
    const author = await hub.users.create('EDITOR', `Ada ${WORD}`);
    await send(author, 'PUT', '/profile', { bio: `About ${WORD}`, skills: [`${WORD}skill`] });
    const { slug, id } = await createDocument(author, { slug: `member-${author.id}`, status: 'PUBLISHED' });
    await author.request('POST', '/comments', { body: { content_type: 'document', content_id: id, content: 'Hello' } });
    return { paths: ['/', '/docs', `/docs/${slug}`, `/user/${author.id}`], hide: () => hide(author) };
  }

  test.each<[string, () => Promise<Shown>]>([
    ['a video that goes back to its author', () => showVideo((id, author) => setVideoStatus(author, id, 'ERROR'))],
    [
      'a video that becomes INTERNAL',
      () => showVideo((id, author) => send(author, 'PUT', `/admin/videos/${id}/enhanced`, { visibility: 'INTERNAL' })),
    ],
    ['a video hidden by reports', () => showVideo((id) => hideByReports(hub, { type: 'video', id }))],
    ['a deleted comment', () => showComment((id, author) => send(author, 'DELETE', `/comments/${id}`))],
    ['a comment hidden by reports', () => showComment((id) => reportBySeveral(hub, { type: 'comment', id }))],
    [
      'a comment hidden by a moderator',
      () =>
        showComment(async (id) => {
          await report(admin.request, { type: 'comment', id });
          await decide(hub, admin, { type: 'comment', id }, 'uphold');
        }),
    ],
    ['a deleted thread', () => showThread(({ thread }) => send(admin, 'DELETE', `/forum/threads/${thread}`))],
    ['a thread hidden by reports', () => showThread(({ thread: id }) => reportBySeveral(hub, { type: 'thread', id }))],
    ['a deleted post', () => showPost(({ post, author }) => send(author, 'DELETE', `/forum/posts/${post}`))],
    ['a post hidden by reports', () => showPost(({ post: id }) => reportBySeveral(hub, { type: 'post', id }))],
    [
      'an erased member',
      () => showMember(({ id, email }) => send(admin, 'POST', `/admin/users/${id}/erase`, { email })),
    ],
    // The last ones: what is moved stays public elsewhere.
    [
      'a moved post',
      () =>
        showPost(({ post, thread }) =>
          admin.request('POST', `/forum/threads/${thread}/split`, { body: { title: 'Split', post_ids: [post] } }),
        ),
    ],
    ['a moved thread', moveThread],
  ])('%s', async (_name, show) => {
    const { paths, hide } = await show();
    await fill(paths);
    await hide();
    await expectHidden(paths);
  });
});
