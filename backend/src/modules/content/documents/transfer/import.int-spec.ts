import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument, getDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { buildPng, createPng } from '../../../../../test/support/images.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import { importFiles, summarizeImport } from '../../../../../test/support/transfer.js';

let hub: TestApp;
let editor: TestUser;
let contributor: TestUser;
beforeAll(async () => {
  ({ hub, editor, contributor } = await createTestAppWithUsers({ editor: 'EDITOR', contributor: 'CONTRIBUTOR' }));
});
afterAll(() => hub.close());

const load = (idOrSlug: string, as = editor) => getDocument(as, idOrSlug);
const take = (files: Record<string, string | Buffer>, user = editor) => importFiles(user, files);

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

  test('the number of statements for categories does not grow with the documents', async () => {
    await createCategory(editor, { name: 'Cached' });
    const countFor = async (name: string, count: number) => {
      const files = Array.from({ length: count }, (_, i): [string, string] => [
        `${i}.md`,
        `---\ncategory: ${i % 2 ? 'cached' : 'Absent'}\n---\n# ${name} ${i}`,
      ]);
      const statements = await hub.statementsOf(() => take(Object.fromEntries(files), contributor));
      return statements.filter((sql) => sql.includes('lower(c.name) = lower')).length;
    };
    // One for each name at any level, and one for the missing name at the top.
    expect([await countFor('Few', 2), await countFor('Many', 12)]).toEqual([3, 3]);
    expect((await load('many-3', contributor)).category?.name).toBe('Cached');
  });

  test('what cannot be taken is left out and named, and a document that cannot be read is skipped', async () => {
    const { created, skipped, warnings } = await take(
      {
        'a.md': `---\ntitle: Left out\nauthor: [Ann, Bob]\nstatus: active\ntags: [${'x'.repeat(41)}, y]\n---\nx`,
        'b.md': '---\ntitle: Secret\nvisibility: SECRET\nstatus: PUBLISHED\n---\nx',
        'c.md': '---\nvisibility: INTERNAL\n---\nx',
        'd.md': '---\ntitle: [a\n---\nx',
        'f.md': '---\ntitle: Nothing else\n---\n',
        'g.md':
          '---\ntitle: Not yet\nstatus: PUBLISHED\ncategory: Missing\n---\n' +
          '[x](gone.md) ![y](y.svg) <iframe src="z"></iframe>',
        'y.svg': '<svg/>',
      },
      contributor,
    );
    expect(created.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'g.md']);
    expect(await load('left-out', contributor)).toMatchObject({ status: 'DRAFT', tags: ['y'] });
    expect(await load('secret', contributor)).toMatchObject({ status: 'DRAFT', visibility: 'PUBLIC' });
    expect(warnings.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      expect.stringMatching(/^a\.md: Tags of more than 40 characters were left out/),
      'a.md: The field “status” of its front matter was left out: The hub has no status “active”.',
      'a.md: The field “author” of its front matter was left out: It must be text.',
      'b.md: The field “visibility” of its front matter was left out: The hub has no visibility “SECRET”.',
      'g.md: It was imported as a draft: you can’t give it the status PUBLISHED.',
      'g.md: Images that were not imported are missing: y.svg.',
      'g.md: Links that lead to no imported file stay as they were: gone.md.',
      'g.md: Pages do not show all of its HTML: <iframe>.',
      expect.stringMatching(/^g\.md: It has no category: “Missing” does not exist/),
    ]);
    expect(skipped).toEqual([
      { path: 'd.md', reason: 'Its front matter is not valid YAML.' },
      { path: 'f.md', reason: 'It has no text.' },
      { path: 'c.md', reason: expect.stringMatching(/can’t make content internal/) },
      { path: 'y.svg', reason: 'Images of this type are not accepted: JPG, PNG, GIF, WebP and AVIF are.' },
    ]);
  });

  test('is optional', async () => {
    const { created } = await take({ 'first/notes on-tea.md': 'Only text', 'second.md': 'x\n\n# The *second* one\n' });
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
    const image = await createPng(300, 200);
    const { images, skipped } = await take({
      'a/one.md':
        '---\nslug: image-one\nstatus: PUBLISHED\nthumbnail: ../img/cover.png\n---\n' +
        '![a](../img/p.png "t") ![again](../img/p.png)',
      'two.md': '---\nslug: image-two\n---\n![a](<img/p.png>) ![not](img/fake.png) ![gone](img/gone.png)',
      'img/p.png': image,
      'img/cover.png': await createPng(800, 400),
      'img/fake.png': 'text',
      'img/unused.gif': image,
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
    expect(summarizeImport(outcome)).toEqual({
      created: ['huge'],
      skipped: [expect.stringMatching(/^x\.png: .*pixels/)],
    });
  });
});

describe('other products', () => {
  test('notes of Obsidian, with the HTML and the ids of headings of others', async () => {
    const files = {
      'Home.md':
        '# Vault home\n\n[[Other note]] [[Other note|alias]] [[Other note#Set up|part]] ![[pic.png]] ' +
        '![[pic.png|300]] [[Nowhere]] `[[Other note]]`',
      'Notes/Other note.md':
        '# Other vault note\n\n## Set up {#setup}\n\n<p><img src="../Attachments/pic.png" alt="p"></p>\n\n' +
        '[up](../Home.md#setup) [here](#setup)',
      'Attachments/pic.png': await createPng(),
    };
    const { created, images, warnings } = await take(files);
    expect([created.length, images]).toEqual([2, 1]);
    expect(warnings).toEqual([
      { path: 'Home.md', reason: 'Links that lead to no imported file stay as they were: [[Nowhere]].' },
    ]);
    expect((await load('vault-home')).content.replaceAll(/\/api\/files\/[^)]+/g, 'IMAGE')).toBe(
      '[Other note](/docs/other-vault-note) [alias](/docs/other-vault-note) [part](/docs/other-vault-note#set-up) ' +
        '![pic.png](IMAGE) ![](IMAGE) [[Nowhere]] `[[Other note]]`',
    );
    expect((await load('other-vault-note')).content).toMatch(
      /^## Set up\n\n!\[p\]\(\/api\/files\/\S+\)\n\n\[up\]\(\/docs\/vault-home#setup\) \[here\]\(#set-up\)$/,
    );
    // The converted texts are recognised.
    expect((await take(files)).created).toEqual([]);
  });

  test('addresses that files state for themselves', async () => {
    await createDocument(editor, { slug: 'stated' });
    const { created } = await take({
      'a.md': '# Stating\n\n[slug](/docs/stated) [permalink](/old/place/) [alias](/older)',
      'b.md': '---\nslug: stated\n---\nb of another hub',
      'c.md': '---\ntitle: Permalinked\npermalink: /old/place/\naliases: [/older/]\n---\nc',
    });
    expect(created.map(({ slug }) => slug)).toEqual(['stating', 'stated-2', 'permalinked']);
    expect((await load('stating')).content).toBe(
      '[slug](/docs/stated-2) [permalink](/docs/permalinked) [alias](/docs/permalinked)',
    );
  });

  test('an exported text keeps its HTML', async () => {
    const front =
      '---\ntitle: Exported\nslug: exported\nvisibility: PUBLIC\nstatus: DRAFT\n' +
      'created_at: 2024-01-01\nupdated_at: null\n---\n';
    await take({ 'a.md': `${front}\n# A {#b}\n\n<p>c</p>\n` });
    expect((await load('exported')).content).toBe('# A {#b}\n\n<p>c</p>\n');
  });
});

describe('slugs', () => {
  test('a taken slug is replaced by a free one, in the hub and within the archive', async () => {
    await createDocument(editor, { slug: 'taken' });
    expect(
      summarizeImport(
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
    expect(summarizeImport(first).created).toEqual(['again', 'again-2', 'untitled']);
    // The page shows the title above the text.
    expect(await load('untitled')).toMatchObject({ title: 'Untitled', content: 'text' });
    const second = await take(files);
    expect([second.created, second.images]).toEqual([[], 0]);
    expect(second.skipped.map(({ reason }) => reason)).toEqual(
      ['again', 'again-2', 'untitled'].map((slug) => `The same document already exists at /docs/${slug}.`),
    );
    const unfit = {
      'd.md': '# With what cannot come\n\n![x](fake.png) ![gone](gone.png) [e](e.md)',
      'fake.png': 'text',
      'e.md': 'a\0b',
    };
    expect(summarizeImport(await take(unfit)).created).toEqual(['with-what-cannot-come']);
    expect((await take(unfit)).created).toEqual([]);
    const changed = await take({ ...files, 'c.md': '# Untitled\n\nother text' });
    expect(summarizeImport(changed).created).toEqual(['untitled-2']);
  });

  test('the same page in several folders is a document in each, once', async () => {
    const page = '# Same in versions\n\ntext';
    const files = { 'v1/faq.md': page, 'v2/faq.md': page, 'v2/copy.md': page };
    expect(summarizeImport(await take(files))).toEqual({
      created: ['same-in-versions', 'same-in-versions-2'],
      skipped: ['v2/copy.md: The same document already exists at /docs/same-in-versions-2.'],
    });
    expect(summarizeImport(await take(files)).created).toEqual([]);
  });

  test('an invisible document with the same text is not a duplicate', async () => {
    await createDocument(editor, { slug: 'hidden', content: 'secret' });
    const { created, skipped } = await take({ 'hidden.md': 'secret' }, contributor);
    expect([created.length, skipped]).toEqual([1, []]);
  });
});
