import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createCategory, createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { buildPng, createPng } from '../../../../../test/support/images.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { importZip } from '../../../../../test/support/transfer.js';
import { zip, zipWithNames } from '../../../../../test/support/zip.js';
import type { DocumentResponse } from '../documents.dto.js';

let hub: TestApp;
let editor: TestUser;
let contributor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  contributor = await hub.users.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const load = async (idOrSlug: string, as = editor) =>
  (await as.request<DocumentResponse>('GET', `/documents/${idOrSlug}`)).body;
const take = async (files: Record<string, string | Buffer>, as = editor) => {
  const answer = await importZip(as, await zip(files));
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.body;
};
const how = ({ created, skipped }: Awaited<ReturnType<typeof take>>) => ({
  created: created.map(({ slug }) => slug),
  skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`),
});

/**
 * What `work` took: the clock on the wall tells of other things too on a busy machine, so it is the processor's time.
 */
async function costOf(work: () => ReturnType<typeof importZip>) {
  const [before, worked] = [process.memoryUsage.rss(), process.cpuUsage()];
  const { body } = await work();
  const { user, system } = process.cpuUsage(worked);
  return { body, memory: process.memoryUsage.rss() - before, cpuMs: (user + system) / 1000 };
}

const full = `---
title: "Printers: all of them"
slug: printers
summary: Five minutes, once.
category: Office things
tags: [printer, Office]
difficulty: advanced
visibility: LOGGED_IN
status: published
author: Somebody Else
created_at: 2020-01-01T00:00:00Z
unknown: { is: left out }
---

# Printers

Text
`;

describe('front matter', () => {
  test('sets the fields, except the author, who is the importing user', async () => {
    const { created, skipped, images } = await take({ 'office/printers.md': full });
    expect([created, skipped, images]).toEqual([
      [{ id: expect.any(String), slug: 'printers', title: 'Printers: all of them', path: 'office/printers.md' }],
      [],
      0,
    ]);
    expect(await load('printers')).toMatchObject({
      title: 'Printers: all of them',
      summary: 'Five minutes, once.',
      category: { name: 'Office things' },
      tags: ['printer', 'Office'],
      difficulty: 'ADVANCED',
      visibility: 'LOGGED_IN',
      status: 'PUBLISHED',
      author_id: editor.id,
      version: 1,
      content: '# Printers\n\nText\n',
    });
  });

  test('creates a draft in an existing category, without permissions to publish and manage categories', async () => {
    await createCategory(editor, { name: 'Known' });
    const files = {
      'a.md': '---\ntitle: In known\ncategory: kNOWN\nstatus: PUBLISHED\n---\nx',
      'b.md': '---\ntitle: In none\ncategory: Unheard of\nstatus: PUBLISHED\n---\nx',
    };
    const { created } = await take(files, contributor);
    expect(created).toHaveLength(2);
    expect(await load('in-known', contributor)).toMatchObject({ status: 'DRAFT', category: { name: 'Known' } });
    expect(await load('in-none', contributor)).toMatchObject({ status: 'DRAFT', category: null });
  });

  test('is validated like a request', async () => {
    const { created, skipped } = await take(
      {
        'a.md': `---\ntitle: ${'x'.repeat(201)}\n---\nx`,
        'b.md': '---\nvisibility: SECRET\n---\nx',
        'c.md': '---\nvisibility: INTERNAL\n---\nx',
        'd.md': '---\ntitle: [a\n---\nx',
        'e.md': '---\ntitle: { a: 1 }\n---\nx',
        'f.md': '---\ntitle: Nothing else\n---\n',
        'g.md': '---\ntags: [{ toString: 1, valueOf: 1 }]\n---\nx',
      },
      contributor,
    );
    expect(created).toEqual([]);
    expect(skipped).toEqual([
      { path: 'a.md', reason: expect.stringMatching(/title.*200 characters/) },
      { path: 'b.md', reason: expect.stringMatching(/visibility must be one of/) },
      { path: 'd.md', reason: 'Its front matter is not valid YAML.' },
      { path: 'e.md', reason: 'The "title" in its front matter must be text.' },
      { path: 'f.md', reason: expect.stringMatching(/content is required/) },
      { path: 'g.md', reason: expect.stringMatching(/The tags must be texts/) },
      { path: 'c.md', reason: expect.stringMatching(/may not choose the visibility INTERNAL/) },
    ]);
  });

  test('is optional', async () => {
    const { created } = await take({ 'first/notes on-tea.md': 'Only text', 'second.md': 'x\n\n## The *second* one\n' });
    expect(created).toEqual([
      expect.objectContaining({ title: 'Notes on tea', slug: 'notes-on-tea' }),
      expect.objectContaining({ title: 'The second one', slug: 'the-second-one' }),
    ]);
    expect(await load('notes-on-tea')).toMatchObject({
      content: 'Only text',
      status: 'DRAFT',
      visibility: 'PUBLIC',
      category: null,
    });
  });
});

describe('links and images', () => {
  test('relative links lead to the documents, in any order of files', async () => {
    await take({
      'wiki/one.md':
        '---\nslug: link-one\n---\n[two](sub/two%20x.md#part) [up](../top.md) [none](nothing.md) ' +
        '[out](https://example.org/a.md) `[code](../top.md)`\n\n[ref]: ./sub/../../top.md',
      'wiki/sub/two x.md':
        '---\nslug: link-two\n---\n[one](../one.md) [root](/top.md) [wiki](../one) [out of it](../../../../etc/passwd)',
      'top.md': '---\nslug: link-top\n---\n<[one](wiki/one.md)>',
    });
    expect((await load('link-one')).content).toBe(
      '[two](/docs/link-two#part) [up](/docs/link-top) [none](nothing.md) ' +
        '[out](https://example.org/a.md) `[code](../top.md)`\n\n[ref]: /docs/link-top',
    );
    expect((await load('link-two')).content).toBe(
      '[one](/docs/link-one) [root](/docs/link-top) [wiki](/docs/link-one) [out of it](../../../../etc/passwd)',
    );
    expect((await load('link-top')).content).toBe('<[one](/docs/link-one)>');
  });

  test('images are stored once, and visible to all who see the document', async () => {
    const picture = await createPng(300, 200);
    const { images, skipped } = await take({
      'a/one.md':
        '---\nslug: image-one\nstatus: PUBLISHED\nthumbnail: ../img/cover.png\n---\n' +
        '![a](../img/p.png "t") ![again](../img/p.png)',
      'two.md': '---\nslug: image-two\n---\n![a](<img/p.png>) ![not](img/fake.png) ![gone](img/gone.png)',
      'img/p.png': picture,
      'img/cover.png': await createPng(800, 400),
      'img/fake.png': 'text',
      'img/unused.gif': picture,
    });
    expect(images).toBe(1);
    expect(skipped).toEqual([
      { path: 'img/fake.png', reason: expect.stringMatching(/image/) },
      { path: 'img/unused.gif', reason: 'No document shows this image.' },
    ]);
    const one = await load('image-one');
    const [, url = ''] = /^!\[a\]\((\/api\/files\/\S+) "t"\) !\[again\]\(\1\)$/.exec(one.content) ?? [];
    expect(url).not.toBe('');
    expect((await load('image-two')).content).toBe(`![a](${url}) ![not](img/fake.png) ![gone](img/gone.png)`);
    expect((await hub.app.inject(url)).headers['content-type']).toBe('image/webp');
    expect(one.thumbnail).toMatch(/^\/api\/files\//);
    expect((await hub.app.inject(one.thumbnail!)).statusCode).toBe(200);
  });

  test('skips an image with too many pixels, but not its document', async () => {
    const outcome = await take({ 'a.md': '# Huge\n\n![x](x.png)', 'x.png': buildPng(30_000, 100) });
    expect(how(outcome)).toEqual({ created: ['huge'], skipped: [expect.stringMatching(/^x\.png: .*pixels/)] });
  });
});

describe('slugs', () => {
  test('a taken slug is replaced by a free one, in the hub and within the archive', async () => {
    await createDocument(editor, { slug: 'taken' });
    expect(
      how(
        await take({
          'a.md': '---\nslug: taken\n---\na',
          'b.md': '---\nslug: taken\n---\nb',
          'c.md': '---\nslug: new\n---\n[a](a.md) [b](b.md)',
        }),
      ).created,
    ).toEqual(['taken-2', 'taken-3', 'new-2']);
    expect((await load('new-2')).content).toBe('[a](/docs/taken-2) [b](/docs/taken-3)');
  });

  test('importing the same archive again creates nothing', async () => {
    const files = {
      'a.md': '---\nslug: again\n---\n![x](x.png) [b](b.md)',
      'b.md': '---\nslug: again\n---\n[a](a.md)',
      'c.md': '# Untitled\n\ntext',
      'x.png': await createPng(),
    };
    const first = await take(files);
    expect(how(first).created).toEqual(['again', 'again-2', 'untitled']);
    const second = await take(files);
    expect([second.created, second.images]).toEqual([[], 0]);
    expect(second.skipped.map(({ reason }) => reason)).toEqual(
      ['again', 'again-2', 'untitled'].map((slug) => `The same text is already there, at /docs/${slug}.`),
    );
    const unfit = {
      'd.md': '# With what cannot come\n\n![x](fake.png) ![gone](gone.png) [e](e.md)',
      'fake.png': 'text',
      'e.md': 'a\0b',
    };
    expect(how(await take(unfit)).created).toEqual(['with-what-cannot-come']);
    expect((await take(unfit)).created).toEqual([]);
    const changed = await take({ ...files, 'c.md': '# Untitled\n\nother text' });
    expect(how(changed).created).toEqual(['untitled-2']);
  });

  test('an invisible document with the same text is not a duplicate', async () => {
    await createDocument(editor, { slug: 'hidden', content: 'secret' });
    const { created, skipped } = await take({ 'hidden.md': 'secret' }, contributor);
    expect([created.length, skipped]).toEqual([1, []]);
  });
});

describe('archives', () => {
  test('skips names that lead out of the archive, hidden files and other types, one by one', async () => {
    const archive = await zipWithNames(
      {
        'aa/evil.md': 'x',
        '=etc/passwd.md': 'x',
        'bb=c.md': '# C of bb',
        'dd=evil.md': 'x',
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
      },
    );
    const { body } = await importZip(editor, archive);
    expect(how(body)).toEqual({
      created: ['c-of-bb', 'good-one', 'b-of-a'],
      skipped: [
        '../evil.md: Its name leads out of the archive.',
        '/etc/passwd.md: Its name leads out of the archive.',
        '../evil.md: Its name leads out of the archive.',
        '.git/config.md: It is hidden.',
        '__MACOSX/good.md: It is hidden.',
        'notes.txt: Only Markdown files and the images they show are imported.',
      ],
    });
  });

  test('skips files that are not UTF-8, not text or too long', async () => {
    const outcome = await take({
      'a.md': Buffer.from('Grüße', 'latin1'),
      'b.md': 'a\0b',
      'c.md': 'x'.repeat(500_001),
      'd.md': 'x'.repeat(2_200_000),
      'e.md': `# Long but fine\n${'ü'.repeat(400_000)}`,
    });
    expect(how(outcome)).toEqual({
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
    expect(body.skipped.filter(({ reason }) => reason === 'Together the files are larger than 200 MB.')).toHaveLength(
      6,
    );
    expect(memory).toBeLessThan(300 * 1024 ** 2);
    expect(cpuMs).toBeLessThan(10_000);
  }, 90_000);

  test('imports repetitive texts of usual length', async () => {
    const table = `# Codes\n\n| Code | Meaning |\n|---|---|\n${'| 200 | OK |\n'.repeat(5000)}`;
    const archive = await zip(
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t-${i}.md`, `# Table ${i}\n\n${table}`])),
    );
    expect(archive.length * 100).toBeLessThan(10 * table.length);
    expect(how((await importZip(editor, archive)).body).created).toHaveLength(10);
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
    const { created, skipped } = how(
      (await importZip(editor, await zip({ [path]: '# Long', 'n.md': '# Short name' }))).body,
    );
    expect([created, skipped]).toEqual([
      ['short-name'],
      [`${path.slice(0, 100)}…: Its name is too long: at most 1000 characters are accepted.`],
    ]);
  });

  test('skips an entry with a wrong declared size', async () => {
    const archive = await zip({ 'lie.md': 'x'.repeat(100_000), 'truth.md': '# Truth' });
    // The sizes stand in the central directory, little endian.
    const at = archive.indexOf(Buffer.from('504b0102', 'hex')) + 24;
    archive.writeUInt32LE(10, at);
    expect(how((await importZip(editor, archive)).body)).toEqual({
      created: ['truth'],
      skipped: ['lie.md: It is damaged and cannot be unpacked.'],
    });
  });

  test('imports the first 2000 entries', async () => {
    const files = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`n/${i}.txt`, 'x']));
    const { skipped } = await take({ ...files, 'late.md': '# Late' });
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
    expect(await take({})).toEqual({ created: [], skipped: [], images: 0 });
    expect(await editor.request('POST', '/documents/import', { body: {} })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'archive' }] },
    });
  });
});
