import { expect, test } from '@jest/globals';
import { checkRowTypes, type RecordedResult } from './row-types.js';

const row = (kinds: Record<string, string | undefined>) => ({
  names: Object.keys(kinds).toSorted(),
  kinds: new Map(Object.entries(kinds)),
});
const template = (kinds: Record<string, string | undefined>, texts = ['select id, n from t where id = ', '']) => [
  { place: 'a.ts:1', texts, row: row(kinds) },
];
const [UUID, INT4, INT8, TIME, JSONB] = [2950, 23, 20, 1184, 3802];
const ran = (...columns: RecordedResult[1]): RecordedResult[] => [['select id, n from t where id = $1', columns]];

test('a row type that fits passes, also when it is wider than the column', () => {
  expect(checkRowTypes(template({ id: 'string', n: 'number' }), ran(['id', UUID], ['n', INT4]))).toEqual([]);
  expect(checkRowTypes(template({ id: undefined, n: 'json' }), ran(['id', UUID], ['n', JSONB]))).toEqual([]);
});

test.each([
  ['a missing column', { id: 'string', n: 'number', m: 'number' }, ran(['id', UUID], ['n', INT4]), 'returns no m'],
  ['an unknown column', { id: 'string' }, ran(['id', UUID], ['n', INT4]), 'returns n, which its row type lacks'],
  [
    'bigint as number',
    { id: 'string', n: 'number' },
    ran(['id', UUID], ['n', INT8]),
    'returns n as string, not as number',
  ],
  ['a time as text', { id: 'string', n: 'string' }, ran(['id', UUID], ['n', TIME]), 'returns n as Date, not as string'],
  ['a time of JSON', { id: 'string', n: 'Date' }, ran(['id', UUID], ['n', JSONB]), 'returns n as json, not as Date'],
])('%s is named with its place', (_what, kinds, results, message) => {
  expect(checkRowTypes(template(kinds), results)).toEqual([`a.ts:1 ${message}`]);
});

test('a statement that ran in no test is named; a part of another statement is not', () => {
  const unchecked = template({ id: 'string' }, ['select id from u where id = ', '']);
  expect(checkRowTypes(unchecked, ran())).toEqual(['a.ts:1 ran in no test, so its row type is unchecked']);
  const part = template({ id: 'string' }, ['id, n from ', ' where']);
  expect(checkRowTypes(part, ran())).toEqual([]);
});
