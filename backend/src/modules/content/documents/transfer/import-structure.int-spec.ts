import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createCategory, getDocument } from '../../../../../test/support/documents.js';
import { encodeForm } from '../../../../../test/support/forms.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import { importFiles, importZip, summarizeImport } from '../../../../../test/support/transfer.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { zip, zipWithNames } from '../../../../../test/support/zip.js';
import type { TreeLevelResponse } from '../../tree/tree.dto.js';
import type { CategoryResponse } from '../../categories/categories.dto.js';
import type { DocumentSummaryResponse } from '../documents.dto.js';
import type { ImportProgressResponse } from './transfer.dto.js';
import { TransferLimiter } from './transfer-limiter.js';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Spool } from '../../../../platform/storage/spool.js';

let hub: TestApp;
let editor: TestUser;
let contributor: TestUser;
beforeAll(async () => {
  ({ hub, editor, contributor } = await createTestAppWithUsers({ editor: 'EDITOR', contributor: 'CONTRIBUTOR' }));
  await hub.app.listen(0, '127.0.0.1');
});
afterAll(() => hub.close());

const load = (slug: string, as = editor) => getDocument(as, slug);
const titles = async (query: string, as = editor) =>
  (await as.request<DocumentSummaryResponse[]>('GET', `/documents?${query}`)).body.map(({ title }) => title);
const categories = async () => (await editor.request<CategoryResponse[]>('GET', '/categories')).body;
/** "Parent / Child" per category, in the order of the list. */
const categoryPaths = async (names: string[]) =>
  (await categories())
    .filter(({ name }) => names.includes(name))
    .map(({ name, parent_title }) => (parent_title ? `${parent_title} / ${name}` : name));

const tree = (name: string) => ({
  [`${name}-main/README.md`]: `# ${name} overview\n\n[guides](docs/guides/) [setup](docs/guides/02-set-up/)`,
  [`${name}-main/docs/guides/index.md`]: `# ${name} guides\n\n[next](02-set-up/10-servers.md)`,
  [`${name}-main/docs/guides/02-set-up/README.md`]: `# ${name} setup`,
  [`${name}-main/docs/guides/02-set-up/10-servers.md`]: `# ${name} servers`,
  [`${name}-main/docs/guides/02-set-up/9-clients.md`]: `# ${name} clients`,
  [`${name}-main/docs/guides/01-basics/a.md`]: `# ${name} basics`,
  [`${name}-main/docs/named.md`]: `---\ncategory: ${name} own\n---\n# ${name} named`,
});

test('folders become categories in their order, those with an index pages; the root folder does not', async () => {
  const {
    created,
    categories: count,
    skipped,
  } = await importFiles(editor, tree('Tree'), { folder_categories: 'true' });
  expect(skipped).toEqual([]);
  expect([created.length, count]).toEqual([7, 4]);
  expect(await categoryPaths(['Docs', 'Guides', 'Basics', 'Set up', 'Tree own'])).toEqual([
    'Tree own',
    'Docs',
    'Docs / Guides',
    'Guides / Basics',
  ]);
  expect((await load('tree-overview')).category).toBeNull();
  expect((await load('tree-named')).category?.name).toBe('Tree own');
  expect((await load('tree-basics')).category?.name).toBe('Basics');
  expect((await load('tree-servers')).trail.map(({ slug }) => slug)).toEqual(['tree-setup']);
  const { category_id } = await load('tree-guides');
  const level = async (parent: string) =>
    (await editor.request<TreeLevelResponse>('GET', `/categories/${category_id}/tree?parent_id=${parent}`)).body.items;
  // A page contains no category, so the folder with one is a category too.
  const [index, setup] = await level('');
  expect(index!.slug).toBe('tree-guides');
  expect((await level(setup!.id)).map(({ slug }) => slug)).toEqual(['tree-clients', 'tree-servers']);
});

test('links to folders lead to their index, and the list shows the reading order', async () => {
  expect((await load('tree-overview')).content).toContain('[guides](/docs/tree-guides) [setup](/docs/tree-setup)');
  expect((await load('tree-guides')).content).toContain('[next](/docs/tree-servers)');
  expect((await titles(`author_id=${editor.id}`)).filter((title) => title.startsWith('Tree'))).toEqual([
    'Tree overview',
    'Tree guides',
    'Tree basics',
    'Tree setup',
    'Tree clients',
    'Tree servers',
    'Tree named',
  ]);
});

test('without the choice no category is created from folders', async () => {
  const { categories: count } = await importFiles(editor, { 'Unwanted/a.md': '# Flat', 'b.md': '# Flat too' });
  expect([count, await categoryPaths(['Unwanted'])]).toEqual([0, []]);
});

test('the folder of an export for documents without category is none', async () => {
  const files = { 'uncategorized/a.md': '# Without category', 'Named/b.md': '# With category' };
  await importFiles(editor, files, { folder_categories: 'true' });
  expect((await load('without-category')).category).toBeNull();
  expect((await load('with-category')).category?.name).toBe('Named');
});

test('users who may not manage categories use the innermost existing one', async () => {
  await createCategory(editor, { name: 'Existing' });
  const files = { 'existing/new/a.md': '# Innermost', 'absent/b.md': '# Nowhere', 'c.md': '# Root' };
  const { categories: count } = await importFiles(contributor, files, { folder_categories: 'true' });
  expect(count).toBe(0);
  expect((await load('innermost', contributor)).category?.name).toBe('Existing');
  expect((await load('nowhere', contributor)).category).toBeNull();
  expect(await categoryPaths(['New', 'Absent'])).toEqual([]);
});

test('the source says the order and the names of folders and pages itself', async () => {
  const files = {
    'SUMMARY.md': '# Told summary\n\n- [Told *last* first](z/z.md)\n- [Told first](a/a.md)\n',
    'z/z.md': 'z text',
    'a/a.md': '# Told own title\n\na text',
    'b/_category_.json': '{ "label": "Told B", "position": -1 }',
    'b/x.md': '# Told in b',
    'c/_index.md': '---\ntitle: Told C\nweight: 9\n---\n',
    'c/y.md': '# Told in c',
  };
  const { created, skipped } = await importFiles(editor, files, { folder_categories: 'true' });
  expect(created.map(({ title }) => title)).toEqual([
    'Told in b',
    'Told last first',
    'Told own title',
    'Told in c',
    'Told summary',
  ]);
  expect(skipped).toEqual([
    { path: 'c/_index.md', reason: 'It has no text and only describes its folder, so it became no document.' },
  ]);
  expect((await load('told-in-b')).category?.name).toBe('Told B');
  expect((await load('told-in-c')).category?.name).toBe('Told C');
});

const filesOfEachStatus = (name: string) => ({
  'a.md': `# ${name} plain`,
  'b.md': `---\nstatus: IN_REVIEW\n---\n# ${name} reviewed`,
  'c.md': `---\ndraft: true\n---\n# ${name} draft`,
});

test('publishes documents whose front matter names no status, for those who may', async () => {
  await importFiles(editor, filesOfEachStatus('Publish'), { publish: 'true' });
  expect(await load('publish-plain')).toMatchObject({ status: 'PUBLISHED', published_at: expect.any(String) });
  expect((await load('publish-reviewed')).status).toBe('IN_REVIEW');
  expect((await load('publish-draft')).status).toBe('DRAFT');
  const refused = await contributor.request<{ code: string }>('POST', '/documents/import', {
    ...(await encodeForm({ archive: await zip(filesOfEachStatus('Refused')), publish: 'true' })),
  });
  expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing']);
  expect((await editor.request('GET', '/documents/refused-plain')).status).toBe(404);
});

async function startImport(files: Record<string, string>) {
  const { body, headers } = await encodeForm({ archive: await zip(files) });
  const { port } = hub.app.getHttpServer().address() as AddressInfo;
  const sent = request({
    port,
    method: 'POST',
    path: '/api/documents/import',
    headers: { ...headers, authorization: `Bearer ${editor.token}`, accept: 'application/x-ndjson' },
  }).on('error', () => undefined);
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return { sent, response, lines: createInterface({ input: response }).on('error', () => undefined) };
}

const pages = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.md`, `# ${name} ${i}`]));

test('reports its progress line by line, and the result in the last line', async () => {
  const { response, lines } = await startImport({ ...pages('Counted', 3), 'bad.md': '---\ntitle: [\n---\n' });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const received: ImportProgressResponse[] = [];
  for await (const line of lines) received.push(JSON.parse(line) as ImportProgressResponse);
  expect(received.slice(0, -1)).toEqual([0, 1, 2, 3].map((processed) => ({ processed, total: 3 })));
  expect(received.at(-1)?.result).toMatchObject({ created: { length: 3 }, skipped: { length: 1 }, images: 0 });
});

test('an archive that is refused has its usual status', async () => {
  const { response } = await startImport({});
  expect(response.statusCode).toBe(200);
  // Until its end, another import of the same user is refused.
  await once(response.resume(), 'end');
  const { body, headers } = await encodeForm({ archive: Buffer.from('no archive') });
  const accept = { ...headers, accept: 'application/x-ndjson' };
  expect((await editor.request('POST', '/documents/import', { body, headers: accept })).status).toBe(415);
});

test('a client that cancels keeps the documents created so far, which are the last ones', async () => {
  const { sent, lines } = await startImport(pages('Canceled', 40));
  const { promise: fifth, resolve } = Promise.withResolvers<void>();
  lines.on('line', (line) => {
    if ((JSON.parse(line) as ImportProgressResponse).processed === 5) resolve();
  });
  await fifth;
  sent.destroy();
  await waitFor(
    () => hub.get(TransferLimiter).size,
    (size) => size === 0,
  );
  const left = (await titles(`author_id=${editor.id}&limit=200`)).filter((title) => title.startsWith('Canceled'));
  expect(left.length).toBeGreaterThanOrEqual(5);
  expect(left.length).toBeLessThan(40);
  expect(left.at(-1)).toBe('Canceled 39');
  // The same archive again completes it.
  const { created } = await importFiles(editor, pages('Canceled', 40));
  expect(created).toHaveLength(40 - left.length);
});

test('a canceled import ends with the documents that were created', async () => {
  expect((await editor.request('DELETE', '/documents/import')).status).toBe(200);
  const { lines } = await startImport(pages('Stopped', 40));
  const received: ImportProgressResponse[] = [];
  for await (const line of lines) {
    const progress = JSON.parse(line) as ImportProgressResponse;
    received.push(progress);
    if (progress.processed !== 5) continue;
    // It cancels no import of another user.
    await contributor.request('DELETE', '/documents/import');
    expect((await editor.request('DELETE', '/documents/import')).status).toBe(200);
  }
  const { canceled, created } = received.at(-1)?.result ?? {};
  const stored = (await titles(`author_id=${editor.id}&limit=200`)).filter((title) => title.startsWith('Stopped'));
  expect(canceled).toBe(true);
  expect(created?.map(({ title }) => title)).toEqual(stored);
  expect([stored.length >= 5, stored.length < 40]).toEqual([true, true]);
  expect((await importFiles(editor, pages('Stopped', 40))).canceled).toBe(false);
});

test('skips names that lead out of the archive, hidden files and other types, one by one', async () => {
  const archive = await zipWithNames(
    {
      'aa/evil.md': 'x',
      '=etc/passwd.md': 'x',
      'bb=c.md': '# C of bb',
      'dd=evil.md': 'x',
      '==dot/e.md': '# E of dot',
      'good.md': '# Good one\n',
      '.git/config.md': 'x',
      '__MACOSX/good.md': 'x',
      'notes.txt': 'x',
      'a/b.md': '# B of a',
    },
    {
      'aa/evil.md': '../evil.md',
      '=etc/passwd.md': '/etc/passwd.md',
      'bb=c.md': 'bb\\c.md',
      'dd=evil.md': '..\\evil.md',
      '==dot/e.md': './dot/e.md',
    },
  );
  const { body } = await importZip(editor, archive);
  expect(summarizeImport(body)).toEqual({
    created: ['b-of-a', 'c-of-bb', 'e-of-dot', 'good-one'],
    skipped: [
      '../evil.md: Its path leads out of the archive.',
      '/etc/passwd.md: Its path leads out of the archive.',
      '../evil.md: Its path leads out of the archive.',
      '.git/config.md: It is hidden.',
      '__MACOSX/good.md: It is hidden.',
      'notes.txt: Only Markdown files are imported, and the images and files in them.',
    ],
  });
});

test('skips files that are not UTF-8, not text or too long', async () => {
  const outcome = await importFiles(editor, {
    'a.md': Buffer.from('Grüße', 'latin1'),
    'b.md': 'a\0b',
    'c.md': 'x'.repeat(500_001),
    'd.md': 'x'.repeat(2_200_000),
    'e.md': `# Long but fine\n${'ü'.repeat(400_000)}`,
  });
  expect(summarizeImport(outcome)).toEqual({
    created: ['long-but-fine'],
    skipped: [
      'd.md: It is too long for a document.',
      'a.md: It is not UTF-8 text.',
      'b.md: It is not text.',
      expect.stringMatching(/^c\.md: The content/),
    ],
  });
});

test('does not unpack an archive bomb', async () => {
  const archive = await zip({ 'huge.md': Buffer.alloc(3 * 1024 ** 2), 'bomb.md': Buffer.alloc(2_000_000, 'x') });
  expect(summarizeImport((await importZip(editor, archive)).body)).toEqual({
    created: [],
    skipped: ['huge.md: It is too long for a document.', 'bomb.md: It unpacks to more than 100 times its packed size.'],
  });
});

test('rejects an archive with a compression ratio above 100', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 27 }, (_, i) => [`r-${i}.md`, `# Refused ${i}\n\n${'x '.repeat(200_000)}`]),
  );
  expect(await importZip(editor, await zip(files))).toMatchObject({ status: 413, body: { code: 'archive_ratio' } });
  expect((await editor.request('GET', '/documents/refused-0')).status).toBe(404);
});

test('rejects an archive with overlapping entries', async () => {
  const archive = await zip({ 'a.md': randomBytes(20_000).toString('hex'), 'b.md': '# B' });
  const header = Buffer.from('504b0102', 'hex');
  const [first, second] = [archive.indexOf(header), archive.lastIndexOf(header)];
  // The sizes, packed and unpacked, and the offset: both entries are the first.
  archive.copy(archive, second + 20, first + 20, first + 28);
  archive.copy(archive, second + 42, first + 42, first + 46);
  expect(await importZip(editor, archive)).toMatchObject({ status: 415, body: { code: 'not_an_archive' } });
});

test('skips names of more than 1000 characters and shortens them in the report', async () => {
  const path = `${'folder/'.repeat(200)}long.md`;
  const { created, skipped } = summarizeImport(
    (await importZip(editor, await zip({ [path]: '# Long', 'n.md': '# Short name' }))).body,
  );
  expect([created, skipped]).toEqual([
    ['short-name'],
    [`${path.slice(0, 100)}…: Its name is too long: at most 1000 characters are accepted.`],
  ]);
});

test('skips an entry with a wrong declared size', async () => {
  const archive = await zip({ 'lie.md': 'x'.repeat(100_000), 'truth.md': '# Truth' });
  // Sizes are in the central directory, little endian.
  const at = archive.indexOf(Buffer.from('504b0102', 'hex')) + 24;
  archive.writeUInt32LE(10, at);
  expect(summarizeImport((await importZip(editor, archive)).body)).toEqual({
    created: ['truth'],
    skipped: ['lie.md: It is damaged and cannot be unpacked.'],
  });
});

test('refuses what is no archive, or a damaged one', async () => {
  const archive = await zip({ 'a.md': '# A', 'b.md': '# B' });
  const damaged = Buffer.from(archive);
  const directory = damaged.lastIndexOf(Buffer.from('504b0102', 'hex'));
  damaged.fill(0xff, directory, directory + 10);
  for (const bytes of [Buffer.from('no archive'), Buffer.alloc(0), archive.subarray(0, 60), damaged])
    expect(await importZip(editor, bytes)).toMatchObject({ status: 415, body: { code: 'not_an_archive' } });
});

test('rejects an empty archive and a form without one', async () => {
  expect(await importFiles(editor, {})).toEqual({
    created: [],
    skipped: [],
    warnings: [],
    images: 0,
    attachments: 0,
    categories: 0,
    canceled: false,
  });
  expect(await editor.request('POST', '/documents/import', { body: {} })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'archive' }] },
  });
});

test('reads the archives in an archive, but not those in them', async () => {
  const innermost = await zip({ 'd.md': '# D' });
  const names = { 'part/b.md': '# Inner B\n\n[a](../a.md)', '==/c.md': '# C', 'innermost.zip': innermost };
  const inner = await zipWithNames(names, { '==/c.md': '../c.md' });
  const { body } = await importZip(
    editor,
    await zip({ 'a.md': '# Outer A', 'Part-1.zip': inner, 'broken.zip': 'x', 'zeros.zip': Buffer.alloc(5_000_000) }),
  );
  expect(summarizeImport(body)).toEqual({
    created: ['outer-a', 'inner-b'],
    skipped: [
      '../c.md: Its path leads out of the archive.',
      'broken.zip: It is not a ZIP archive, or it is damaged.',
      'zeros.zip: It unpacks to more than 100 times its packed size.',
      'innermost.zip: Only Markdown files are imported, and the images and files in them.',
    ],
  });
  await waitFor(
    () => readdir(hub.get(Spool).folder),
    (files) => files.length === 0,
  );
});
