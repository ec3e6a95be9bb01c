import { expect, test } from '@jest/globals';
import {
  createSearchParser,
  enumParam,
  idParam,
  integerParam,
  parseSearch,
  stringifySearch,
  textParam,
} from './search-params';

const search = createSearchParser({
  id: idParam,
  q: textParam,
  sort: enumParam(['newest', 'views']),
  page: integerParam(1),
  pages: integerParam(2, 50),
});

test('valid params are kept, including texts that look like other types', () => {
  const id = '01900000-0000-7000-8000-0000000000aa';
  expect(search({ id, q: 'words', sort: 'views', page: 7, pages: 50 })).toEqual({
    id,
    q: 'words',
    sort: 'views',
    page: 7,
    pages: 50,
  });
  expect([2026, true, ''].map((q) => search({ q }).q)).toEqual(['2026', 'true', '']);
});

test.each([
  '?q=2026',
  '?q=1m5s',
  '?q=1.5',
  '?q=true',
  '?q=null',
  '?q=undefined',
  '?q=007',
  '?q=1.10',
  '?q=%22x%22',
  '?q=__proto__',
  '?q=%7B%7D',
  '',
])('the text of the address %j is not changed', (address) => {
  const searchText = createSearchParser({ q: textParam });
  expect(stringifySearch(searchText(parseSearch(address)))).toBe(address);
});

test.each([
  { id: '1' },
  { id: '01900000-0000-7000-8000-0000000000aa0' },
  { id: 5 },
  { q: ['a'] },
  { q: { a: 1 } },
  { q: null },
  { sort: 'random' },
  { sort: 'toString' },
  { page: 0 },
  { page: 1.5 },
  { page: '1' },
  { pages: 51 },
  { unknown: 1 },
])('anything else is as if it were not there: %j', (raw) => {
  expect(Object.values(search(raw)).filter((value) => value !== undefined)).toEqual([]);
});
