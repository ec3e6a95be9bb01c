import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { compileFragment } from '../../../../test/support/fragments.js';
import {
  decodeCursor,
  encodeCursor,
  isAfterValues,
  type KeysetOrder,
  MAX_CURSOR,
  orderBy,
  selectSortValues,
  type SortValue,
} from './cursor.js';

const id = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';
const order: KeysetOrder = {
  name: 'items by views',
  direction: 'desc',
  columns: [
    { sql: sql.raw('i.pinned'), type: 'boolean' },
    { sql: sql.raw('i.views'), type: 'int' },
    { sql: sql.raw('i.score'), type: 'float8' },
    { sql: sql.raw('i.at'), type: 'timestamptz' },
    { sql: sql.raw('lower(i.name)'), type: 'text' },
    { sql: sql.raw('i.id'), type: 'uuid' },
  ],
};
const values: SortValue[] = [true, 3, 0.1 + 0.2, '2026-02-28T23:59:59.123456', 'Ä "\\ 😀', id];
const encode = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const change = (index: number, value: unknown) => encode([order.name, ...values.with(index, value as SortValue)]);
test('a cursor is read as it was written', () => {
  const cursor = encodeCursor(order, values);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(decodeCursor(order, cursor)).toEqual(values);
});

test.each([
  ['another order', encode(['items by likes', ...values])],
  ['too few values', encode([order.name, ...values.slice(1)])],
  ['too many values', encode([order.name, ...values, 1])],
  ['no array', Buffer.from('{"0":"items by views"}').toString('base64url')],
  ['no JSON', 'x'],
  ['nothing', ''],
  ['a long text', change(4, 'x'.repeat(MAX_CURSOR))],
  ['a text as boolean', change(0, 'true')],
  ['a large integer', change(1, 2 ** 31)],
  ['a fraction as integer', change(1, 1.5)],
  ['null', change(1, null)],
  ['a text as number', change(2, '1')],
  ['a day that does not exist', change(3, '2026-02-30T00:00:00')],
  ['a time with a zone', change(3, '2026-02-28T00:00:00Z')],
  ['infinity', change(3, 'infinity')],
  ['NUL', change(4, 'a\0')],
  ['half a surrogate pair', change(4, '\ud800')],
  ['no id', change(5, "' or true --")],
])('%s is refused with a sentence', (_what, cursor) => {
  expect(() => decodeCursor(order, cursor, 'after')).toThrow(
    expect.objectContaining({
      status: 400,
      message: expect.stringMatching(/^The cursor .*\.$/),
      details: { errors: [expect.objectContaining({ field: 'after' })] },
    }),
  );
});

describe('SQL', () => {
  test('compares row values, with times in UTC', () => {
    const short: KeysetOrder = { ...order, columns: [order.columns[3]!, order.columns[5]!] };
    expect(compileFragment(isAfterValues(short, ['2026-02-28T10:00:00.123456', id]))).toEqual({
      sql: '(i.at, i.id) < ($1::timestamptz, $2::uuid)',
      parameters: ['2026-02-28T10:00:00.123456Z', id],
    });
    expect(compileFragment(isAfterValues(short, ['2026-02-28T10:00:00', id], true)).sql).toContain(' > ');
    expect([orderBy(short), orderBy(short, true)].map((fragment) => compileFragment(fragment).sql)).toEqual([
      'i.at desc, i.id desc',
      'i.at asc, i.id asc',
    ]);
    expect(compileFragment(selectSortValues(short)).sql).toBe(`json_build_array((i.at) at time zone 'UTC', i.id)`);
  });

  test('null values come last', () => {
    const nullable: KeysetOrder = {
      name: 'users',
      direction: 'asc',
      columns: [
        { sql: sql.raw('u.at'), type: 'timestamptz', isNullable: true },
        { sql: sql.raw('u.id'), type: 'uuid' },
      ],
    };
    expect(compileFragment(orderBy(nullable)).sql).toBe('u.at asc nulls last, u.id asc');
    expect(compileFragment(isAfterValues(nullable, [null, id])).sql).toBe('(u.at is null and (u.id) > ($1::uuid))');
    expect(compileFragment(isAfterValues(nullable, ['2026-01-01T00:00:00', id])).sql).toBe(
      '((u.at, u.id) > ($1::timestamptz, $2::uuid) or u.at is null)',
    );
    expect(decodeCursor(nullable, encodeCursor(nullable, [null, id]))).toEqual([null, id]);
  });
});
