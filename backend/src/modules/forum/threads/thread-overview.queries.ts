import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { unauthorized } from '../../../platform/errors/domain-error.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, toPage } from '../../../platform/http/pagination/pagination.js';
import { isCategoryReadable, selectRestrictedTo } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { ThreadViewCounter } from '../reading/thread-view-counter.js';
import { firstUnread, isUnread, joinReads, MAX_UNREAD, seenUntil } from '../reading/unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ThreadFilter, ThreadOverviewQuery, ThreadOverviewResponse } from './threads.dto.js';

interface ThreadOverviewRow extends ThreadSummaryRow {
  category_name: string;
  category_icon: string;
  category_color: string;
  parent_name: string | null;
  parent_category_id: string | null;
  restricted_to: string[] | null;
  /** of signed-in users */
  first_unread: number | null;
}

const byActivity: KeysetOrder = {
  name: 'all threads',
  direction: 'desc',
  columns: [
    { sql: sql.ref('t.last_post_at'), type: 'timestamptz' },
    { sql: sql.ref('t.id'), type: 'uuid' },
  ],
};

const isListed = sql<boolean>`(t.deleted_at is null and t.hidden_at is null)`;

/** Posts can have been moved to another thread since; hidden and deleted ones do not count. */
const isAboutItems = (itemIds: RawBuilder<{ id: string }>) => sql<boolean>`t.id in (
  select coalesce(p.thread_id, ct.thread_id)
  from content_threads ct
  left join forum_posts p on p.id = ct.post_id
  where ct.item_id in (${itemIds}) and p.deleted_at is null and p.hidden_at is null)`;

interface Selection {
  userId: string;
  /** of the category c */
  isReadable: RawBuilder<boolean>;
  /** of the category and the place of the thread t, which the reader may read */
  condition: RawBuilder<boolean>;
  tail: RawBuilder<unknown>;
}

/** The ids of a page. */
const selections: Record<ThreadFilter, (selection: Selection) => RawBuilder<unknown>> = {
  latest: ({ condition, tail }) => sql`select t.id from forum_threads t where ${isListed} and ${condition} ${tail}`,
  unanswered: ({ condition, tail }) => sql`
    select t.id from forum_threads t
    where ${isListed} and t.post_count = 1 and not t.is_locked and ${condition} ${tail}`,
  following: ({ userId, condition, tail }) => sql`
    select t.id from thread_reads w join forum_threads t on t.id = w.thread_id
    where w.user_id = ${userId} and w.is_watched and ${isListed} and ${condition} ${tail}`,
  // Like the number of unread threads of a category, from its latest ones only.
  unread: ({ userId, isReadable, condition, tail }) => sql`
    select t.id
    from forum_categories c
    join people me on me.id = ${userId}
    left join category_reads k on k.user_id = ${userId} and k.category_id = c.id
    cross join lateral (
      select t.id, t.last_number, t.last_post_at from forum_threads t
      where t.category_id = c.id and ${isListed} and t.last_post_at > ${seenUntil} and ${condition}
      order by t.last_post_at desc, t.id desc limit ${sql.lit(MAX_UNREAD)}
    ) t
    left join thread_reads r on r.user_id = ${userId} and r.thread_id = t.id
    where ${isReadable} and ${isUnread} ${tail}`,
};

/** Threads of all categories, those with the latest posts first. */
@Injectable()
export class ThreadOverviewQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly views: ThreadViewCounter,
    private readonly content: ContentFacade,
  ) {}

  /** @throws 401 for guests who want their own lists, 400 for an invalid cursor */
  async list(
    actor: Actor,
    { filter = 'latest', category_id, about_category_id, ...page }: ThreadOverviewQuery,
  ): Promise<ThreadOverviewResponse> {
    if (actor.isGuest && (filter === 'unread' || filter === 'following')) throw unauthorized();
    const { isAfter, tail } = buildPage(byActivity, page);
    const isOfCategory = category_id ? sql<boolean>`t.category_id = ${category_id}` : sql<boolean>`true`;
    const isAbout = about_category_id
      ? isAboutItems(this.content.selectVisibleIds(about_category_id, actor))
      : sql<boolean>`true`;
    const conditions = [isCategoryReadable(actor, 't.category_id'), isOfCategory, isAbout, isAfter];
    const condition = sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    const isReadable = isCategoryReadable(actor, 'c.id');
    const userId = actor.id ?? '';
    const reads = actor.isGuest ? sql`` : joinReads(sql`${userId}`);
    const { rows: found } = await sql<ThreadOverviewRow & SortedRow>`
      select ${threadSummaryColumns}, c.name as category_name, c.icon as category_icon, c.color as category_color,
             parent.name as parent_name, c.parent_category_id, ${selectRestrictedTo('c.id')} as restricted_to,
             ${actor.isGuest ? sql`null::int` : firstUnread} as first_unread,
             ${selectSortValues(byActivity)} as sort_values
      from (${selections[filter]({ userId, isReadable, condition, tail })}) place
      join forum_threads t on t.id = place.id ${threadSummaryJoins}
      join forum_categories c on c.id = t.category_id
      left join forum_categories parent on parent.id = c.parent_category_id ${reads}
      order by ${orderBy(byActivity)}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<ThreadOverviewRow>(byActivity, found, page.limit);
    return {
      threads: rows.map((row) => ({
        ...toThreadSummary(this.views.withPending(row), actor.isGuest ? undefined : row.first_unread),
        category: {
          id: row.category_id,
          name: row.category_name,
          icon: row.category_icon,
          color: row.category_color,
          parent_name: row.parent_name,
          parent_category_id: row.parent_category_id,
          is_restricted: row.restricted_to !== null,
          restricted_to: row.restricted_to ?? [],
        },
      })),
      next_cursor: nextCursor,
    };
  }
}
