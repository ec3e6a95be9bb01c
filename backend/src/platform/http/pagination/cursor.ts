import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../errors/domain-error.js';
import { isId } from '../validation/path-parameters.js';
import { isPostgresText } from '../validation/text.js';

/** Longer texts are no cursors. */
export const MAX_CURSOR = 2000;

type SortType = 'boolean' | 'citext' | 'float8' | 'int' | 'text' | 'timestamptz' | 'uuid';
/** Times are in UTC, with microseconds and without a zone, since a Date would round them. */
export type SortValue = string | number | boolean | null;

interface SortColumn {
  sql: RawBuilder<unknown>;
  type: SortType;
  /** Null values come last. Only for the first column. */
  isNullable?: boolean;
}

/**
 * A total order of a list: the last column is unique. All columns have the same direction, so that one comparison of
 * row values, which an index answers, finds the rows after a place.
 */
export interface KeysetOrder {
  /** part of each cursor: those of another order are refused */
  name: string;
  direction: 'asc' | 'desc';
  columns: readonly SortColumn[];
}

/** A row with the values of its sort columns, which {@link selectSortValues} selects. */
export interface SortedRow {
  sort_values: SortValue[];
}

/** What follows `order by`. */
export const orderBy = ({ columns, direction }: KeysetOrder, isReversed = false): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      (column) =>
        sql`${column.sql} ${sql.raw(isReversed ? opposite[direction] : direction)}${sql.raw(
          column.isNullable ? ' nulls last' : '',
        )}`,
    ),
  );

/** The column `sort_values` of a {@link SortedRow}. */
export const selectSortValues = ({ columns }: KeysetOrder): RawBuilder<SortValue[]> =>
  sql`json_build_array(${sql.join(
    columns.map((column) => (column.type === 'timestamptz' ? sql`(${column.sql}) at time zone 'UTC'` : column.sql)),
  )})`;

/** Whether a row is after the one with these values in the order, or before it. */
export function isAfterValues(
  { columns, direction }: KeysetOrder,
  values: readonly SortValue[],
  isReversed = false,
): RawBuilder<boolean> {
  const [first] = columns;
  const isAtNulls = first?.isNullable === true && values[0] === null;
  const compared = isAtNulls ? columns.slice(1) : columns;
  const place = values.slice(isAtNulls ? 1 : 0).map((value, i) => {
    const { type } = compared[i]!;
    return sql`${type === 'timestamptz' ? `${String(value)}Z` : value}::${sql.raw(type)}`;
  });
  const operator = sql.raw((isReversed ? opposite[direction] : direction) === 'asc' ? '>' : '<');
  const condition = sql<boolean>`(${sql.join(compared.map((column) => column.sql))}) ${operator} (${sql.join(place)})`;
  if (!first?.isNullable) return condition;
  return isAtNulls ? sql`(${first.sql} is null and ${condition})` : sql`(${condition} or ${first.sql} is null)`;
}

/** An opaque text for clients. It contains the name of the order and the values of a listed row only. */
export const encodeCursor = ({ name }: Pick<KeysetOrder, 'name'>, values: readonly SortValue[]): string =>
  Buffer.from(JSON.stringify([name, ...values])).toString('base64url');

/**
 * @param field the parameter that contains the cursor
 * @throws 400 for anything that {@link encodeCursor} has not made for this order
 */
export function decodeCursor({ name, columns }: KeysetOrder, text: string, field = 'cursor'): SortValue[] {
  const [order, ...values] = text.length <= MAX_CURSOR ? parse(text) : [];
  const areValid =
    order === name &&
    values.length === columns.length &&
    columns.every(({ type, isNullable }, i) => (isNullable && values[i] === null) || validators[type](values[i]));
  if (areValid) return values as SortValue[];
  throw invalid([{ field, message: (texts) => texts.platform.otherCursor }]);
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

function parse(text: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

const validators: Record<SortType, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  citext: isPostgresText,
  float8: Number.isFinite,
  int: (value) => Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31,
  text: isPostgresText,
  timestamptz: isTime,
  uuid: (value) => typeof value === 'string' && isId(value),
};

/** Date.parse accepts days that do not exist. */
function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?$/.test(value)) return false;
  const time = new Date(`${value}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value.slice(0, 'yyyy-mm-ddThh:mm:ss'.length));
}
