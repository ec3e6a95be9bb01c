import { expect, test } from '@jest/globals';
import type { ReaderChangesResponse } from '../../api/generated/model/readerChangesResponse';
import { describeReaderChanges } from './describe-reader-changes';

const same: ReaderChangesResponse = {
  gained: 0,
  lost: 0,
  is_open_before: true,
  is_open_after: true,
  groups_before: [],
  groups_after: [],
};
const limited = { ...same, is_open_before: false, is_open_after: false };

test.each<[string, ReaderChangesResponse, isForGuests: boolean, string[]]>([
  ['the same readers', same, true, []],
  [
    'an open page becomes one of two groups',
    { ...same, is_open_after: false, lost: 12, groups_after: ['Board', 'Sales'] },
    true,
    ['After the move, only Board and Sales can read it.', 'Guests and 12 people lose access.'],
  ],
  [
    'a page for members becomes one of administrators',
    { ...same, is_open_after: false, lost: 1 },
    false,
    ['After the move, only administrators can read it.', '1 person loses access.'],
  ],
  [
    'from one group to another',
    { ...limited, gained: 3, lost: 1, groups_before: ['Sales'], groups_after: ['Board'] },
    true,
    ['After the move, only Board can read it.', '1 person loses access.', '3 people gain access.'],
  ],
  [
    'a limited page is opened',
    { ...same, is_open_before: false, gained: 40, groups_before: ['Sales'] },
    true,
    ['After the move, it is no longer limited to Sales.', 'Guests and 40 people gain access.'],
  ],
  [
    'guests alone',
    { ...same, is_open_before: false },
    true,
    ['After the move, it is no longer limited to administrators.', 'Guests gain access.'],
  ],
])('%s', (_name, changes, isForGuests, expected) => {
  expect(describeReaderChanges(changes, isForGuests)).toEqual(expected);
});
