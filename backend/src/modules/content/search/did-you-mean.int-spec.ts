import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import { searchContent } from '../../../../test/support/search.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  ({ hub, editor, viewer } = await createTestAppWithUsers({ editor: 'EDITOR', viewer: 'VIEWER' }));
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const publish = (fields: object) => createDocument(editor, { status: 'PUBLISHED', ...fields });
const search = (query: string, fields: object = {}, request: SendRequest = hub.request) =>
  searchContent(request, query, fields);
const zeroResultCounts = (query: string) =>
  hub.database.query<{ n: number }>('select n from search_misses where query = $1', [query]);

test('a mistyped word is corrected, with did_you_mean', async () => {
  await publish({ title: 'Deploying', content: 'How kubernetes clusters are deployed.' });
  for (const [typed, meant] of [
    ['kuberntes', 'kubernetes'],
    ['kubrenetes', 'kubernetes'],
    ['KUBBERNETES clusters', 'kubernetes clusters'],
    ['kuberentes -panda', 'kubernetes -panda'],
  ])
    expect(await search(typed!)).toMatchObject({ did_you_mean: meant, results: [{ title: 'Deploying' }] });
  expect(await search('"kuberntes clusters"')).toMatchObject({
    did_you_mean: '"kubernetes clusters"',
    results: [{ title: 'Deploying' }],
  });
  expect(await search('"clusters kuberntes"')).toMatchObject({ did_you_mean: null, results: [] });
  expect(await zeroResultCounts('kuberntes')).toEqual([]);
});

test('a mistyped word is corrected to a longer word that begins like it', async () => {
  const { title } = await publish({ title: 'Quokkabaseql', content: 'A database.' });
  expect(await search('qokkabase')).toMatchObject({ did_you_mean: 'quokkabaseql', results: [{ title }] });
  expect(await search('qokkxbase')).toMatchObject({ did_you_mean: null, results: [] });
});

test('a mistyped word is not corrected to a word of invisible items', async () => {
  const { id } = await publish({ title: 'Inside', content: 'the secretword quetzalcoatl', visibility: 'INTERNAL' });
  expect(await search('quetzacloatl', {}, viewer.request)).toEqual({
    results: [],
    total: 0,
    total_capped: false,
    did_you_mean: null,
    next_cursor: null,
  });
  expect((await search('quetzacloatl', {}, editor.request)).did_you_mean).toBe('quetzalcoatl');
  await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'PUBLIC' } });
  expect((await search('quetzacloatl', {}, viewer.request)).did_you_mean).toBe('quetzalcoatl');
});

test('queries without results are counted per day, without the user', async () => {
  for (const request of [hub.request, viewer.request])
    expect((await search('Nowhere  Tobefoundxyz', {}, request)).results).toEqual([]);
  expect(await zeroResultCounts('nowhere tobefoundxyz')).toEqual([{ n: 2 }]);
  await search('nowhere tobefo', { unfinished: true });
  expect(await zeroResultCounts('nowhere tobefo')).toEqual([]);
  // Filtered searches are not counted.
  await publish({ title: 'Inner', content: 'the innerword vlxbrandish', visibility: 'INTERNAL' });
  for (const filter of [{ difficulty: 'ADVANCED' }, { content_type: 'video' }]) await search('cornerword', filter);
  expect(await zeroResultCounts('cornerword')).toEqual([]);
  // Words of items that the user may not see count like others, or the list would tell of these items.
  expect((await search('vlxbrandish', {}, viewer.request)).total).toBe(0);
  expect(await zeroResultCounts('vlxbrandish')).toEqual([{ n: 1 }]);
  expect(
    await hub.database.query(
      `select column_name from information_schema.columns where table_name = 'search_misses' order by 1`,
    ),
  ).toEqual([{ column_name: 'day' }, { column_name: 'n' }, { column_name: 'query' }]);
});
