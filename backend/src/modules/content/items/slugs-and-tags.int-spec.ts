import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSlug } from '@hub/shared/slugs';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { type TestApp, createTestAppWithUsers } from '../../../../test/support/test-app.js';
import type { DocumentResponse } from '../documents/documents.dto.js';
import type { SendRequest } from '../../../../test/support/http.js';
import { documentStatuses, visibilities } from '../audience/audience.js';
import type { TagResponse } from '../tags/tags.controller.js';

let hub: TestApp;
let author: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, author, editor } = await createTestAppWithUsers({ author: 'CONTRIBUTOR', editor: 'EDITOR' }));
});
afterAll(() => hub.close());

const create = (body: object) =>
  author.request<{ slug: string; suggestion: string; code: string }>('POST', '/documents', {
    body: { title: 'x', content: 'y', ...body },
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
    expect(derived.slug).toBe(`${createSlug(word)}-2`);
    expect((await author.request('GET', `/documents/${derived.slug}`)).body).toMatchObject({ id: derived.id });
    expect(await create({ slug: word })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken', suggestion: `${createSlug(word)}-3` },
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

const rename = (id: string, slug: string) =>
  editor.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body: { slug } });
const at = async (slug: string) => {
  const { status, body } = await hub.request<DocumentResponse>('GET', `/documents/${slug}`);
  return status === 200 ? { id: body.id, slug: body.slug } : status;
};
const redirects = (id: string) =>
  hub.database.query<{ slug: string }>('select slug from slug_redirects where item_id = $1 order by slug', [id]);

test('all former slugs find the document, which returns its current slug', async () => {
  const { id } = await createDocument(editor, { slug: 'first-address', status: 'PUBLISHED' });
  await rename(id, 'second-address');
  await rename(id, 'third-address');
  for (const slug of ['first-address', 'second-address', 'third-address'])
    expect(await at(slug)).toEqual({ id, slug: 'third-address' });
  expect(await redirects(id)).toEqual([{ slug: 'first-address' }, { slug: 'second-address' }]);
});

test('a document that takes back its former slug needs no redirect', async () => {
  const { id } = await createDocument(editor, { slug: 'there', status: 'PUBLISHED' });
  await rename(id, 'and-back');
  await rename(id, 'there');
  expect(await redirects(id)).toEqual([{ slug: 'and-back' }]);
  expect(await at('there')).toEqual({ id, slug: 'there' });
  expect(await at('and-back')).toEqual({ id, slug: 'there' });
});

test('a former slug of another document can be taken, and then leads to its new owner', async () => {
  const { id } = await createDocument(editor, { slug: 'left-behind', status: 'PUBLISHED' });
  await rename(id, 'moved-on');
  const other = await createDocument(editor, { slug: 'left-behind', status: 'PUBLISHED' });
  expect(other.slug).toBe('left-behind');
  expect(await at('left-behind')).toEqual({ id: other.id, slug: 'left-behind' });
  expect(await redirects(id)).toEqual([]);
  expect(await at('moved-on')).toEqual({ id, slug: 'moved-on' });
});

test('a slug derived from a title is never a former slug', async () => {
  const { id } = await createDocument(editor, { title: 'Much linked', status: 'PUBLISHED' });
  await rename(id, 'elsewhere-now');
  expect((await createDocument(editor, { title: 'Much linked' })).slug).toBe('much-linked-2');
  expect(await at('much-linked')).toEqual({ id, slug: 'elsewhere-now' });
});

test('a former slug of an invisible document is 404', async () => {
  const { id } = await createDocument(editor, { slug: 'once-public', status: 'PUBLISHED' });
  await rename(id, 'now-hidden');
  await setDocumentStatus(editor, id, 'DRAFT');
  expect([await at('once-public'), await at('now-hidden')]).toEqual([404, 404]);
  expect((await editor.request('GET', '/documents/once-public')).body).toMatchObject({ id });
});

test('slugs and former slugs are free once their document leaves the trash', async () => {
  const { id } = await createDocument(editor, { slug: 'short-lived', status: 'PUBLISHED' });
  await rename(id, 'short-lived-too');
  await editor.request('DELETE', `/admin/documents/${id}`);
  for (const slug of ['short-lived', 'short-lived-too']) expect(await at(slug)).toBe(404);
  expect((await createDocument(editor, { title: 'Short lived' })).slug).toBe('short-lived-2');
  await editor.request('DELETE', `/trash/document/${id}`);
  expect((await createDocument(editor, { title: 'Short lived' })).slug).toBe('short-lived');
});

test('concurrent renames leave each slug to one document', async () => {
  const documents = await Promise.all(
    Array.from({ length: 4 }, (_, i) => createDocument(editor, { slug: `turn-${i}`, status: 'PUBLISHED' })),
  );
  for (let round = 0; round < 4; round++) {
    const responses = await Promise.all(documents.map(({ id }, i) => rename(id, `turn-${(i + round) % 6}`)));
    for (const { status } of responses) expect([200, 409]).toContain(status);
  }
  const both = await hub.database.query(`select r.slug from slug_redirects r join content_items i on i.slug = r.slug`);
  expect(both).toEqual([]);
});

const tags = async (q = '', request: SendRequest = hub.request) =>
  (await request<TagResponse[]>('GET', `/tags?q=${encodeURIComponent(q)}`)).body;
const update = (id: string, body: object) => editor.request('PUT', `/admin/documents/${id}`, { body });

const pick = <T>(from: readonly T[], i: number) => from[i % from.length] as T;

/** Counters that differ from the rows they count. */
const difference = () =>
  hub.database.query(
    `select c.tag, c.audience, c.n as counted, r.n as real from content_tags c
     full join (
       select lower(t.tag) as tag, i.audience, count(*)::int as n
       from content_items i cross join lateral unnest(i.tags) as t (tag)
       where i.deleted_at is null
       group by 1, 2
     ) r
       on (r.tag, r.audience) = (c.tag, c.audience)
     where c.n is distinct from r.n`,
  );

test('lists tags by prefix in any letter case, the most used first, as first written', async () => {
  await createDocument(editor, { status: 'PUBLISHED', tags: ['PostgreSQL', 'Portability', 'Öl'] });
  await createDocument(editor, { status: 'PUBLISHED', tags: ['postgresql', '100%', 'under_score'] });
  expect(await tags('po')).toEqual([
    { name: 'PostgreSQL', count: 2 },
    { name: 'Portability', count: 1 },
  ]);
  expect(await tags('POSTGRES')).toEqual([{ name: 'PostgreSQL', count: 2 }]);
  expect(await tags('ö')).toEqual(await tags('Ö'));
  expect(await tags()).toHaveLength(5);
  for (const nothing of ['gres', '%', '_', 'under%', '\\']) expect(await tags(nothing)).toEqual([]);
  expect(await tags('under_')).toEqual([{ name: 'under_score', count: 1 }]);
});

test('lists at most 20', async () => {
  for (let i = 0; i < 2; i++)
    await createDocument(editor, { status: 'PUBLISHED', tags: Array.from({ length: 15 }, (_, n) => `many-${i}-${n}`) });
  expect(await tags('many')).toHaveLength(20);
});

test('tags of invisible items are not suggested', async () => {
  const viewer = await hub.users.create('VIEWER');
  const { id } = await createDocument(author, { tags: ['secret-project'] });
  for (const request of [hub.request, viewer.request, author.request])
    expect(await tags('secret', request)).toEqual([]);
  expect(await tags('secret', editor.request)).toHaveLength(1);
  await update(id, { visibility: 'LOGGED_IN', status: 'PUBLISHED' });
  expect([await tags('secret'), await tags('secret', viewer.request)]).toEqual([
    [],
    [{ name: 'secret-project', count: 1 }],
  ]);
  await update(id, { visibility: 'INTERNAL' });
  expect([await tags('secret', viewer.request), await tags('secret', author.request)]).toEqual([
    [],
    [{ name: 'secret-project', count: 1 }],
  ]);
  await setDocumentStatus(editor, id, 'ARCHIVED');
  expect(await tags('secret', author.request)).toEqual([]);
  await editor.request('DELETE', `/admin/documents/${id}`);
  expect(await tags('secret', editor.request)).toEqual([]);
  expect(await hub.database.query(`select tag from content_tags where tag = 'secret-project'`)).toEqual([]);
});

test('counters equal rows after 40 concurrent saves', async () => {
  const words = ['alpha', 'Beta', 'gamma', 'BETA', 'delta', 'Alpha'];
  const documents = await Promise.all(
    Array.from({ length: 6 }, () => createDocument(editor, { status: 'PUBLISHED', tags: words.slice(0, 3) })),
  );
  const save = (i: number) => {
    const id = pick(documents, i * 5).id;
    if (i % 10 === 9) return editor.request('DELETE', `/admin/documents/${id}`);
    if (i % 4 === 3)
      return editor.request('PUT', `/documents/${id}/status`, { body: { status: pick(documentStatuses, i) } });
    return update(id, {
      tags: [pick(words, i), pick(words, i * 7 + 1), pick(words, i + 3)],
      visibility: pick(visibilities, i * 3),
    });
  };
  const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => save(i)));
  for (const { status } of responses) expect([200, 404]).toContain(status);
  expect(await difference()).toEqual([]);
});
