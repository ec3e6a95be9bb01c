import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../schema/index.js';
import { EmptyAsUndefined, TextField } from '../validation/fields.js';
import {
  decodeCursor,
  encodeCursor,
  isAfterValues,
  type KeysetOrder,
  MAX_CURSOR,
  orderBy,
  type SortedRow,
} from './cursor.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;
const MAX_PAGE = 1_000_000;

/** Invalid values become the default and too large ones the maximum: a list never fails because of its paging. */
const clamped = (fallback: number, max: number) =>
  applyDecorators(
    // Fields without a validator are dropped by the whitelist.
    Allow(),
    Transform(({ value }: { value: unknown }) => {
      const number = Math.trunc(Number(value));
      return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback;
    }),
  );

/** The number of a page of fixed size; page 1 is the first. */
export class PageNumberQuery {
  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
    description: 'number of the page, from 1',
  })
  @clamped(1, MAX_PAGE)
  page: number = 1;
}

/** The size of a page that is found by a cursor. */
export class LimitQuery {
  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'rows per page; larger values mean the maximum, invalid ones the default',
  })
  @clamped(DEFAULT_LIMIT, MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;
}

const CURSOR = { label: 'cursor', max: MAX_CURSOR, optional: true } as const;

/** The cursor of a list whose named response contains that of the next page. */
export class CursorQuery extends LimitQuery {
  @EmptyAsUndefined()
  @TextField({ ...CURSOR, description: '`next_cursor` of the page before' })
  cursor?: string;
}

/** The property `next_cursor` of such a response. */
export const NextCursorProperty = (): PropertyDecorator =>
  ApiProperty({
    description: 'value of `cursor` for the next page; null on the last',
    type: String,
    nullable: true,
    example: 'WyJoaWRkZW4gaXRlbXMiLCIyMDI2LTExLTI0VDEwOjAwOjAwIl0',
  });

/** Query parameters of a page. */
export class PageQuery extends PageNumberQuery {
  @EmptyAsUndefined()
  @TextField({
    ...CURSOR,
    description:
      '`X-Next-Cursor` of the page before, with the same filters and order: the rows after that page, none skipped ' +
      'or repeated when others are added or deleted meanwhile; `page` is then ignored',
  })
  cursor?: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'rows per page; larger values mean the maximum, invalid ones the default',
  })
  @clamped(DEFAULT_LIMIT, MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;

  /** Computed, so a query string must not set it. */
  @Exclude()
  get offset(): number {
    return (this.page - 1) * this.limit;
  }
}

/** The headers that {@link sendPage} sets, for the OpenAPI document. */
export const pageHeaders = {
  'X-Total-Count': { description: 'number of rows of all pages', schema: { type: 'integer' } },
  'X-Total-Capped': {
    description: 'true when counting stopped and there may be more rows; otherwise absent',
    schema: { type: 'boolean' },
  },
  'X-Next-Cursor': {
    description: 'value of `cursor` for the next page; absent on the last',
    schema: { type: 'string' },
  },
  Link: { description: 'addresses of the first, previous, next and last page (RFC 8288)', schema: { type: 'string' } },
} as const;

/** A page of rows and how many there are in all; `capped` says that counting stopped there and there may be more. */
export interface Page<T> {
  rows: T[];
  total: number;
  capped?: boolean;
  /** The returned page when it is not the requested one. */
  page?: number;
  /** Whether `total` counts other rows than those of the pages, so that the last page is unknown. */
  hasUnknownLast?: boolean;
  /** The cursor of the next page; null on the last. */
  nextCursor?: string | null;
  /**
   * Parameters of the neighbouring pages of keyset pagination, which skips no rows when others are added or removed.
   */
  neighbours?: Neighbours;
}

interface Neighbours {
  prev?: Record<string, string> | undefined;
  next?: Record<string, string> | undefined;
}

/**
 * A page of a list by time, before or after a row, which may have been deleted. Query one row more than the limit;
 * query the rows of a page towards the beginning of the list in reverse.
 * @param isBackward whether the page is towards the beginning
 * @param forward the parameter that leads towards the end: `before` in lists with the newest row first
 */
export function keysetPage<T extends { id: string }>(
  found: readonly T[],
  limit: number,
  isBackward: boolean,
  forward: 'before' | 'after' = 'before',
): { rows: T[]; neighbours: Neighbours } {
  const near = found.slice(0, limit);
  const rows = isBackward ? near.toReversed() : near;
  const [first, last] = [rows[0], rows.at(-1)];
  const hasMore = found.length > limit;
  const backward = forward === 'before' ? 'after' : 'before';
  return {
    rows,
    neighbours: {
      ...(first && (hasMore || !isBackward) && { prev: { [backward]: first.id } }),
      ...(last && (hasMore || isBackward) && { next: { [forward]: last.id } }),
    },
  };
}

/** Which page of a list is read. */
export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
  /** from 1; a cursor takes precedence */
  page?: number;
  /** rows before the page, when they are no whole pages */
  offset?: number;
}

/**
 * A page of a list: the condition for `where`, and what ends the statement. One row more than the limit is selected, as
 * {@link toPage} expects.
 * @throws 400 for a cursor of another order
 */
export function buildPage(
  order: KeysetOrder,
  { cursor, limit, page = 1, offset = (page - 1) * limit }: PageRequest,
): { isAfter: RawBuilder<boolean>; tail: RawBuilder<unknown> } {
  const isAfter = cursor === undefined ? sql<boolean>`true` : isAfterValues(order, decodeCursor(order, cursor));
  const skipped = cursor === undefined && offset > 0 ? sql` offset ${offset}` : sql``;
  return { isAfter, tail: sql`order by ${orderBy(order)} limit ${limit + 1}${skipped}` };
}

/** Where counting stops: what grows is not counted to its end. */
export const COUNT_CAP = 1000;

type Total = Required<Pick<Page<unknown>, 'total' | 'capped'>>;

/**
 * The number of rows, at most one more than {@link COUNT_CAP}, which {@link toTotal} expects.
 * @param rows what follows `select 1`
 */
export const countCapped = (rows: RawBuilder<unknown>, max = COUNT_CAP + 1): RawBuilder<number> =>
  sql`(select count(*)::int from (select 1 ${rows} limit ${sql.lit(max)}) counted)`;

export const toTotal = (counted: number): Total => ({
  total: Math.min(counted, COUNT_CAP),
  capped: counted > COUNT_CAP,
});

/** The total of a list, in a statement of its own. @param rows what follows `select 1` */
export async function countRows(db: Kysely<Schema>, rows: RawBuilder<unknown>): Promise<Total> {
  const { n } = await db.selectNoFrom(countCapped(rows).as('n')).executeTakeFirstOrThrow();
  return toTotal(n);
}

/** The rows of a page, of which one more than the limit was selected, and the cursor of the next page. */
export function toPage<Row extends object>(
  order: KeysetOrder,
  found: readonly (Row & SortedRow)[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => {
      const { sort_values: _sortValues, ...rest } = row;
      return rest as unknown as Row;
    }),
    nextCursor: last && found.length > limit ? encodeCursor(order, last.sort_values) : null,
  };
}

const toNumber = (number: number) => ({ page: String(number) });

/**
 * Sets X-Total-Count, X-Total-Capped, X-Next-Cursor and Link (RFC 8288) and returns the rows.
 * @param pageParameters other parameters that choose a page like `page`; links replace them and keep all other
 * parameters of the route
 */
export function sendPage<T>(
  { rows, total, capped, nextCursor, neighbours, hasUnknownLast = capped, ...rest }: Page<T>,
  query: PageQuery,
  request: FastifyRequest,
  reply: FastifyReply,
  pageParameters: readonly string[] = [],
): T[] {
  const { limit } = query;
  const page = rest.page ?? query.page;
  void reply.header('X-Total-Count', String(total));
  if (capped) void reply.header('X-Total-Capped', 'true');
  if (nextCursor) void reply.header('X-Next-Cursor', nextCursor);
  const last = Math.max(1, Math.ceil(total / limit));
  const hasNext = nextCursor === undefined ? page < last || (capped && rows.length === limit) : nextCursor !== null;
  const { pathname, search } = new URL(request.originalUrl, 'http://localhost');
  const buildLink = (place: Record<string, string>, rel: string) => {
    // Unknown parameters are left out, since they could make the header as long as a URL may be.
    const parameters = new URLSearchParams(
      [...new URLSearchParams(search)].filter(([name]) => Object.hasOwn(query, name)),
    );
    for (const name of ['page', 'cursor', ...pageParameters]) if (!(name in place)) parameters.delete(name);
    for (const [name, value] of Object.entries({ ...place, limit: String(limit) })) parameters.set(name, value);
    return `<${pathname}?${parameters.toString()}>; rel="${rel}"`;
  };
  const numbered = () => ({
    prev: page > 1 ? toNumber(hasUnknownLast ? page - 1 : Math.min(page - 1, last)) : undefined,
    next: hasNext ? toNumber(page + 1) : undefined,
  });
  const afterCursor = { prev: undefined, next: nextCursor ? { cursor: nextCursor } : undefined };
  const { prev, next } = neighbours ?? (query.cursor === undefined ? numbered() : afterCursor);
  const links = [
    buildLink(toNumber(1), 'first'),
    ...(prev ? [buildLink(prev, 'prev')] : []),
    ...(next ? [buildLink(next, 'next')] : []),
  ];
  if (!hasUnknownLast) links.push(buildLink(toNumber(last), 'last'));
  void reply.header('Link', links.join(', '));
  return rows;
}
