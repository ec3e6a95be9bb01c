import { expect, test } from '@jest/globals';
import { hasQuery, includesCommunity, toFilters } from './filters';
import { searchParams } from './search-params';

const category = '01900000-0000-7000-8000-0000000000aa';

test('valid search params are kept', () => {
  const search = { q: 'backup restore', type: 'user', category, difficulty: 'ADVANCED', pages: 3 };
  expect(searchParams(search)).toEqual(search);
  expect(searchParams({ q: 2026 }).q).toBe('2026');
});

test('the query is trimmed', () => {
  expect(toFilters({ q: '  backup restore ' }).q).toBe('backup restore');
  expect(toFilters({ q: '   ' }).q).toBeUndefined();
});

test.each([{ type: 'everything' }, { category: '1' }, { difficulty: 'easy' }, { pages: 1 }, { pages: 21 }])(
  'anything else is as if it were not there: %j',
  (search) => {
    expect(Object.values(searchParams(search)).filter((value) => value !== undefined)).toEqual([]);
  },
);

test.each(['community', 'user'] as const)('filters of content do not apply to the type %s', (type) => {
  const filters = toFilters({ q: 'backup', type, category, difficulty: 'BEGINNER' });
  expect(filters).toEqual({ q: 'backup', type });
  expect(toFilters({ q: 'backup', type: 'video', category })).toMatchObject({ category });
});

test.each([
  [{ q: 'backup' }, true],
  [{ category }, false],
  [{ q: 'backup', type: 'document' }, false],
  [{ q: 'backup', difficulty: 'BEGINNER' }, false],
  [{ q: 'x'.repeat(201) }, false],
] as const)('a search with %j includes the community: %s', (filters, isIncluded) => {
  expect(includesCommunity(filters)).toBe(isIncluded);
});

test('a query or a category is searchable, a difficulty alone is not', () => {
  expect([
    hasQuery({ q: 'a' }),
    hasQuery({ category }),
    hasQuery({ difficulty: 'BEGINNER', type: 'document' }),
  ]).toEqual([true, true, false]);
});

test('a query that is too long is kept and not searched, with a category neither', () => {
  const q = 'x'.repeat(201);
  expect(toFilters({ q }).q).toBe(q);
  expect([hasQuery({ q }), hasQuery({ q, category }), hasQuery({ q: 'x'.repeat(200) })]).toEqual([false, false, true]);
});
