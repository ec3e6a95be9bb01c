import { type RawBuilder, sql } from 'kysely';

/*
 * The one rule for what is unread. Over the aliases t of forum_threads, r of thread_reads, k of category_reads and me
 * of people, where the latter three are rows of the user.
 */

/** Posts that are checked for the first one after a category was marked as read. */
const MAX_CHECKED_POSTS = 100;

/** Threads of a category, the latest ones, that are checked for unread posts. */
export const MAX_UNREAD = 100;

/** @param user id, null for guests */
export const joinReads = (user: RawBuilder<string | null>) => sql`
  left join people me on me.id = ${user}::uuid
  left join thread_reads r on r.user_id = ${user}::uuid and r.thread_id = t.id
  left join category_reads k on k.user_id = ${user}::uuid and k.category_id = t.category_id`;

/** Posts up to this time are not unread: the user joined later, or has marked the category as read. */
export const seenUntil = sql<Date>`greatest(me.join_date, k.read_until)`;

/** The number of the last post that the user has read; 0 without one. */
export const lastRead = sql<number>`coalesce(r.last_number, 0)`;

/**
 * Whether the thread has posts that the user has not read. Placeholders of deleted and hidden ones are none. A thread
 * that was never opened has at least the Original Post, so its posts are not looked up.
 */
export const isUnread = sql<boolean>`(
  t.last_number > ${lastRead} and t.last_post_at > ${seenUntil}
  and (${lastRead} = 0 or exists (
    select 1 from forum_posts p
    where p.thread_id = t.id and p.number > ${lastRead} and p.deleted_at is null and p.hidden_at is null
  )))`;

/** The number of the first unread post; null when all are read. A thread never opened begins with its first post. */
export const firstUnread = sql<number | null>`
  case
    when not ${isUnread} then null
    when k.read_until is null or t.created_at > k.read_until then ${lastRead} + 1
    else (
      select min(n.number)
      from (
        select p.number, p.created_at from forum_posts p
        where p.thread_id = t.id and p.number > ${lastRead}
        order by p.number desc limit ${sql.lit(MAX_CHECKED_POSTS)}
      ) n
      where n.created_at > k.read_until
    )
  end`;
