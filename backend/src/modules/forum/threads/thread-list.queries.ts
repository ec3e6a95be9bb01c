import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { COUNT_CAP, THREADS_PER_PAGE } from '../forum-limits.js';
import { decodeCursor, encodeCursor, type ThreadCursor } from './thread-cursor.js';
import { ThreadViews } from '../repositories/thread-views.js';
import { firstUnread, unreadJoins } from '../unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ThreadListResponse, ThreadsQuery, ThreadSort } from './threads.dto.js';

/** The sorted column and its type; each has an index that begins with the category and is_pinned. */
const sortColumns: Record<ThreadSort, { column: string; type: string } | null> = {
  activity: { column: 'last_post_at', type: 'timestamptz' },
  newest: null,
  views: { column: 'view_count', type: 'int' },
  replies: { column: 'post_count', type: 'int' },
};

interface ThreadList {
  rows: ThreadSummaryRow[];
  total: number;
  isCapped: boolean;
  hasNext: boolean;
  hasPrevious: boolean;
}

/** Lists of threads. Hidden threads are not listed; their authors and moderators reach them by their address. */
@Injectable()
export class ThreadListQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly views: ThreadViews,
  ) {}

  /** @throws 404 for a missing category, 400 for an invalid cursor */
  async list(actor: Actor, categoryId: string, query: ThreadsQuery): Promise<ThreadListResponse> {
    if (!isId(categoryId)) throw notFound('This category');
    const { sort = 'activity', page } = query;
    const list = await this.cache.read(`threads ${categoryId} ${JSON.stringify(query)}`, () =>
      this.find(categoryId, query),
    );
    if (!list) throw notFound('This category');
    const { rows, total, isCapped, hasNext, hasPrevious } = list;
    const unread = actor.id ? await this.findUnread(actor.id, rows) : undefined;
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      threads: rows.map((row) => toThreadSummary(this.views.withPending(row), unread && (unread.get(row.id) ?? null))),
      page,
      pages: Math.max(1, Math.ceil(total / THREADS_PER_PAGE)),
      total,
      is_capped: isCapped,
      next: last && hasNext ? encodeCursor(cursorOf(last, sort)) : null,
      previous: first && hasPrevious ? encodeCursor(cursorOf(first, sort)) : null,
    };
  }

  private async find(categoryId: string, query: ThreadsQuery): Promise<ThreadList | undefined> {
    const { sort = 'activity', page, tag, solved, after, before } = query;
    const values: unknown[] = [categoryId];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const conditions = ['t.category_id = $1', 't.deleted_at is null', 't.hidden_at is null'];
    if (tag) conditions.push(`t.tags @> array[${bind(tag.toLowerCase())}]::text[]`);
    if (solved) conditions.push(`t.is_solved = ${bind(solved === 'true')}::boolean`);
    const isFiltered = Boolean(tag ?? solved);
    const total = isFiltered
      ? `(select count(*)::int
          from (select 1 from forum_threads t where ${conditions.join(' and ')} limit ${COUNT_CAP + 1}) n)`
      : 'c.thread_count';
    const countValues = values.length;
    const place = after ?? before;
    const isBackwards = !after && Boolean(before);
    if (place)
      conditions.push(placeCondition(sort, requireCursor(place, sort, after ? 'after' : 'before'), isBackwards, bind));
    const direction = isBackwards ? 'asc' : 'desc';
    const order = orderOf(sort, direction);
    const offset = place ? 0 : (page - 1) * THREADS_PER_PAGE;
    // The ids of a far page come from the index alone; only the rows of the page are read.
    const rows = await this.database.query<ThreadSummaryRow>(
      `select ${threadSummaryColumns}
       from (
         select t.id from forum_threads t where ${conditions.join(' and ')}
         order by ${order} limit ${THREADS_PER_PAGE + 1} offset ${bind(offset)}
       ) place
       join forum_threads t on t.id = place.id ${threadSummaryJoins}
       order by ${order}`,
      values,
    );
    const category = await this.database.one<{ total: number }>(
      `select ${total} as total from forum_categories c where c.id = $1`,
      values.slice(0, countValues),
    );
    if (!category) return undefined;
    const hasMore = rows.length > THREADS_PER_PAGE;
    const near = rows.slice(0, THREADS_PER_PAGE).map((row) => this.views.forCache(row));
    return {
      rows: isBackwards ? near.toReversed() : near,
      total: isFiltered ? Math.min(category.total, COUNT_CAP) : category.total,
      isCapped: isFiltered && category.total > COUNT_CAP,
      hasNext: isBackwards || hasMore,
      hasPrevious: isBackwards ? hasMore : Boolean(place) || page > 1,
    };
  }

  /** The number of the first post that the user has not read, by thread. */
  private async findUnread(userId: string, rows: readonly ThreadSummaryRow[]): Promise<Map<string, number | null>> {
    if (!rows.length) return new Map();
    const found = await this.database.query<{ id: string; first_unread: number | null }>(
      `select t.id, ${firstUnread} as first_unread
       from forum_threads t ${unreadJoins('$1')}
       where t.id = any($2::uuid[])`,
      [userId, rows.map(({ id }) => id)],
    );
    return new Map(found.map(({ id, first_unread }) => [id, first_unread]));
  }
}

const orderOf = (sort: ThreadSort, direction: 'asc' | 'desc'): string =>
  ['is_pinned', sortColumns[sort]?.column, 'id']
    .filter(Boolean)
    .map((column) => `t.${column} ${direction}`)
    .join(', ');

function requireCursor(text: string, sort: ThreadSort, field: string): ThreadCursor {
  const cursor = decodeCursor(text, sort);
  if (!cursor) throw invalid([{ field, message: 'This place is not one of this list.' }]);
  return cursor;
}

function placeCondition(
  sort: ThreadSort,
  { isPinned, value, id }: ThreadCursor,
  isBackwards: boolean,
  bind: (value: unknown) => string,
): string {
  const sorted = sortColumns[sort];
  const columns = ['t.is_pinned', ...(sorted ? [`t.${sorted.column}`] : []), 't.id'];
  const placed = [
    `${bind(isPinned)}::boolean`,
    ...(sorted ? [`${bind(value)}::${sorted.type}`] : []),
    `${bind(id)}::uuid`,
  ];
  return `(${columns.join(', ')}) ${isBackwards ? '>' : '<'} (${placed.join(', ')})`;
}

function cursorOf(row: ThreadSummaryRow, sort: ThreadSort): ThreadCursor {
  const values: Record<ThreadSort, ThreadCursor['value']> = {
    activity: row.last_post_at.toISOString(),
    newest: null,
    views: row.view_count,
    replies: row.post_count,
  };
  return { isPinned: row.is_pinned, value: values[sort], id: row.id };
}
