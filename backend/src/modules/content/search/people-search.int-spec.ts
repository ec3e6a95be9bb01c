import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { write } from '../../../../test/support/documents.js';
import type { Ask } from '../../../../test/support/http.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { ContentFacade } from '../index.js';
import type { SearchResponse, SuggestionResponse } from './search.dto.js';

let hub: TestApp;
let viewer: Person;
beforeAll(async () => {
  hub = await createTestApp();
  viewer = await hub.people.create('VIEWER');
});
afterAll(() => hub.close());

const search = async (
  query: string,
  content_type: string | undefined = 'user',
  ask: Ask = viewer.ask,
): Promise<SearchResponse> => (await ask<SearchResponse>('POST', '/search', { body: { query, content_type } })).body;
const found = async (query: string, content_type?: string, ask?: Ask) =>
  (await search(query, content_type, ask)).results.map(({ title }) => title);
const suggested = async (q: string, ask: Ask) =>
  (await ask<SuggestionResponse[]>('GET', `/search/suggestions?q=${q}`)).body.map(({ title }) => title);
const offered = async (q: string) =>
  (await viewer.ask<SuggestionResponse[]>('GET', `/search/suggestions?content_type=user&q=${q}`)).body.map(
    ({ handle }) => handle,
  );

test('people are found by name, handle and what they say of themselves, as soon as they say it', async () => {
  const person = await hub.people.create('VIEWER', 'Ottilie Zwetschge');
  expect(await search('zwetschge')).toEqual({
    results: [
      {
        type: 'user',
        id: person.id,
        title: 'Ottilie Zwetschge',
        summary: '',
        url: `/user/${person.id}`,
        heading: null,
        snippet: [],
        category: null,
        view_count: 0,
        like_count: 0,
        difficulty: null,
        status: null,
        created_at: expect.any(String),
      },
    ],
    total: 1,
    total_capped: false,
    did_you_mean: null,
  });
  await person.ask('PUT', '/profile', {
    body: { name: 'Ottilie Mirabelle', bio: 'I prune quincetrees.', skills: ['Graftology'], location: 'Jena' },
  });
  // What they are mentioned by stays.
  expect(await found('zwetschge')).toEqual(['Ottilie Mirabelle']);
  for (const query of ['mirabelle', 'quincetrees', 'graftology', 'ottilie jena', 'mirabele'])
    expect(await found(query)).toEqual(['Ottilie Mirabelle']);
  const [{ summary, snippet }] = (await search('quincetrees')).results as [SearchResponse['results'][0]];
  expect(summary).toBe('Graftology · Jena');
  await person.ask('PUT', '/profile', { body: { skills: [] } });
  expect(await found('graftology')).toEqual([]);
  expect(snippet).toEqual([
    { text: 'I prune ', match: false },
    { text: 'quincetrees', match: true },
  ]);
});

test('they stand among documents only when everything is asked for; a category or a difficulty leaves them out', async () => {
  await hub.people.create('VIEWER', 'Pomona Damson');
  const editor = await hub.people.create('EDITOR');
  await write(editor, { title: 'The damson', content: 'x', status: 'PUBLISHED' });
  expect((await found('damson', 'all')).sort()).toEqual(['Pomona Damson', 'The damson']);
  expect(
    (await viewer.ask<SearchResponse>('POST', '/search', { body: { query: 'damson' } })).body.results.map(
      ({ title }) => title,
    ),
  ).toEqual(['The damson']);
  expect(
    (
      await viewer.ask<SearchResponse>('POST', '/search', {
        body: { query: 'damson', content_type: 'all', difficulty: 'BEGINNER' },
      })
    ).body.results.map(({ title }) => title),
  ).toEqual(['The damson']);
  expect((await suggested('dams', viewer.ask)).sort()).toEqual(['Pomona Damson', 'The damson']);
});

test('guests find nobody, and nobody is found by their address', async () => {
  const person = await hub.people.create('VIEWER', 'Quentin Greengage');
  expect(await found('greengage', 'all', hub.ask)).toEqual([]);
  expect(await suggested('greengage', hub.ask)).toEqual([]);
  expect(await found('greengage')).toEqual(['Quentin Greengage']);
  expect(await found(person.email)).toEqual([]);
  expect(await found(`"${person.email.split('@')[1]}"`)).toEqual([]);
});

test('people are offered with what they are mentioned by', async () => {
  const person = await hub.people.create('VIEWER', 'Rosalind Reineclaude');
  const named = (await viewer.ask<SuggestionResponse[]>('GET', '/search/suggestions?content_type=user&q=rosalind-rein'))
    .body;
  expect(named).toEqual([
    { type: 'user', id: person.id, title: person.name, url: `/user/${person.id}`, handle: person.handle },
  ]);
});

test('of two of the same name each is offered by their own handle', async () => {
  const [first, second] = [
    await hub.people.create('VIEWER', 'Twin Sloe'),
    await hub.people.create('VIEWER', 'Twin Sloe'),
  ];
  expect((await offered('twin-sloe')).toSorted()).toEqual([first.handle, second.handle].toSorted());
  expect(second.handle).toMatch(/^twin-sloe-\d+$/);
  expect(await offered(second.handle)).toEqual([second.handle]);
  // As somebody types it.
  expect(await offered(second.handle.slice(0, -1))).toEqual([second.handle]);
});

test('who left is found no more; the reconciliation tells who is missing and the rebuild puts them back', async () => {
  const [gone, kept] = [
    await hub.people.create('VIEWER', 'Gone Bullace'),
    await hub.people.create('VIEWER', 'Kept Bullace'),
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
