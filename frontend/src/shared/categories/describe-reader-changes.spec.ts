import { expect, test } from '@jest/globals';
import type { ReaderChangesResponse } from '../../api/generated/model/readerChangesResponse';
import { describeReaderChanges } from './describe-reader-changes';

const same: ReaderChangesResponse = {
  gained: 0,
  lost: 0,
  guests_gain: false,
  guests_lose: false,
  is_open_after: true,
  groups_before: [],
  groups_after: [],
};
const limited = { ...same, is_open_after: false };

test.each<[string, ReaderChangesResponse, string[]]>([
  ['the same readers', { ...limited, groups_before: ['Sales'], groups_after: ['Board'] }, []],
  [
    'an open page becomes one of two groups',
    { ...limited, lost: 12, guests_lose: true, groups_after: ['Board', 'Sales'] },
    ['Afterwards, only Board and Sales can read.', 'Guests and 12 people lose access.'],
  ],
  [
    'a page for members becomes one of administrators',
    { ...limited, lost: 1 },
    ['Afterwards, only administrators and editors can read.', '1 person loses access.'],
  ],
  [
    'from one group to another',
    { ...limited, gained: 3, lost: 1, groups_before: ['Sales'], groups_after: ['Board'] },
    ['Afterwards, only Board can read.', '1 person loses access.', '3 people gain access.'],
  ],
  [
    'a limited page is opened',
    { ...same, gained: 40, guests_gain: true, groups_before: ['Sales'] },
    ['Afterwards, reading is no longer limited to Sales.', 'Guests and 40 people gain access.'],
  ],
  [
    'guests alone',
    { ...same, guests_gain: true },
    ['Afterwards, reading is no longer limited to administrators and editors.', 'Guests gain access.'],
  ],
])('%s', (_name, changes, expected) => {
  expect(describeReaderChanges(changes)).toEqual(expected);
});
