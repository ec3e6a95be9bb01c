import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeCategory, write } from '../../../../test/support/documents.js';
import type { Person } from '../../../../test/support/people.js';
import { handmadePng, png } from '../../../../test/support/pictures.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { importAs } from '../../../../test/support/transfer.js';
import { zip, zipWithNames } from '../../../../test/support/zip.js';
import type { DocumentResponse } from '../documents/documents.dto.js';

let hub: TestApp;
let editor: Person;
let contributor: Person;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.people.create('EDITOR');
  contributor = await hub.people.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const load = async (idOrSlug: string, as = editor) =>
  (await as.ask<DocumentResponse>('GET', `/documents/${idOrSlug}`)).body;
const take = async (files: Record<string, string | Buffer>, as = editor) => {
  const answer = await importAs(as, await zip(files));
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.body;
};
const how = ({ created, skipped }: Awaited<ReturnType<typeof take>>) => ({
  created: created.map(({ slug }) => slug),
  skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`),
});

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
  test('is obeyed, but for the author, who is whoever imports', async () => {
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

  test('of somebody who may not publish or manage categories: a draft, in a category only if there is one', async () => {
    await makeCategory(editor, { name: 'Known' });
    const files = {
      'a.md': '---\ntitle: In known\ncategory: kNOWN\nstatus: PUBLISHED\n---\nx',
      'b.md': '---\ntitle: In none\ncategory: Unheard of\nstatus: PUBLISHED\n---\nx',
    };
    const { created } = await take(files, contributor);
    expect(created).toHaveLength(2);
    expect(await load('in-known', contributor)).toMatchObject({ status: 'DRAFT', category: { name: 'Known' } });
    expect(await load('in-none', contributor)).toMatchObject({ status: 'DRAFT', category: null });
  });

  test('is judged like a request', async () => {
    const { created, skipped } = await take(
      {
        'a.md': `---\ntitle: ${'x'.repeat(201)}\n---\nx`,
        'b.md': '---\nvisibility: SECRET\n---\nx',
        'c.md': '---\nvisibility: INTERNAL\n---\nx',
        'd.md': '---\ntitle: [a\n---\nx',
        'e.md': '---\ntitle: { a: 1 }\n---\nx',
        'f.md': '---\ntitle: Nothing else\n---\n',
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
      { path: 'c.md', reason: expect.stringMatching(/may not choose the visibility INTERNAL/) },
    ]);
  });

  test('may be missing', async () => {
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
  test('relative links lead to the documents, whichever comes first', async () => {
    await take({
      'wiki/one.md':
        '---\nslug: link-one\n---\n[two](sub/two%20x.md#part) [up](../top.md) [none](nothing.md) [out](https://example.org/a.md) `[code](../top.md)`\n\n[ref]: ./sub/../../top.md',
      'wiki/sub/two x.md':
        '---\nslug: link-two\n---\n[one](../one.md) [root](/top.md) [wiki](../one) [out of it](../../../../etc/passwd)',
      'top.md': '---\nslug: link-top\n---\n<[one](wiki/one.md)>',
    });
    expect((await load('link-one')).content).toBe(
      '[two](/docs/link-two#part) [up](/docs/link-top) [none](nothing.md) [out](https://example.org/a.md) `[code](../top.md)`\n\n[ref]: /docs/link-top',
    );
    expect((await load('link-two')).content).toBe(
      '[one](/docs/link-one) [root](/docs/link-top) [wiki](/docs/link-one) [out of it](../../../../etc/passwd)',
    );
    expect((await load('link-top')).content).toBe('<[one](/docs/link-one)>');
  });

  test('images are stored once, and seen by whoever sees the document', async () => {
    const picture = await png(300, 200);
    const { images, skipped } = await take({
      'a/one.md':
        '---\nslug: image-one\nstatus: PUBLISHED\nthumbnail: ../img/cover.png\n---\n![a](../img/p.png "t") ![again](../img/p.png)',
      'two.md': '---\nslug: image-two\n---\n![a](<img/p.png>) ![not](img/fake.png) ![gone](img/gone.png)',
      'img/p.png': picture,
      'img/cover.png': await png(800, 400),
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

  test('an image that is too large by pixels is left out, and its document is not', async () => {
    const outcome = await take({ 'a.md': '# Huge\n\n![x](x.png)', 'x.png': handmadePng(30_000, 100) });
    expect(how(outcome)).toEqual({ created: ['huge'], skipped: [expect.stringMatching(/^x\.png: .*pixels/)] });
  });
});

describe('addresses', () => {
  test('what is taken gets a free one, in the hub and within the archive', async () => {
    await write(editor, { slug: 'taken' });
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

  test('the same archive again creates nothing', async () => {
    const files = {
      'a.md': '---\nslug: again\n---\n![x](x.png) [b](b.md)',
      'b.md': '---\nslug: again\n---\n[a](a.md)',
      'c.md': '# Untitled\n\ntext',
      'x.png': await png(),
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

  test("a text of others that one may not see is nobody's business", async () => {
    await write(editor, { slug: 'hidden', content: 'secret' });
    const { created, skipped } = await take({ 'hidden.md': 'secret' }, contributor);
    expect([created.length, skipped]).toEqual([1, []]);
  });
});

describe('archives', () => {
  test('names that lead out of it, hidden files and others are left out one by one', async () => {
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
    const { body } = await importAs(editor, archive);
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

  test('text that is not UTF-8, not text or too long', async () => {
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

  test('a bomb is never unpacked', async () => {
    const zeros = Buffer.alloc(2_000_000, 'x');
    const many = Object.fromEntries(Array.from({ length: 110 }, (_, i) => [`bomb-${i}.md`, zeros]));
    const archive = await zip({ 'huge.md': Buffer.alloc(100 * 1024 ** 2), ...many });
    expect(archive.length).toBeLessThan(1024 ** 2);
    const [before, worked] = [process.memoryUsage.rss(), process.cpuUsage()];
    const { body } = await importAs(editor, archive);
    expect(body.created).toEqual([]);
    expect(body.skipped[0]).toEqual({ path: 'huge.md', reason: 'It is too long for a document.' });
    expect(body.skipped.filter(({ reason }) => reason === 'Together the files are larger than 200 MB.')).toHaveLength(
      6,
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 ** 2);
    // Of the processor: the clock on the wall tells of other things too on a busy machine.
    const { user, system } = process.cpuUsage(worked);
    expect((user + system) / 1000).toBeLessThan(10_000);
  }, 90_000);

  test('an entry that lies about its size', async () => {
    const archive = await zip({ 'lie.md': 'x'.repeat(100_000), 'truth.md': '# Truth' });
    // The sizes stand in the central directory, little endian.
    const at = archive.indexOf(Buffer.from('504b0102', 'hex')) + 24;
    archive.writeUInt32LE(10, at);
    expect(how((await importAs(editor, archive)).body)).toEqual({
      created: ['truth'],
      skipped: ['lie.md: It is damaged and cannot be unpacked.'],
    });
  });

  test('of more than 2000 entries the first 2000 are read', async () => {
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
    expect(await importAs(editor, await bytes())).toMatchObject({ status: 415, body: { code: 'not_an_archive' } });
  });

  test('an empty archive is none either way, and a form needs one', async () => {
    expect(await take({})).toEqual({ created: [], skipped: [], images: 0 });
    expect(await editor.ask('POST', '/documents/import', { body: {} })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'archive' }] },
    });
  });
});
