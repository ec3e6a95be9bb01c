import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** Query parameters of a page. */
export class PageQuery extends PageNumberQuery {
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
  Link: { description: 'addresses of the first, previous, next and last page (RFC 8288)', schema: { type: 'string' } },
} as const;

/** A page of rows and how many there are in all; `capped` says that counting stopped there and there may be more. */
export interface Page<T> {
  rows: T[];
  total: number;
  capped?: boolean;
  /** The returned page when it is not the requested one. */
  page?: number;
  /**
   * Parameters of the neighbouring pages of keyset pagination, which skips no rows when others are added or removed.
   */
  neighbours?: Neighbours;
}

interface Neighbours {
  prev?: Record<string, string>;
  next?: Record<string, string>;
}

/**
 * A page of a list with the newest row first, before or after a row, which may have been deleted. Query one row more
 * than the limit; query newer rows in reverse.
 */
export function keysetPage<T extends { id: string }>(
  found: readonly T[],
  limit: number,
  isNewer: boolean,
): { rows: T[]; neighbours: Neighbours } {
  const near = found.slice(0, limit);
  const rows = isNewer ? near.toReversed() : near;
  const [first, last] = [rows[0], rows.at(-1)];
  const hasMore = found.length > limit;
  return {
    rows,
    neighbours: {
      ...(first && (hasMore || !isNewer) && { prev: { after: first.id } }),
      ...(last && (hasMore || isNewer) && { next: { before: last.id } }),
    },
  };
}

const toPage = (number: number) => ({ page: String(number) });

/**
 * Sets X-Total-Count, X-Total-Capped and Link (RFC 8288) and returns the rows.
 * @param pageParameters other parameters that choose a page like `page`; links replace them and keep all other
 * parameters of the route
 */
export function sendPage<T>(
  { rows, total, capped, neighbours, ...rest }: Page<T>,
  query: PageQuery,
  request: FastifyRequest,
  reply: FastifyReply,
  pageParameters: readonly string[] = [],
): T[] {
  const { limit } = query;
  const page = rest.page ?? query.page;
  void reply.header('X-Total-Count', String(total));
  if (capped) void reply.header('X-Total-Capped', 'true');
  const last = Math.max(1, Math.ceil(total / limit));
  const hasNext = page < last || (capped && rows.length === limit);
  const { pathname, search } = new URL(request.originalUrl, 'http://localhost');
  const linkTo = (place: Record<string, string>, rel: string) => {
    // Unknown parameters are left out, since they could make the header as long as a URL may be.
    const parameters = new URLSearchParams(
      [...new URLSearchParams(search)].filter(([name]) => Object.hasOwn(query, name)),
    );
    for (const name of ['page', ...pageParameters]) if (!(name in place)) parameters.delete(name);
    for (const [name, value] of Object.entries({ ...place, limit: String(limit) })) parameters.set(name, value);
    return `<${pathname}?${parameters.toString()}>; rel="${rel}"`;
  };
  const { prev, next } = neighbours ?? {
    prev: page > 1 ? toPage(capped ? page - 1 : Math.min(page - 1, last)) : undefined,
    next: hasNext ? toPage(page + 1) : undefined,
  };
  const links = [
    linkTo(toPage(1), 'first'),
    ...(prev ? [linkTo(prev, 'prev')] : []),
    ...(next ? [linkTo(next, 'next')] : []),
  ];
  if (!capped) links.push(linkTo(toPage(last), 'last'));
  void reply.header('Link', links.join(', '));
  return rows;
}
