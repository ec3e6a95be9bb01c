import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { moveTo, write } from '../../../../test/support/documents.js';
import type { Ask } from '../../../../test/support/http.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { documentStatuses, visibilities } from '../items/enums.js';
import type { TagResponse } from './tags.dto.js';

let hub: TestApp;
let editor: Person;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.people.create('EDITOR');
});
afterAll(() => hub.close());

const tags = async (q = '', ask: Ask = hub.ask) =>
  (await ask<TagResponse[]>('GET', `/tags?q=${encodeURIComponent(q)}`)).body;
const put = (id: string, body: object) => editor.ask('PUT', `/admin/documents/${id}`, { body });

const pick = <T>(from: readonly T[], i: number) => from[i % from.length] as T;

/** Counters beside the rows they stand for. */
const difference = () =>
  hub.database.query(
    `select c.tag, c.audience, c.n as counted, r.n as real from content_tags c
     full join (select lower(t.tag) as tag, i.audience, count(*)::int as n from content_items i cross join lateral unnest(i.tags) as t (tag) group by 1, 2) r
       on (r.tag, r.audience) = (c.tag, c.audience)
     where c.n is distinct from r.n`,
  );

test('the most used first, by how they begin, in any letter case, named as first written', async () => {
  await write(editor, { status: 'PUBLISHED', tags: ['PostgreSQL', 'Portability', 'Öl'] });
  await write(editor, { status: 'PUBLISHED', tags: ['postgresql', '100%', 'under_score'] });
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

test('at most 20', async () => {
  for (let i = 0; i < 2; i++)
    await write(editor, { status: 'PUBLISHED', tags: Array.from({ length: 15 }, (_, n) => `many-${i}-${n}`) });
  expect(await tags('many')).toHaveLength(20);
});

test('tags of what somebody may not see suggest nothing to them', async () => {
  const author = await hub.people.create('CONTRIBUTOR');
  const viewer = await hub.people.create('VIEWER');
  const { id } = await write(author, { tags: ['secret-project'] });
  for (const ask of [hub.ask, viewer.ask, author.ask]) expect(await tags('secret', ask)).toEqual([]);
  expect(await tags('secret', editor.ask)).toHaveLength(1);
  await put(id, { visibility: 'LOGGED_IN', status: 'PUBLISHED' });
  expect([await tags('secret'), await tags('secret', viewer.ask)]).toEqual([
    [],
    [{ name: 'secret-project', count: 1 }],
  ]);
  await put(id, { visibility: 'INTERNAL' });
  expect([await tags('secret', viewer.ask), await tags('secret', author.ask)]).toEqual([
    [],
    [{ name: 'secret-project', count: 1 }],
  ]);
  await moveTo(editor, id, 'ARCHIVED');
  expect(await tags('secret', author.ask)).toEqual([]);
  await editor.ask('DELETE', `/admin/documents/${id}`);
  expect(await tags('secret', editor.ask)).toEqual([]);
  expect(await hub.database.query(`select tag from content_tags where tag = 'secret-project'`)).toEqual([]);
});

test('counters equal rows after 40 saves at the same moment', async () => {
  const words = ['alpha', 'Beta', 'gamma', 'BETA', 'delta', 'Alpha'];
  const documents = await Promise.all(
    Array.from({ length: 6 }, () => write(editor, { status: 'PUBLISHED', tags: words.slice(0, 3) })),
  );
  const save = (i: number) => {
    const id = pick(documents, i * 5).id;
    if (i % 10 === 9) return editor.ask('DELETE', `/admin/documents/${id}`);
    if (i % 4 === 3)
      return editor.ask('PUT', `/documents/${id}/status`, { body: { status: pick(documentStatuses, i) } });
    return put(id, {
      tags: [pick(words, i), pick(words, i * 7 + 1), pick(words, i + 3)],
      visibility: pick(visibilities, i * 3),
    });
  };
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => save(i)));
  for (const { status } of answers) expect([200, 404]).toContain(status);
  expect(await difference()).toEqual([]);
});
