import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { type DocumentResponse, type DocumentSummaryResponse } from './documents.dto.js';
import type { FilterValuesResponse } from '../items/filter-values.dto.js';
import { type ItemSort, itemSorts } from '../items/items-list.queries.js';

let hub: TestApp;
let editor: TestUser;
let author: TestUser;
let a: DocumentResponse;
let b: DocumentResponse;
let c: DocumentResponse;
beforeAll(async () => {
  ({ hub, editor, author } = await createTestAppWithUsers({ editor: 'EDITOR', author: 'CONTRIBUTOR' }));
  a = await createDocument(editor, { status: 'PUBLISHED', tags: ['Apple', 'pear'], difficulty: 'ADVANCED' });
  b = await createDocument(editor, { status: 'PUBLISHED', tags: ['pear'] });
  c = await createDocument(author, { tags: ['apple'] });
  await hub.database.query('update content_items set view_count = 5, like_count = 1 where id = $1', [b.id]);
  await hub.database.query('update content_items set view_count = 9, like_count = 3 where id = $1', [a.id]);
  await hub.database.query('update content_items set like_count = 3 where id = $1', [c.id]);
  await editor.request('PUT', `/admin/documents/${a.id}`, { body: { summary: 'Changed last' } });
});
afterAll(() => hub.close());

const list = async (query: string, request: SendRequest = editor.request) => {
  const { body, headers, status } = await request<DocumentSummaryResponse[]>('GET', `/documents?${query}`);
  expect(status).toBe(200);
  return { ids: body.map(({ id }) => id), total: headers['x-total-count'], capped: headers['x-total-capped'] };
};

test('each sort order, the newest first among equals', async () => {
  const expected: Record<ItemSort, string[]> = {
    newest: [c.id, b.id, a.id],
    updated: [a.id, c.id, b.id],
    views: [a.id, b.id, c.id],
    likes: [c.id, a.id, b.id],
  };
  for (const sort of itemSorts)
    expect(await list(`sort=${sort}`)).toEqual({ ids: expected[sort], total: '3', capped: undefined });
  expect((await list('sort=')).ids).toEqual(expected.newest);
  expect((await editor.request('GET', '/documents?sort=worst')).body).toMatchObject({
    status: 400,
    errors: [{ field: 'sort' }],
  });
});

const valuesOf = async (request: SendRequest, type = 'document') => {
  const { body } = await request<FilterValuesResponse>('GET', `/filter-values?type=${type}`);
  return { ...body, statuses: body.statuses.toSorted() };
};

test('values of filters are those that match something that the requester sees', async () => {
  const category = await createCategory(editor);
  await createCategory(editor);
  const own = await createDocument(author, { category_id: category.id, difficulty: 'INTERMEDIATE' });
  const published = {
    statuses: ['PUBLISHED'],
    category_ids: [],
    difficulties: ['BEGINNER', 'ADVANCED'],
    source_types: [],
  };
  expect(await valuesOf(hub.request)).toEqual(published);
  const withDraft = {
    statuses: ['DRAFT', 'PUBLISHED'],
    category_ids: [category.id],
    difficulties: ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'],
    source_types: [],
  };
  expect(await valuesOf(author.request)).toEqual(withDraft);
  expect(await valuesOf(editor.request)).toEqual(withDraft);
  expect(await valuesOf(editor.request, 'video')).toEqual({
    statuses: [],
    category_ids: [],
    difficulties: [],
    source_types: [],
  });
  expect((await hub.request('GET', '/filter-values')).status).toBe(400);
  await author.request('DELETE', `/admin/documents/${own.id}`);
  // What is in the trash matches nothing.
  expect((await valuesOf(author.request)).category_ids).toEqual([]);
});

test('filters combine and count what the requester sees', async () => {
  expect(await list('tag=apple')).toMatchObject({ ids: [c.id, a.id], total: '2' });
  expect(await list('tag=APPLE', hub.request)).toMatchObject({ ids: [a.id], total: '1' });
  expect(await list('tag=app')).toMatchObject({ ids: [], total: '0' });
  expect(await list('difficulty=BEGINNER&tag=pear')).toMatchObject({ ids: [b.id], total: '1' });
  expect(await list(`author_id=${author.id}`)).toMatchObject({ ids: [c.id], total: '1' });
  expect(await list(`author_id=${author.id}`, hub.request)).toMatchObject({ ids: [], total: '0' });
  expect(await list(`author_id=${editor.id}&status=PUBLISHED&sort=views`)).toMatchObject({
    ids: [a.id, b.id],
    total: '2',
  });
  expect(await list('tag=&difficulty=&author_id=')).toMatchObject({ total: '3' });
  expect(await list('tag=pear&limit=1&page=2')).toMatchObject({ ids: [a.id], total: '2' });
});

describe('with many documents', () => {
  beforeAll(async () => {
    // A bulk insert has the time of background work.
    const insert = (sql: string) => withStatementTimeout(60_000, () => hub.database.query(sql, [editor.id]));
    await insert(
      `with added as (
         insert into content_items (
           id, kind, slug, title, summary, author_id, difficulty, visibility, status, tags, meta_title,
           meta_description, version, view_count, like_count, helpful_count, bookmark_count, confused_count,
           created_at, updated_at
         )
         select gen_random_uuid(), 'document', 'many-' || n, 'Many', '', $1, 'BEGINNER', 'PUBLIC', 'PUBLISHED',
           '{many}', '', '', 1, n * 7919 % 9973, n * 104729 % 9973, 0, 0, 0, now() - n * interval '1 minute', now()
         from generate_series(1, 12000) n
         returning id)
       insert into documents (item_id, content) select id, 'x' from added`,
    );
    await hub.database.query('analyze content_items');
  }, 120_000);

  test('counting ends at 1000 and the total is marked as capped', async () => {
    expect(await list('tag=many&limit=1')).toMatchObject({ total: '1000', capped: 'true' });
    expect(await list('difficulty=ADVANCED')).toMatchObject({ total: '1', capped: undefined });
  });

  test.each([
    ['newest', /content_items_(newest|audience)/],
    ['updated', /content_items_by_change/],
    ['views', /content_items_by_views/],
    ['likes', /content_items_by_likes/],
  ] as const)('the order %s comes from its index', async (sort, index) => {
    const statements = await hub.statementsOf(() => hub.request('GET', `/documents?sort=${sort}`));
    const sql = statements.find((text) => text.includes('order by')) ?? '';
    // What the server settles on after some calls, whatever the parameters.
    const rows = await hub.database.query<Record<string, string>>(`explain (costs off, generic_plan) ${sql};`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(index);
    // The names of a category's groups are sorted, items are not.
    expect(plan).not.toMatch(/Sort Key: .*\bi\./);
  });
});

test('a missing category lists nothing and counts nothing; an existing one is found in any letter case', async () => {
  const { id } = await createCategory(editor);
  const inside = await createDocument(editor, { status: 'PUBLISHED', category_id: id, difficulty: 'ADVANCED' });
  for (const unknown of [
    '01900000-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    editor.id,
  ]) {
    for (const filter of ['', '&difficulty=ADVANCED', '&tag=pear', '&status=PUBLISHED']) {
      const { body, headers } = await editor.request('GET', `/documents?category_id=${unknown}${filter}`);
      expect([body, headers['x-total-count']]).toEqual([[], '0']);
    }
  }
  for (const known of [id, id.toUpperCase()])
    expect(await list(`category_id=${known}`)).toMatchObject({ ids: [inside.id] });
});
