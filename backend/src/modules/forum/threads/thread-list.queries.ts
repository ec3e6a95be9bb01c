import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import {
  decodeCursor,
  encodeCursor,
  type KeysetOrder,
  orderSql,
  placeSql,
  sortValuesSql,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { COUNT_CAP, THREADS_PER_PAGE } from '../shared/forum-limits.js';
import { ThreadViews } from '../reading/thread-views.js';
import { firstUnread, unreadJoins } from '../reading/unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ThreadListResponse, ThreadsQuery, ThreadSort } from './threads.dto.js';

const pinnedFirst = (name: ThreadSort, ...columns: KeysetOrder['columns']): KeysetOrder => ({
  name: `threads by ${name}`,
  direction: 'desc',
  columns: [{ sql: 't.is_pinned', type: 'boolean' }, ...columns, { sql: 't.id', type: 'uuid' }],
});

/** Each order has an index that begins with the category. */
const orders: Record<ThreadSort, KeysetOrder> = {
  activity: pinnedFirst('activity', { sql: 't.last_post_at', type: 'timestamptz' }),
  newest: pinnedFirst('newest'),
  views: pinnedFirst('views', { sql: 't.view_count', type: 'int' }),
  replies: pinnedFirst('replies', { sql: 't.post_count', type: 'int' }),
};

type ListedThread = ThreadSummaryRow & SortedRow;

interface ThreadList {
  rows: ListedThread[];
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
      next: last && hasNext ? encodeCursor(orders[sort], last.sort_values) : null,
      previous: first && hasPrevious ? encodeCursor(orders[sort], first.sort_values) : null,
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
    const order = orders[sort];
    if (place) {
      const cursor = decodeCursor(order, place, after ? 'after' : 'before');
      conditions.push(placeSql(order, cursor, bind, isBackwards));
    }
    const orderBy = orderSql(order, isBackwards);
    const offset = place ? 0 : (page - 1) * THREADS_PER_PAGE;
    // The ids of a far page come from the index alone; only the rows of the page are read.
    const rows = await this.database.query<ListedThread>(
      `select ${threadSummaryColumns}, ${sortValuesSql(order)}
       from (
         select t.id from forum_threads t where ${conditions.join(' and ')}
         order by ${orderBy} limit ${THREADS_PER_PAGE + 1} offset ${bind(offset)}
       ) place
       join forum_threads t on t.id = place.id ${threadSummaryJoins}
       order by ${orderBy}`,
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
