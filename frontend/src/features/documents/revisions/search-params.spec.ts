import { expect, test } from '@jest/globals';
import { selectForComparison } from './search-params';

test.each([
  [[], 3, { from: 3 }],
  [[3], 1, { from: 1, to: 3 }],
  [[1, 3], 2, { from: 2, to: 3 }],
  [[1, 3], 5, { from: 3, to: 5 }],
  [[1, 3], 3, { from: 1 }],
  [[1, 3], 'an-id', { revision: 'an-id' }],
])('compared %j, chosen %s', (compared, which, search) => {
  expect(selectForComparison(compared, which)).toEqual(search);
});
