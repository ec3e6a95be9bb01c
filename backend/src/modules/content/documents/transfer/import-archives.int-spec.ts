import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { importFiles, importZip, summarizeImport } from '../../../../../test/support/transfer.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { Spool } from '../../../../platform/storage/spool.js';
import { zip, zipWithNames } from '../../../../../test/support/zip.js';

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
});
afterAll(() => hub.close());

/** Measures processor time, because elapsed time depends on what else the machine does. */
async function costOf(work: () => ReturnType<typeof importZip>) {
  const [before, worked] = [process.memoryUsage.rss(), process.cpuUsage()];
  const { body } = await work();
  const { user, system } = process.cpuUsage(worked);
  return { body, memory: process.memoryUsage.rss() - before, cpuMs: (user + system) / 1000 };
}

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
      'notes.txt: Only Markdown files and the images they show are imported.',
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
  const zeros = Buffer.alloc(2_000_000, 'x');
  const many = Object.fromEntries(Array.from({ length: 110 }, (_, i) => [`bomb-${i}.md`, zeros]));
  const archive = await zip({ 'huge.md': Buffer.alloc(100 * 1024 ** 2), ...many });
  expect(archive.length).toBeLessThan(1024 ** 2);
  const { body, memory, cpuMs } = await costOf(() => importZip(editor, archive));
  expect(body.created).toEqual([]);
  expect(body.skipped[0]).toEqual({ path: 'huge.md', reason: 'It is too long for a document.' });
  expect(body.skipped.slice(1).map(({ reason }) => reason)).toEqual(
    Array(110).fill('It unpacks to more than 100 times its packed size.'),
  );
  expect(memory).toBeLessThan(300 * 1024 ** 2);
  expect(cpuMs).toBeLessThan(10_000);
}, 90_000);

test('imports the first 200 MB', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 110 }, (_, i) => [
      `part-${i}.md`,
      Buffer.concat([randomBytes(30_000), Buffer.alloc(1_970_000, 'x')]),
    ]),
  );
  const { body, memory, cpuMs } = await costOf(async () => importZip(editor, await zip(many)));
  expect(body.created).toEqual([]);
  expect(body.skipped.filter(({ reason }) => reason === 'The files exceed 200 MB in total.')).toHaveLength(6);
  expect(memory).toBeLessThan(300 * 1024 ** 2);
  expect(cpuMs).toBeLessThan(10_000);
}, 90_000);

test('imports repetitive texts of usual length', async () => {
  const table = `# Codes\n\n| Code | Meaning |\n|---|---|\n${'| 200 | OK |\n'.repeat(5000)}`;
  const archive = await zip(
    Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t-${i}.md`, `# Table ${i}\n\n${table}`])),
  );
  expect(archive.length * 100).toBeLessThan(10 * table.length);
  expect(summarizeImport((await importZip(editor, archive)).body).created).toHaveLength(10);
}, 90_000);

test('rejects an archive with a compression ratio above 100', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`r-${i}.md`, `# Refused ${i}\n\n${'x '.repeat(200_000)}`]),
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

test('imports the first 2000 entries', async () => {
  const files = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`n/${i}.txt`, 'x']));
  const { skipped } = await importFiles(editor, { ...files, 'late.md': '# Late' });
  expect(skipped).toHaveLength(2001);
  expect(skipped.at(-1)).toEqual({ path: 'n/2000.txt', reason: expect.stringContaining('2000') });
});

test.each<[what: string, bytes: () => Buffer | Promise<Buffer>]>([
  ['text', () => Buffer.from('no archive')],
  ['nothing', () => Buffer.alloc(0)],
  ['half of one', async () => (await zip({ 'a.md': '# A' })).subarray(0, 60)],
  [
    'one with a broken directory',
    async () => {
      const archive = await zip({ 'a.md': '# A', 'b.md': '# B' });
      archive.fill(
        0xff,
        archive.lastIndexOf(Buffer.from('504b0102', 'hex')),
        archive.lastIndexOf(Buffer.from('504b0102', 'hex')) + 10,
      );
      return archive;
    },
  ],
])('%s is refused', async (_what, bytes) => {
  expect(await importZip(editor, await bytes())).toMatchObject({ status: 415, body: { code: 'not_an_archive' } });
});

test('rejects an empty archive and a form without one', async () => {
  expect(await importFiles(editor, {})).toEqual({
    created: [],
    skipped: [],
    warnings: [],
    images: 0,
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
      'innermost.zip: Only Markdown files and the images they show are imported.',
      'broken.zip: It is no ZIP archive, or it is damaged.',
      'zeros.zip: It unpacks to more than 100 times its packed size.',
    ],
  });
  await waitFor(
    () => readdir(hub.get(Spool).folder),
    (files) => files.length === 0,
  );
});
