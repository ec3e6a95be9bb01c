import { sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { ThreadSummaryResponse } from './threads.dto.js';

type ThreadColumn =
  | 'id'
  | 'title'
  | 'tags'
  | 'is_pinned'
  | 'is_locked'
  | 'is_solved'
  | 'view_count'
  | 'post_count'
  | 'last_number'
  | 'author_id'
  | 'created_at'
  | 'last_post_at';

export interface ThreadSummaryRow extends Pick<Row<'forum_threads'>, ThreadColumn> {
  category_id: string;
  author_name: string;
  last_post_author: string;
}

/** Of the thread t and {@link threadSummaryJoins}. */
export const threadSummaryColumns = sql`
  t.id, t.category_id, t.title, t.tags, t.is_pinned, t.is_locked, t.is_solved, t.view_count, t.post_count,
  t.last_number, t.author_id, a.name as author_name, t.created_at, l.name as last_post_author, t.last_post_at`;

export const threadSummaryJoins = sql`
  join people a on a.id = t.author_id
  join people l on l.id = t.last_post_author_id`;

/** @param firstUnread number of the first unread post, null when all are read; undefined for guests */
export const toThreadSummary = (row: ThreadSummaryRow, firstUnread?: number | null): ThreadSummaryResponse => ({
  id: row.id,
  category_id: row.category_id,
  title: row.title,
  tags: row.tags,
  is_pinned: row.is_pinned,
  is_locked: row.is_locked,
  is_solved: row.is_solved,
  view_count: row.view_count,
  post_count: row.post_count,
  last_number: row.last_number,
  author_id: row.author_id,
  author_name: row.author_name,
  created_at: row.created_at.toISOString(),
  last_post_author: row.last_post_author,
  last_post_at: row.last_post_at.toISOString(),
  ...(firstUnread !== undefined && { first_unread: firstUnread }),
});
