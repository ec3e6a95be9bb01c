import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import { searchContent } from '../../../../test/support/search.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { Bulk } from '../../../platform/database/bulk.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { seedDocuments } from '../documents/seed/document-seed.js';
import type { SuggestionResponse } from './search.dto.js';

/** More than a search ranks; "documentation" occurs in nearly all of them. */
const COUNT = 1600;

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
  const client = new pg.Client(hub.databaseUrl);
  await client.connect();
  const context = {
    count: COUNT,
    authors: [editor.id],
    categories: [(await createCategory(editor)).id],
    run: 'test',
    now: new Date(),
  };
  for await (const _done of seedDocuments(new Bulk(client), context)) continue;
  await client.end();
}, 120_000);
afterAll(() => hub.close());

const search = (query: string, fields: object = {}) => searchContent(hub.request, query, fields);
/** Makes a document older than the newest ones, which a search checks first. */
const age = (id: string) =>
  hub.database.query(`update search_entries set at = now() - interval '5 years' where id = $1 and part = 0`, [id]);

test('the seeded data lacks only the counters, which reconcile repairs', async () => {
  const before = await hub.get(Reconciliation).run({ fix: true });
  expect(before.find(({ name }) => name === 'documents and videos in the search index')).toMatchObject({
    differences: 0,
  });
  for (const { differences } of await hub.get(Reconciliation).run({ fix: false })) expect(differences).toBe(0);
  expect(Number((await editor.request('GET', '/documents')).headers['x-total-count'])).toBe(COUNT);
  const [first] = (await hub.request<{ slug: string }[]>('GET', '/documents')).body;
  expect((await hub.request('GET', `/documents/${first!.slug}`)).status).toBe(200);
});

test('a word in nearly all items is found quickly, with a capped total', async () => {
  const { results, total, total_capped } = await search('documentation');
  expect(results).toHaveLength(20);
  expect(total).toBeGreaterThan(300);
  expect(total_capped).toBe(true);
  expect(new Set(results.map(({ id }) => id)).size).toBe(20);
  for (const { snippet } of results) expect(snippet.length).toBeGreaterThan(0);
});

test('a common word finds an old helpful document, and one with the word in its title', async () => {
  const helpful = await createDocument(editor, {
    title: 'Helpful',
    content: 'short documentation',
    status: 'PUBLISHED',
  });
  await age(helpful.id);
  await hub.database.query('update search_entries set boost = 10 where id = $1', [helpful.id]);
  const ids: string[] = [];
  for (let page = 1; page <= 20 && !ids.includes(helpful.id); page++)
    ids.push(...(await search('documentation', { page, limit: 50 })).results.map(({ id }) => id));
  expect(ids).toContain(helpful.id);

  // In most texts, but in few titles.
  const titled = await createDocument(editor, { title: 'Zebraword', content: 'x', status: 'PUBLISHED' });
  await age(titled.id);
  // A bulk update has the time of background work.
  const addWord = `update search_entries set tsv = tsv || search_vector('zebraword') where part = 0 and id <> $1`;
  await withStatementTimeout(60_000, () => hub.database.query(addWord, [titled.id]));
  expect(await search('zebraword')).toMatchObject({
    total_capped: true,
    results: expect.arrayContaining([expect.objectContaining({ id: titled.id })]),
  });
  expect((await search('zebraword')).results[0]?.id).toBe(titled.id);
});

test('finds a rare word, alone and together with a common one', async () => {
  const { id } = await createDocument(editor, {
    title: 'Needle',
    content: 'documentation with an uncommonneedle',
    status: 'PUBLISHED',
  });
  await age(id);
  for (const query of ['uncommonneedle', 'documentation uncommonneedle'])
    expect(await search(query)).toMatchObject({ total: 1, total_capped: false, results: [{ id }] });
  expect((await hub.request<SuggestionResponse[]>('GET', '/search/suggestions?q=need')).body).toEqual([
    { type: 'document', id, title: 'Needle', url: '/docs/needle', handle: null },
  ]);
  expect((await hub.request<SuggestionResponse[]>('GET', '/search/suggestions?q=d')).body).toHaveLength(8);
});

test('the number of statements does not depend on the number of results', async () => {
  for (const [query, count] of [
    ['documentation', 2],
    ['guide server', 2],
    // Few results: one more for words that contain it.
    ['uncommonneedle', 3],
  ] as const) {
    const statements = await hub.statementsOf(() => search(query));
    expect(statements).toHaveLength(count);
    expect(statements.filter((sql) => /select \*/i.test(sql))).toEqual([]);
  }
});
