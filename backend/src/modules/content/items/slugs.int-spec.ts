import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { slugFrom } from './slugs.js';

let hub: TestApp;
let author: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const create = (body: object) =>
  author.request<{ slug: string; suggestion: string; code: string }>('POST', '/documents', {
    body: { title: 'x', content: 'y', ...body },
  });

/** The frontend suggests slugs by the same rule, and its tests read the same table. */
const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../test/slug-cases.json'), 'utf8')) as [
  string,
  string,
][];

test.each(cases)('%s → %s', (title, slug) => {
  expect(slugFrom(title)).toBe(slug);
});

test('a title without letters gives a random slug', async () => {
  const slugs = [
    (await createDocument(author, { title: '日本語' })).slug,
    (await createDocument(author, { title: '???' })).slug,
  ];
  for (const slug of slugs) expect(slug).toMatch(/^document-[0-9a-f]{6}$/);
  expect(slugs[0]).not.toBe(slugs[1]);
});

describe('reserved slugs', () => {
  test.each(['create', 'Edit', 'NEW!', '01900000-0000-7000-8000-0000000000AA'])('%s', async (word) => {
    const derived = await createDocument(author, { title: word });
    expect(derived.slug).toBe(`${slugFrom(word)}-2`);
    expect((await author.request('GET', `/documents/${derived.slug}`)).body).toMatchObject({ id: derived.id });
    expect(await create({ slug: word })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken', suggestion: `${slugFrom(word)}-3` },
    });
  });
});

test.each(['Taken twice', 'a'.repeat(100), 'b'.repeat(98) + ' c'])(
  'the suggestion for a taken address is really free: %s',
  async (title) => {
    const { slug } = await createDocument(author, { title });
    for (let i = 0; i < 12; i++) {
      const taken = await create({ slug });
      expect(taken).toMatchObject({ status: 409, body: { code: 'slug_taken', errors: [{ field: 'slug' }] } });
      expect(await create({ slug: taken.body.suggestion })).toMatchObject({
        status: 201,
        body: { slug: taken.body.suggestion },
      });
    }
  },
);

test('a document keeps its own slug and cannot take that of another', async () => {
  const [one, other] = [
    await createDocument(author, { title: 'One of two' }),
    await createDocument(author, { title: 'Other of two' }),
  ];
  const edit = (slug: string) =>
    author.request('PUT', `/admin/documents/${one.id}`, { body: { slug, title: 'Renamed' } });
  expect(await edit(one.slug)).toMatchObject({ status: 200, body: { slug: one.slug } });
  expect(await edit(other.slug)).toMatchObject({ status: 409, body: { suggestion: `${other.slug}-2` } });
  expect(await edit('Ganz Neu für dich')).toMatchObject({ status: 200, body: { slug: 'ganz-neu-fuer-dich' } });
});

test('concurrently created documents with one title have different slugs', async () => {
  const written = await Promise.all(
    Array.from({ length: 12 }, () => createDocument(author, { title: 'At the same moment' })),
  );
  const wanted = Array.from({ length: 12 }, (_, i) => (i ? `at-the-same-moment-${i + 1}` : 'at-the-same-moment'));
  expect(written.map(({ slug }) => slug).sort()).toEqual(wanted.sort());
});

test('of concurrent requests for one slug one succeeds, the others get a suggestion', async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, () => create({ slug: 'typed-address' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  for (const { status, body } of responses)
    if (status === 409) expect(body).toMatchObject({ code: 'slug_taken', suggestion: 'typed-address-2' });
});

test('two documents that swap slugs concurrently neither hang nor fail', async () => {
  const [one, two] = [
    await createDocument(author, { title: 'Left' }),
    await createDocument(author, { title: 'Right' }),
  ];
  const responses = await Promise.all([
    author.request('PUT', `/admin/documents/${one.id}`, { body: { slug: two.slug } }),
    author.request('PUT', `/admin/documents/${two.id}`, { body: { slug: one.slug } }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([409, 409]);
});
