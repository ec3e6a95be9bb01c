import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { prepared } from '../../../platform/database/prepared.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import {
  decodeCursor,
  encodeCursor,
  isAfterValues,
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { countCapped, toTotal } from '../../../platform/http/pagination/pagination.js';
import { type CategoryScope, selectCategoryScope } from '../../auth/index.js';
import { canReadIn } from '../shared/forum-visibility.js';
import { THREADS_PER_PAGE } from '../shared/forum-limits.js';
import { ThreadViewCounter } from '../reading/thread-view-counter.js';
import { firstUnread, joinReads } from '../reading/unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ThreadListResponse, ThreadsQuery, ThreadSort } from './threads.dto.js';

const pinnedFirst = (name: ThreadSort, ...columns: KeysetOrder['columns']): KeysetOrder => ({
  name: `threads by ${name}`,
  direction: 'desc',
  columns: [{ sql: sql.ref('t.is_pinned'), type: 'boolean' }, ...columns, { sql: sql.ref('t.id'), type: 'uuid' }],
});

/** Each order has an index that begins with the category. */
const orders: Record<ThreadSort, KeysetOrder> = {
  activity: pinnedFirst('activity', { sql: sql.ref('t.last_post_at'), type: 'timestamptz' }),
  newest: pinnedFirst('newest'),
  views: pinnedFirst('views', { sql: sql.ref('t.view_count'), type: 'int' }),
  replies: pinnedFirst('replies', { sql: sql.ref('t.post_count'), type: 'int' }),
};

type ListedThread = ThreadSummaryRow & SortedRow;

interface ThreadList {
  /** readers share the list; who may not read in the category must not get it */
  scope: CategoryScope | null;
  rows: ListedThread[];
  total: number;
  capped?: boolean;
  hasNext: boolean;
  hasPrevious: boolean;
}

interface UnreadThread {
  id: string;
  first_unread: number | null;
}

const findFirstUnread = prepared<{ user_id: string; ids: string[] }, UnreadThread>(
  (_db, values) => sql<UnreadThread>`
    select t.id, ${firstUnread} as first_unread
    from forum_threads t ${joinReads(values.user_id)}
    where t.id = any(${values.ids}::uuid[])`,
);

/** Lists of threads. Hidden threads are not listed; their authors and moderators reach them by their address. */
@Injectable()
export class ThreadListQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly views: ThreadViewCounter,
  ) {}

  /** @throws 404 for a missing category and one in which the actor may not read, 400 for an invalid cursor */
  async list(actor: Actor, categoryId: string, query: ThreadsQuery): Promise<ThreadListResponse> {
    if (!isId(categoryId)) throw notFound('category');
    const { sort = 'activity', page } = query;
    const list = await this.cache.read(`threads ${categoryId} ${JSON.stringify(query)}`, () =>
      this.find(categoryId, query),
    );
    if (!list || !canReadIn(actor, list)) throw notFound('category');
    const { rows, total, capped = false, hasNext, hasPrevious } = list;
    const unread = actor.id ? await this.findUnread(actor.id, rows) : undefined;
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      threads: rows.map((row) => toThreadSummary(this.views.withPending(row), unread && (unread.get(row.id) ?? null))),
      page,
      pages: Math.max(1, Math.ceil(total / THREADS_PER_PAGE)),
      total,
      is_capped: capped,
      next: last && hasNext ? encodeCursor(orders[sort], last.sort_values) : null,
      previous: first && hasPrevious ? encodeCursor(orders[sort], first.sort_values) : null,
    };
  }

  private async find(categoryId: string, query: ThreadsQuery): Promise<ThreadList | undefined> {
    const { sort = 'activity', page, tag, solved, after, before } = query;
    const { db } = this.database;
    const conditions = [sql`t.category_id = ${categoryId}`, sql`t.deleted_at is null`, sql`t.hidden_at is null`];
    if (tag) conditions.push(sql`t.tags @> array[${tag.toLowerCase()}]::text[]`);
    if (solved) conditions.push(sql`t.is_solved = ${solved === 'true'}::boolean`);
    const isFiltered = Boolean(tag ?? solved);
    const total = isFiltered
      ? countCapped(sql`from forum_threads t where ${sql.join(conditions, sql` and `)}`)
      : sql<number>`c.thread_count`;
    const place = after ?? before;
    const isBackwards = !after && Boolean(before);
    const order = orders[sort];
    const isOnPage = place
      ? isAfterValues(order, decodeCursor(order, place, after ? 'after' : 'before'), isBackwards)
      : sql`true`;
    const offset = place ? 0 : (page - 1) * THREADS_PER_PAGE;
    // The ids of a far page come from the index alone; only the rows of the page are read.
    const { rows } = await sql<ListedThread>`
      select ${threadSummaryColumns}, ${selectSortValues(order)} as sort_values
      from (
        select t.id from forum_threads t where ${sql.join([...conditions, isOnPage], sql` and `)}
        order by ${orderBy(order, isBackwards)} limit ${sql.lit(THREADS_PER_PAGE + 1)} offset ${offset}
      ) place
      join forum_threads t on t.id = place.id ${threadSummaryJoins}
      order by ${orderBy(order, isBackwards)}`.execute(db);
    const category = await db
      .selectFrom('forum_categories as c')
      .select([total.as('total'), selectCategoryScope('c.id').as('scope')])
      .where('c.id', '=', categoryId)
      .executeTakeFirst();
    if (!category) return undefined;
    const hasMore = rows.length > THREADS_PER_PAGE;
    const near = rows.slice(0, THREADS_PER_PAGE).map((row) => this.views.forCache(row));
    return {
      scope: category.scope,
      rows: isBackwards ? near.toReversed() : near,
      ...(isFiltered ? toTotal(category.total) : { total: category.total }),
      hasNext: isBackwards || hasMore,
      hasPrevious: isBackwards ? hasMore : Boolean(place) || page > 1,
    };
  }

  /** The number of the first post that the user has not read, by thread. */
  private async findUnread(userId: string, rows: readonly ThreadSummaryRow[]): Promise<Map<string, number | null>> {
    if (!rows.length) return new Map();
    const found = await findFirstUnread(this.database.db, { user_id: userId, ids: rows.map(({ id }) => id) });
    return new Map(found.map(({ id, first_unread }) => [id, first_unread]));
  }
}
