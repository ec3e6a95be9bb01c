import { expect, test } from '@jest/globals';
import { filtersOf, isAsked, searchParams } from './search-params';

const category = '01900000-0000-7000-8000-0000000000aa';

test('what an address may say about a search is kept', () => {
  const search = { q: 'backup restore', type: 'user', category, difficulty: 'ADVANCED', pages: 3 };
  expect(searchParams(search)).toEqual(search);
  expect(searchParams({ q: 2026 }).q).toBe('2026');
});

test('what is searched for has no blanks around it, and an end', () => {
  expect(filtersOf({ q: '  backup restore ' }).q).toBe('backup restore');
  expect(filtersOf({ q: '   ' }).q).toBeUndefined();
  expect(filtersOf({ q: 'x'.repeat(500) }).q).toHaveLength(200);
});

test.each([{ type: 'everything' }, { category: '1' }, { difficulty: 'easy' }, { pages: 1 }, { pages: 21 }])(
  'anything else is as if it were not there: %j',
  (search) => {
    expect(Object.values(searchParams(search)).filter((value) => value !== undefined)).toEqual([]);
  },
);

test('words or a category are something to look for, a difficulty alone is not', () => {
  expect([isAsked({ q: 'a' }), isAsked({ category }), isAsked({ difficulty: 'BEGINNER', type: 'document' })]).toEqual([
    true,
    true,
    false,
  ]);
});
