import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { documentStatuses, visibilities } from '../items/enums.js';
import type { TagResponse } from './tags.dto.js';

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
});
afterAll(() => hub.close());

const tags = async (q = '', request: SendRequest = hub.request) =>
  (await request<TagResponse[]>('GET', `/tags?q=${encodeURIComponent(q)}`)).body;
const put = (id: string, body: object) => editor.request('PUT', `/admin/documents/${id}`, { body });

const pick = <T>(from: readonly T[], i: number) => from[i % from.length] as T;

/** Counters that differ from the rows they count. */
const difference = () =>
  hub.database.query(
    `select c.tag, c.audience, c.n as counted, r.n as real from content_tags c
     full join (
       select lower(t.tag) as tag, i.audience, count(*)::int as n
       from content_items i cross join lateral unnest(i.tags) as t (tag)
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
  const author = await hub.users.create('CONTRIBUTOR');
  const viewer = await hub.users.create('VIEWER');
  const { id } = await createDocument(author, { tags: ['secret-project'] });
  for (const request of [hub.request, viewer.request, author.request])
    expect(await tags('secret', request)).toEqual([]);
  expect(await tags('secret', editor.request)).toHaveLength(1);
  await put(id, { visibility: 'LOGGED_IN', status: 'PUBLISHED' });
  expect([await tags('secret'), await tags('secret', viewer.request)]).toEqual([
    [],
    [{ name: 'secret-project', count: 1 }],
  ]);
  await put(id, { visibility: 'INTERNAL' });
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
    return put(id, {
      tags: [pick(words, i), pick(words, i * 7 + 1), pick(words, i + 3)],
      visibility: pick(visibilities, i * 3),
    });
  };
  const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => save(i)));
  for (const { status } of responses) expect([200, 404]).toContain(status);
  expect(await difference()).toEqual([]);
});
