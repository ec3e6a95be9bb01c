import { expect, test } from '@jest/globals';
import { parseSearch, stringifySearch } from '../../../lib/search-params';
import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import { toAboutItem, toAboutSearch } from './about-item';
import { aboutSearch } from './search-params';

const id = '01900000-0000-7000-8000-0000000000aa';

test.each<[AboutItemRequest, string]>([
  [{ item_type: 'document', item_id: id }, `?document=${id}`],
  [{ item_type: 'video', item_id: id }, `?video=${id}`],
  [{ item_type: 'video', item_id: id, second: 754 }, `?video=${id}&t=754`],
])('%j is in the address, and read from it', (item, address) => {
  expect(stringifySearch(toAboutSearch(item))).toBe(address);
  const search = aboutSearch(parseSearch(address));
  expect(stringifySearch(search)).toBe(address);
  expect(toAboutItem(search)).toEqual(item);
});

test('a time with units is read, and an invalid one ignored', () => {
  expect(toAboutItem(aboutSearch(parseSearch(`?video=${id}&t=1m5s`)))).toMatchObject({ second: 65 });
  expect(toAboutItem(aboutSearch(parseSearch(`?video=${id}&t=soon`)))).toEqual({
    item_type: 'video',
    item_id: id,
  });
});
