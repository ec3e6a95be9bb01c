import { expect, test } from '@jest/globals';
import { contentSearch, isFiltered } from './search-params';

test('a status of the other kind is no filter', () => {
  expect(contentSearch({ status: 'DRAFT' }).status).toBe('DRAFT');
  expect(contentSearch({ tab: 'videos', status: 'READY' }).status).toBe('READY');
  expect(contentSearch({ tab: 'videos', status: 'IN_REVIEW' }).status).toBe('IN_REVIEW');
  expect(contentSearch({ tab: 'videos', status: 'DRAFT' }).status).toBe('DRAFT');
  // Present with undefined, because the router adds the raw values of missing names.
  expect(Object.entries(contentSearch({ tab: 'videos', status: 'ARCHIVED' }))).toContainEqual(['status', undefined]);
  expect(contentSearch({ status: 'READY' }).status).toBeUndefined();
});

test('the order, the tab and the page hide nothing', () => {
  expect(isFiltered({ tab: 'videos', sort: 'views', page: 3 })).toBe(false);
  expect(isFiltered({ q: 'a' })).toBe(true);
  expect(isFiltered({ visibility: 'INTERNAL' })).toBe(true);
});
