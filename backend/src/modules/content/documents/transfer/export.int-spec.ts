import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCategory, createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createPng } from '../../../../../test/support/images.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { exportZip, importZip } from '../../../../../test/support/transfer.js';
import { unzip, zip } from '../../../../../test/support/zip.js';
import type { CategoryResponse } from '../../categories/categories.dto.js';
import type { TreeLevelResponse } from '../../tree/tree.dto.js';
import type { DocumentResponse } from '../documents.dto.js';
import { parseMarkdownFile } from './markdown-file.js';

let hub: TestApp;
let other: TestApp;
let editor: TestUser;
let viewer: TestUser;
const web = join(import.meta.dirname, '../../../../../../frontend/dist');
beforeAll(async () => {
  hub = await createTestApp({}, { web });
  other = await createTestApp();
  editor = await hub.users.create('EDITOR', 'Edith Export');
  viewer = await hub.users.create('VIEWER');
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

const texts = (files: Map<string, Buffer>) =>
  new Map([...files].filter(([path]) => path.endsWith('.md')).map(([path, bytes]) => [path, parseMarkdownFile(bytes)]));
/** Only the URLs of images may change with an import. */
const withoutImages = (text: string) => text.replace(/(\/api\/files\/|\.\.\/images\/)[\w./-]+/g, 'IMAGE');

const get = (path: string, headers: Record<string, string> = {}) => hub.app.inject({ url: path, headers });

const sources = {
  'guides/one.md':
    '---\nslug: trip-one\ntitle: "One: first"\ncategory: Guides & more\ntags: [a, "b: c"]\ndifficulty: ADVANCED\n' +
    'visibility: LOGGED_IN\nstatus: PUBLISHED\nsummary: "yes"\n' +
    'thumbnail: ../img/cover.png\nthumbnail_placement: card\n---\n' +
    '\n\r\n# One\r\n\r\n![a](../img/a.png "t")\r\n[two](two.md#x)  \r\n\r\n```md\r\n![a](../img/a.png)\r\n```\r\n\r\n',
  'guides/two.md':
    '---\nslug: trip-two\n---\n---\nnot: front matter\n---\n\n' +
    '<![a](../img/a.png)>\n[one]: one.md "t"\nno newline at the end',
  'three.md': '# Trip three\n\nüßé 🙂 [one](guides/one.md) ![b](<img/b b.png>)\n\n\n',
};

test('import, export and import again give the same texts, byte for byte except image URLs', async () => {
  const archive = await zip({
    ...sources,
    'img/a.png': await createPng(200, 100),
    'img/b b.png': await createPng(100, 100, '#00ff00'),
    'img/cover.png': await createPng(800, 400),
  });
  expect((await importZip(editor, archive)).body).toMatchObject({ created: { length: 3 }, skipped: [], images: 2 });
  const exported = await exportZip(hub, editor);
  const files = await unzip(exported);
  expect([...files.keys()].filter((path) => path.includes('trip-'))).toEqual([
    'guides-more/trip-one.md',
    'uncategorized/trip-two.md',
    'uncategorized/trip-three.md',
  ]);

  const elsewhere = await other.users.create('EDITOR');
  const taken = await importZip(elsewhere, exported);
  expect(taken.body).toMatchObject({ created: { length: 3 }, skipped: [], images: 2 });
  for (const slug of ['trip-one', 'trip-two', 'trip-three']) {
    const here = (await editor.request<DocumentResponse>('GET', `/documents/${slug}`)).body;
    const there = (await elsewhere.request<DocumentResponse>('GET', `/documents/${slug}`)).body;
    expect(withoutImages(there.content)).toBe(withoutImages(here.content));
    const { title, summary, tags, difficulty, visibility, status, thumbnail_placement } = here;
    expect(there).toMatchObject({ title, summary, tags, difficulty, visibility, status, thumbnail_placement });
    expect(there.thumbnail_placement).toBe(slug === 'trip-one' ? 'CARD' : 'PAGE');
    expect([there.category?.name, !!there.thumbnail]).toEqual([here.category?.name, !!here.thumbnail]);
    expect(here.content).not.toContain('../img/a.png "t"');
  }
  const again = texts(await unzip(await exportZip(other, elsewhere)));
  for (const [path, { content }] of texts(files))
    expect(withoutImages(again.get(path)!.content)).toBe(withoutImages(content));
  // Documents exported from this hub exist here already.
  expect((await importZip(editor, exported)).body).toMatchObject({ created: [], images: 0 });
});

/** What an archive must carry. */
const contentOf = async ({ app }: TestApp, user: TestUser) => {
  const categories = (await user.request<CategoryResponse[]>('GET', '/categories')).body
    .map(({ name, parent_title, icon, color, description }) => ({ name, parent_title, icon, color, description }))
    .filter(({ name }) => ['Start', 'Guides', 'Basics', 'Reference', 'Api'].includes(name));
  const pages: object[] = [];
  const listed = (await user.request<DocumentResponse[]>('GET', '/documents?limit=200')).body;
  for (const { slug, title } of listed.filter((one) => one.title.startsWith('Carried'))) {
    const { content, category, status } = (await user.request<DocumentResponse>('GET', `/documents/${slug}`)).body;
    const [url = ''] = /\/api\/files\/[\w/-]+/.exec(content) ?? [];
    const { width } = await sharp((await app.inject(url)).rawPayload).metadata();
    pages.push({ title, category: category?.name, status, text: withoutImages(content), width });
  }
  return { categories, pages };
};

test('an archive carries categories with their details, the reading order and the images of each page', async () => {
  const folders = ['', '01-start/', '02-guides/', '02-guides/01-basics/', '03-reference/api/'];
  const files: Record<string, string | Buffer> = {};
  for (let page = 0; page < 10; page++) {
    const toRoot = '../'.repeat(folders[page % 5]!.split('/').length - 1);
    files[`${folders[page % 5]}${page}-page.md`] = `# Carried ${page}\n\nText ${page} ![p](${toRoot}${page}.png)`;
    files[`${page}.png`] = await createPng(100 + page, 50);
  }
  const choices = { folder_categories: 'true', publish: 'true' };
  const imported = (await importZip(editor, await zip(files), choices)).body;
  expect(imported).toMatchObject({ created: { length: 10 }, skipped: [], images: 10, categories: 5 });
  const guides = (await editor.request<CategoryResponse[]>('GET', '/categories')).body.find(
    ({ name }) => name === 'Guides',
  );
  const details = { description: 'How things are done', icon: '🧭', color: '#0F766E' };
  await editor.request('PUT', `/categories/${guides!.id}`, { body: details });
  const here = await contentOf(hub, editor);
  expect(here.categories).toContainEqual({ name: 'Guides', parent_title: null, ...details });
  expect(here.pages).toContainEqual(expect.objectContaining({ title: 'Carried 3', category: 'Basics', width: 103 }));

  const elsewhere = await other.users.create('EDITOR');
  await importZip(elsewhere, await exportZip(hub, editor));
  expect(await contentOf(other, elsewhere)).toEqual(here);
});

/** The slugs of a category in the order of its tree, with the children of each page in brackets. */
async function outlineOf(user: TestUser, categoryId: string, parentId = ''): Promise<string> {
  const path = `/categories/${categoryId}/tree?parent_id=${parentId}`;
  const { items } = (await user.request<TreeLevelResponse>('GET', path)).body;
  const parts: string[] = [];
  for (const { id, slug, has_children } of items)
    parts.push(has_children ? `${slug}(${await outlineOf(user, categoryId, id)})` : slug);
  return parts.join(' ');
}

test('the tree of a category stays the same, and its links lead to the same pages', async () => {
  const [from, to] = [await hub.users.create('EDITOR'), await other.users.create('EDITOR')];
  const { id: category_id, name } = await createCategory(from, { name: 'Carried tree' });
  await createCategory(from, { name: 'Trunk', parent_category_id: category_id });
  const add = async (slug: string, fields: object = {}) =>
    (await createDocument(from, { title: slug, slug, content: `[up](/docs/trunk) ${slug}`, category_id, ...fields }))
      .id;
  const trunk = await add('trunk');
  const branch = await add('branch', { parent_id: trunk });
  await add('leaf-b', { parent_id: branch });
  const first = await add('leaf-a', { parent_id: branch });
  await add('readme');
  const last = await add('first-of-all');
  for (const id of [first, last])
    await from.request('PUT', `/content/document/${id}/position`, {
      body: { category_id, parent_id: id === first ? branch : null, after_id: null },
    });
  const before = await outlineOf(from, category_id);
  expect(before).toBe('first-of-all trunk(branch(leaf-a leaf-b)) readme');
  const archive = await exportZip(hub, from);
  const files = await unzip(archive);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['carried-tree/trunk/index.md', 'carried-tree/trunk/branch/leaf-a.md']),
  );
  await importZip(to, archive);
  const imported = (await to.request<CategoryResponse[]>('GET', '/categories')).body.find((each) => each.name === name);
  expect(await outlineOf(to, imported!.id)).toBe(before);
  expect((await to.request<DocumentResponse>('GET', '/documents/leaf-a')).body.content).toBe(
    '[up](/docs/trunk) leaf-a',
  );
});

test('front matter is complete, and images are included with relative links', async () => {
  const { id: category_id } = await createCategory(editor, { name: 'Ärger / Mühe' });
  const archive = await zip({ 'x.md': '---\nslug: whole\n---\n![p](p.png)', 'p.png': await createPng(90, 60) });
  const { id } = (await importZip(editor, archive)).body.created[0]!;
  await editor.request('PUT', `/admin/documents/${id}`, {
    body: { category_id, meta_title: 'Meta', tags: ['x'], summary: 'S' },
  });
  const files = await unzip(await exportZip(hub, editor));
  const { front, content } = parseMarkdownFile(files.get('aerger-muehe/whole.md')!);
  expect(Object.keys(front)).toEqual([
    'title',
    'slug',
    'summary',
    'category',
    'tags',
    'difficulty',
    'visibility',
    'status',
    'order',
    'author',
    'created_at',
    'updated_at',
    'meta_title',
  ]);
  expect(front).toMatchObject({
    slug: 'whole',
    summary: 'S',
    category: 'Ärger / Mühe',
    tags: ['x'],
    difficulty: 'BEGINNER',
    visibility: 'PUBLIC',
    status: 'DRAFT',
    author: 'Edith Export',
    meta_title: 'Meta',
  });
  const [, path = ''] = /^!\[p\]\(\.\.\/(images\/[0-9a-f]{16}\.webp)\)$/.exec(content) ?? [];
  expect(files.get(path)?.subarray(8, 12).toString()).toBe('WEBP');
});

test('links between documents are relative files, and lead to the same documents where slugs are taken', async () => {
  const published = { status: 'PUBLISHED', visibility: 'LOGGED_IN' };
  const { id: category_id } = await createCategory(editor, { name: 'Linked' });
  const target = await createDocument(editor, {
    ...published,
    slug: 'link-target',
    category_id,
  });
  await editor.request('PUT', `/admin/documents/${target.id}`, { body: { slug: 'link-target-now' } });
  const hidden = await createDocument(await hub.users.create('CONTRIBUTOR'), { title: 'Another draft' });
  const content =
    `[slug](/docs/link-target-now#part) [former](/docs/link-target) [id](/docs/${target.id}) ` +
    `[own](http://localhost:3000/docs/link-target-now) ![x](/docs/link-target-now "t")\n\n` +
    `[hidden](/docs/${hidden.slug}) [missing](/docs/nothing-here) \`[code](/docs/link-target-now)\` [list](/docs)\n\n` +
    '[reference]: /docs/link-target-now';
  await createDocument(editor, { ...published, slug: 'link-source', content });
  const exported = await unzip(await exportZip(hub, viewer));
  expect(exported.has('linked/link-target-now.md')).toBe(true);
  const file = parseMarkdownFile(exported.get('uncategorized/link-source.md')!).content;
  const path = '../linked/link-target-now.md';
  expect(file).toBe(
    `[slug](${path}#part) [former](${path}) [id](${path}) [own](${path}) ![x](${path} "t")\n\n` +
      `[hidden](/docs/${hidden.slug}) [missing](/docs/nothing-here) \`[code](/docs/link-target-now)\` ` +
      `[list](/docs)\n\n[reference]: ${path}`,
  );

  const elsewhere = await other.users.create('EDITOR');
  await createDocument(elsewhere, { title: 'Taken', slug: 'link-target-now' });
  const pages = ['linked/link-target-now.md', 'uncategorized/link-source.md'];
  const { created } = (
    await importZip(elsewhere, await zip(Object.fromEntries(pages.map((page) => [page, exported.get(page)!]))))
  ).body;
  const slugs = new Map(created.map(({ path: from, slug }) => [from, slug]));
  expect(slugs.get(pages[0]!)).not.toBe('link-target-now');
  const imported = (await elsewhere.request<DocumentResponse>('GET', `/documents/${slugs.get(pages[1]!)}`)).body;
  expect(imported.content).toContain(`[slug](/docs/${slugs.get(pages[0]!)}#part)`);
});

test('users get what they may see, with its images; guests get 401', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const secret = await importZip(
    author,
    await zip({ 's.md': '---\nslug: own-secret\n---\n![p](p.png)', 'p.png': await createPng(70, 70, '#123456') }),
  );
  expect(secret.body.images).toBe(1);
  const internal = await createDocument(editor, { visibility: 'INTERNAL', status: 'PUBLISHED' });
  const inside = await createDocument(editor, {
    visibility: 'LOGGED_IN',
    status: 'PUBLISHED',
    content: (await author.request<DocumentResponse>('GET', '/documents/own-secret')).body.content,
  });
  const slugs = async (user: TestUser) => [...(await unzip(await exportZip(hub, user))).keys()];
  const [forAuthor, forViewer] = [await slugs(author), await slugs(viewer)];
  expect(forAuthor).toEqual(
    expect.arrayContaining([
      'uncategorized/own-secret.md',
      `uncategorized/${internal.slug}.md`,
      `uncategorized/${inside.slug}.md`,
    ]),
  );
  expect(forViewer).toContain(`uncategorized/${inside.slug}.md`);
  for (const path of ['uncategorized/own-secret.md', `uncategorized/${internal.slug}.md`])
    expect(forViewer).not.toContain(path);
  expect((await hub.request('GET', '/documents/export')).status).toBe(401);
});

test('files that the user may not read are not included', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const made = await importZip(
    author,
    await zip({ 's.md': '---\nslug: shown-elsewhere\n---\n![p](p.png)', 'p.png': await createPng(71, 71, '#654321') }),
  );
  const { content } = (await author.request<DocumentResponse>('GET', `/documents/${made.body.created[0]!.id}`)).body;
  const thief = await hub.users.create('CONTRIBUTOR');
  const { slug } = await createDocument(thief, { content });
  const files = await unzip(await exportZip(hub, thief));
  expect(parseMarkdownFile(files.get(`uncategorized/${slug}.md`)!).content).toBe(content);
});

test('exports documents in batches, each once', async () => {
  const author = await other.users.create('CONTRIBUTOR');
  for (let i = 0; i < 25; i++) await createDocument(author, { title: `Many ${i}` });
  const statements = await other.statementsOf(async () => author.request('GET', '/documents/export'));
  expect(statements.filter((sql) => sql.includes('order by "i"."id" desc limit')).length).toBe(2);
  const paths = [...(await unzip(await exportZip(other, author))).keys()].filter((path) => path.includes('/many-'));
  expect([paths.length, new Set(paths).size]).toEqual([25, 25]);
});

test('a client that disconnects midway leaves nothing open', async () => {
  const big = await createTestApp();
  const author = await big.users.create('CONTRIBUTOR');
  // Random texts, which compression shrinks little. They are stored by SQL, because parsing them would take long.
  for (let i = 0; i < 8; i++) {
    const { id } = await createDocument(author);
    const text = randomBytes(900_000).toString('hex');
    await big.database.query('update documents set content = $2 where item_id = $1', [id, text]);
  }
  await big.app.listen(0, '127.0.0.1');
  const { port } = big.app.getHttpServer().address() as AddressInfo;
  const download = request({
    port,
    path: '/api/documents/export',
    headers: { authorization: `Bearer ${author.token}` },
  }).end();
  const [response] = (await once(download, 'response')) as [import('node:http').IncomingMessage];
  await once(response, 'readable');
  response.destroy();
  expect((await author.request('GET', '/documents')).status).toBe(200);
  const started = Date.now();
  await big.close();
  expect(Date.now() - started).toBeLessThan(5000);
});

test('the URL with .md returns the document as Markdown to those who may see it', async () => {
  const { slug, id } = await createDocument(editor, {
    title: 'As text',
    content: 'Some *text*\n',
    slug: 'as.text-1',
    visibility: 'LOGGED_IN',
    status: 'PUBLISHED',
  });
  const response = await get(`/docs/${slug}.md`, { authorization: `Bearer ${viewer.token}` });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(parseMarkdownFile(response.rawPayload)).toMatchObject({
    front: { title: 'As text', slug },
    content: 'Some *text*\n',
  });
  const byCookie = await get(`/docs/${id}.md`, { cookie: `session_token=${viewer.token}` });
  expect(byCookie.body).toBe(response.body);
  const unchanged = await get(`/docs/${slug}.md`, {
    cookie: `session_token=${viewer.token}`,
    'if-none-match': String(response.headers.etag),
  });
  expect([unchanged.statusCode, response.headers.etag]).toEqual([304, expect.any(String)]);
  for (const path of [`/docs/${slug}.md`, '/docs/no-such-thing.md', '/docs/.md', '/docs/a.b.md', '/docs/%00.md']) {
    const refused = await get(path);
    expect([path, refused.statusCode, refused.headers['content-type']]).toEqual([
      path,
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  }
  const draft = await createDocument(editor);
  expect((await get(`/docs/${draft.slug}.md`, { authorization: `Bearer ${viewer.token}` })).statusCode).toBe(404);
  expect((await get(`/docs/${draft.slug}.md`, { authorization: `Bearer ${editor.token}` })).statusCode).toBe(200);
});
