import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { QueryCache } from '../src/platform/cache/query-cache.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';

const ORIGIN = 'https://hub.example.org';
const HOSTILE = `</title><script>alert("1")</script> & ]]> [x](y)`;

let hub: TestApp;
let editor: TestUser;
let threadId: string;

beforeAll(async () => {
  hub = await createTestApp({ PUBLIC_URL: ORIGIN }, { web: join(import.meta.dirname, '../../frontend/dist') });
  editor = await hub.users.create('EDITOR', 'Ada & Co');
  for (const [slug, fields] of Object.entries({
    open: { title: HOSTILE, summary: 'For\neveryone', status: 'PUBLISHED' },
    draft: { title: 'Unfinished' },
    internal: { title: 'Of the staff', status: 'PUBLISHED', visibility: 'INTERNAL' },
    members: { title: 'Of members', status: 'PUBLISHED', visibility: 'LOGGED_IN' },
  }))
    await editor.request('POST', '/documents', { body: { slug, content: 'Text', ...fields } });
  const category = await createForumCategory(await hub.users.create('ADMIN'));
  threadId = (await createThread(editor, category.id, { title: 'How do I?', content: 'A **question**' })).id;
  await reply(editor, threadId, { content: 'An answer' });
  const hidden = await createThread(editor, category.id, { title: 'Waiting thread' });
  const deleted = await createThread(editor, category.id, { title: 'Deleted thread' });
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [hidden.id]);
  await editor.request('DELETE', `/forum/threads/${deleted.id}`);
});
afterAll(() => hub.close());

const read = async (url: string, headers: Record<string, string> = {}) => {
  const response = await hub.app.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, text: response.body, headers: response.headers };
};
const withoutSecrets = (text: string) => {
  expect(text).not.toMatch(/Unfinished|Of the staff|Of members|Waiting|Deleted|draft|internal/);
  return text;
};
const month = new Date().toISOString().slice(0, 7);

test('the feed has what guests may read, newest first, as well-formed Atom', async () => {
  const { status, text, headers } = await read('/feed.xml');
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
  });
  withoutSecrets(text);
  expect(text.match(/<entry>/g)).toHaveLength(2);
  expect(text.indexOf('How do I?')).toBeLessThan(text.indexOf('/docs/open'));
  expect(text).toContain(`<link href="${ORIGIN}/community/thread/${threadId}"/>`);
  expect(text).toContain('A question');
  expect(text).toContain('<name>Ada &amp; Co</name>');
  expect(text).toContain('&lt;script&gt;alert');
  expect(text).not.toContain('<script>');
});

test('a reader of the feed that has it gets 304', async () => {
  const { headers } = await read('/feed.xml');
  expect((await read('/feed.xml', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
});

test('a cookie of an editor changes nothing in the feed', async () => {
  const { text } = await read('/feed.xml', { cookie: `session_token=${editor.token}` });
  expect(withoutSecrets(text)).toContain('How do I?');
});

test('sitemaps list the public pages of a kind and month', async () => {
  const index = await read('/sitemap.xml');
  expect(index.text.match(/<loc>[^<]*<\/loc>/g)).toEqual(
    ['documents', 'threads'].map((kind) => `<loc>${ORIGIN}/sitemaps/${kind}/${month}.xml</loc>`),
  );
  const documents = await read(`/sitemaps/documents/${month}.xml`);
  expect(documents.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(withoutSecrets(documents.text).match(/<loc>[^<]*<\/loc>/g)).toEqual([`<loc>${ORIGIN}/docs/open</loc>`]);
  const threads = await read(`/sitemaps/threads/${month}.xml`);
  expect(threads.text.match(/<loc>[^<]*<\/loc>/g)).toEqual([`<loc>${ORIGIN}/community/thread/${threadId}</loc>`]);
  expect(threads.text).toContain(`<lastmod>${month}`);
});

test.each(['/sitemaps/users/2026-11.xml', '/sitemaps/documents/2026-13.xml', '/sitemaps/documents/x.xml'])(
  'there is no sitemap at %s',
  async (url) => {
    expect((await read(url)).status).toBe(404);
  },
);

test('robots.txt keeps search engines from the administration and names the sitemap', async () => {
  const { text } = await read('/robots.txt');
  expect(text).toContain('Disallow: /admin\n');
  // With the slash: other addresses begin with the letter.
  expect(text).toContain('Disallow: /s/\n');
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  expect(text).not.toContain('Disallow: /docs');
});

test('llms.txt links the Markdown of documents and the threads', async () => {
  const { text } = await read('/llms.txt');
  expect(withoutSecrets(text)).toContain(`](${ORIGIN}/docs/open.md): For everyone`);
  expect(text).toContain(`- [How do I?](${ORIGIN}/community/thread/${threadId}): A question`);
  expect((await read('/docs/open.md')).status).toBe(200);
});

test.each(['/feed.xml', '/llms.txt'])('%s is cached until something changes', async (path) => {
  hub.get(QueryCache).invalidate();
  await read(path);
  expect(await hub.statementsOf(() => read(path))).toEqual([]);
  await editor.request('POST', '/documents', {
    body: { title: `New in ${path}`, content: 'Text', status: 'PUBLISHED' },
  });
  expect((await read(path)).text).toContain(`New in ${path}`);
});
