import { expect, test } from '@jest/globals';
import { STATUSES } from '../content/enums';
import { createListSearch, isFiltered } from './list-search';

const documentsSearch = createListSearch(STATUSES);

const id = '01900000-0000-7000-8000-0000000000aa';

test('valid list params are kept', () => {
  const search = {
    status: 'DRAFT',
    category_id: id,
    difficulty: 'ADVANCED',
    tag: 'a',
    sort: 'views',
    view: 'list',
    pages: 3,
  };
  expect(documentsSearch(search)).toEqual(search);
});

test.each([
  { status: 'GONE' },
  { category_id: '1' },
  { difficulty: '' },
  { sort: 'random' },
  { source_type: 'YOUTUBE' },
  { view: 'grid' },
  { pages: 1 },
  { pages: 51 },
  { pages: 'x' },
])('anything else is as if it were not there: %j', (search) => {
  expect(Object.values(documentsSearch(search)).filter((value) => value !== undefined)).toEqual([]);
});

test('a numeric tag is parsed as text', () => {
  expect(documentsSearch({ tag: 2026 }).tag).toBe('2026');
});

test('the sort order is not a filter, all other params are', () => {
  expect(isFiltered({ sort: 'views' })).toBe(false);
  expect(isFiltered({ tag: 'a' })).toBe(true);
  expect(isFiltered({ status: 'DRAFT' })).toBe(true);
});
