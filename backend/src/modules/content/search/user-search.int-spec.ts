import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import { searchContent } from '../../../../test/support/search.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { ContentFacade } from '../index.js';
import type { SearchResponse, SuggestionResponse } from './search.dto.js';

let hub: TestApp;
let viewer: TestUser;
beforeAll(async () => {
  ({ hub, viewer } = await createTestAppWithUsers({ viewer: 'VIEWER' }));
});
afterAll(() => hub.close());

const search = (query: string, content_type: string | undefined = 'user', request: SendRequest = viewer.request) =>
  searchContent(request, query, { content_type });
const found = async (query: string, content_type?: string, request?: SendRequest) =>
  (await search(query, content_type, request)).results.map(({ title }) => title);
const suggested = async (q: string, request: SendRequest) =>
  (await request<SuggestionResponse[]>('GET', `/search/suggestions?q=${q}`)).body.map(({ title }) => title);
const offered = async (q: string) =>
  (await viewer.request<SuggestionResponse[]>('GET', `/search/suggestions?content_type=user&q=${q}`)).body.map(
    ({ handle }) => handle,
  );

test('users are found by name, handle and profile right after each change', async () => {
  const user = await hub.users.create('VIEWER', 'Ottilie Zwetschge');
  expect(await search('zwetschge')).toEqual({
    results: [
      {
        type: 'user',
        id: user.id,
        title: 'Ottilie Zwetschge',
        summary: '',
        url: `/user/${user.id}`,
        heading: null,
        file: null,
        snippet: [],
        category: null,
        view_count: 0,
        like_count: 0,
        difficulty: null,
        status: null,
        visibility: null,
        created_at: expect.any(String),
        updated_at: null,
        published_at: null,
      },
    ],
    total: 1,
    total_capped: false,
    did_you_mean: null,
    next_cursor: null,
  });
  await user.request('PUT', '/profile', {
    body: { name: 'Ottilie Mirabelle', bio: 'I prune quincetrees.', skills: ['Graftology'], location: 'Jena' },
  });
  // The handle does not change with the name.
  expect(await found('zwetschge')).toEqual(['Ottilie Mirabelle']);
  for (const query of ['mirabelle', 'quincetrees', 'graftology', 'ottilie jena', 'mirabele'])
    expect(await found(query)).toEqual(['Ottilie Mirabelle']);
  const [{ summary, snippet }] = (await search('quincetrees')).results as [SearchResponse['results'][0]];
  expect(summary).toBe('Graftology · Jena');
  await user.request('PUT', '/profile', { body: { skills: [] } });
  expect(await found('graftology')).toEqual([]);
  expect(snippet).toEqual([
    { text: 'I prune ', match: false },
    { text: 'quincetrees', match: true },
  ]);
});

test('users are among the results of type all only, without category and difficulty', async () => {
  await hub.users.create('VIEWER', 'Pomona Damson');
  const editor = await hub.users.create('EDITOR');
  await createDocument(editor, { title: 'The damson', content: 'x', status: 'PUBLISHED' });
  expect((await found('damson', 'all')).sort()).toEqual(['Pomona Damson', 'The damson']);
  expect(
    (await viewer.request<SearchResponse>('POST', '/search', { body: { query: 'damson' } })).body.results.map(
      ({ title }) => title,
    ),
  ).toEqual(['The damson']);
  expect(
    (
      await viewer.request<SearchResponse>('POST', '/search', {
        body: { query: 'damson', content_type: 'all', difficulty: 'BEGINNER' },
      })
    ).body.results.map(({ title }) => title),
  ).toEqual(['The damson']);
  expect((await suggested('dams', viewer.request)).sort()).toEqual(['Pomona Damson', 'The damson']);
});

test('guests find no users, and email addresses are not searchable', async () => {
  const user = await hub.users.create('VIEWER', 'Quentin Greengage');
  expect(await found('greengage', 'all', hub.request)).toEqual([]);
  expect(await suggested('greengage', hub.request)).toEqual([]);
  expect(await found('greengage')).toEqual(['Quentin Greengage']);
  expect(await found(user.email)).toEqual([]);
  expect(await found(`"${user.email.split('@')[1]}"`)).toEqual([]);
});

test('user suggestions have the handle', async () => {
  const user = await hub.users.create('VIEWER', 'Rosalind Reineclaude');
  const named = (
    await viewer.request<SuggestionResponse[]>('GET', '/search/suggestions?content_type=user&q=rosalind-rein')
  ).body;
  expect(named).toEqual([
    { type: 'user', id: user.id, title: user.name, url: `/user/${user.id}`, handle: user.handle },
  ]);
});

test('two users of one name are suggested with their own handles', async () => {
  const [first, second] = [
    await hub.users.create('VIEWER', 'Twin Sloe'),
    await hub.users.create('VIEWER', 'Twin Sloe'),
  ];
  expect((await offered('twin-sloe')).toSorted()).toEqual([first.handle, second.handle].toSorted());
  expect(second.handle).toMatch(/^twin-sloe-\d+$/);
  expect(await offered(second.handle)).toEqual([second.handle]);
  // An incomplete handle, as while typing.
  expect(await offered(second.handle.slice(0, -1))).toEqual([second.handle]);
});

test('deactivated users are not found; reconciliation finds missing entries, the indexer restores them', async () => {
  const [gone, kept] = [
    await hub.users.create('VIEWER', 'Gone Bullace'),
    await hub.users.create('VIEWER', 'Kept Bullace'),
  ];
  const check = async () =>
    (await hub.app.get(Reconciliation).run({ fix: false })).find(({ name }) => name === 'people in the search index')
      ?.differences;
  expect(await check()).toBe(0);
  await hub.database.query('update users set erased_at = now() where id = $1', [gone.id]);
  await hub.database.query(`delete from search_entries where id = $1`, [kept.id]);
  expect(await found('bullace')).toEqual([]);
  expect(await check()).toBe(2);
  await hub.app.get(Reconciliation).run({ fix: true });
  await hub.app.get(ContentFacade).completeSearchIndex();
  expect(await check()).toBe(0);
  expect(await found('bullace')).toEqual(['Kept Bullace']);
});
