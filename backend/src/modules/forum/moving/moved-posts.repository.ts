import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import { Database } from '../../../platform/database/database.js';
import { selectIsHidden } from '../shared/forum-visibility.js';
import { selectLastPost, setLastPost } from '../repositories/forum.repository.js';

export type SelectedPost = Pick<Row<'forum_posts'>, 'id' | 'number' | 'author_id' | 'created_at'> & {
  is_hidden: boolean;
};

/** Two threads: the one that posts leave, and the one that they are added to. */
export interface Move {
  fromId: string;
  toId: string;
  /** the last number of the target before the move */
  lastNumber: number;
}

interface MovedPosts {
  /** of those that are neither hidden nor deleted */
  count: number;
  /** of those that are not deleted */
  authorIds: string[];
}

/** The number in the target of the last post moved there that the user of the row s of thread_reads has read. */
const selectReadPlace = ({ fromId, toId, lastNumber }: Move) => sql`
  select p.number from forum_moved_posts m join forum_posts p on p.id = m.post_id
  where m.thread_id = ${fromId} and m.number <= s.last_number and p.thread_id = ${toId} and p.number > ${lastNumber}
  order by m.number desc limit 1`;

/**
 * Moves posts between threads, by statements over all rows. Joins the caller's transaction, which has locked both
 * threads.
 */
@Injectable()
export class MovedPostsRepository {
  constructor(private readonly database: Database) {}

  /** Those of the posts that are in the thread and not deleted, by number. */
  listSelected(threadId: string, ids: readonly string[]): Promise<SelectedPost[]> {
    return this.database.db
      .selectFrom('forum_posts as p')
      .select(['p.id', 'p.number', 'p.author_id', 'p.created_at', selectIsHidden('p')])
      .where('p.thread_id', '=', threadId)
      .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
      .where('p.deleted_at', 'is', null)
      .orderBy('p.number')
      .execute();
  }

  /**
   * The posts get the next numbers of the target, in their order; their former numbers remember them.
   * @param ids all posts when omitted, with those in the trash, so that they can be restored; purged ones stay
   */
  async move({ fromId, toId, lastNumber }: Move, ids?: readonly string[]): Promise<MovedPosts> {
    const selected = ids ?? null;
    const moved = await sql<MovedPosts>`
      with moved as materialized (
        select p.id, p.number as former, ${lastNumber}::int + row_number() over (order by p.number)::int as number
        from forum_posts p
        where p.thread_id = ${fromId}
          and case when ${selected}::uuid[] is null then p.deleted_at is null or p.deleted_by is not null
                   else p.deleted_at is null and p.id = any(${selected}::uuid[]) end
      ),
      kept as (
        insert into forum_moved_posts (thread_id, number, post_id) select ${fromId}::uuid, m.former, m.id from moved m
      ),
      updated as (
        update forum_posts p
        set thread_id = ${toId}, number = m.number from moved m where p.id = m.id
        returning p.author_id, p.hidden_at, p.deleted_at
      )
      select (count(*) filter (where u.hidden_at is null))::int as count,
             coalesce(array_agg(distinct u.author_id), '{}') as "authorIds"
      from updated u where u.deleted_at is null`.execute(this.database.db);
    // The documents that were made of these posts show the thread that they are in.
    await sql`
      update content_threads ct set thread_id = ${toId}
      from forum_posts p where p.id = ct.post_id and ct.thread_id = ${fromId} and p.thread_id = ${toId}`.execute(
      this.database.db,
    );
    // Replies refer to posts of their own thread only.
    await sql`
      update forum_posts p set reply_to_id = null
      from forum_posts q
      where q.id = p.reply_to_id and p.thread_id in (${fromId}, ${toId}) and q.thread_id <> p.thread_id`.execute(
      this.database.db,
    );
    return moved.rows[0] ?? { count: 0, authorIds: [] };
  }

  /** Counts the posts of threads again, and finds their last posts. */
  async refreshCounters(threadIds: readonly string[]): Promise<void> {
    await sql`
      update forum_threads t
      set post_count = n.posts, last_number = greatest(t.last_number, n.last_number), ${setLastPost}
      from (
        select p.thread_id, (count(*) filter (where p.hidden_at is null and p.deleted_at is null))::int as posts,
               max(p.number) as last_number
        from forum_posts p where p.thread_id = any(${threadIds}::uuid[]) group by p.thread_id
      ) n
      left join lateral (${selectLastPost(sql.ref('n.thread_id'))}) l on true
      where t.id = n.thread_id`.execute(this.database.db);
  }

  /** Each author of a moved post watches the new thread who watches the former one. What was read stays read. */
  async copyReads(move: Move, authorIds: readonly string[]): Promise<void> {
    await sql`
      insert into thread_reads (user_id, thread_id, last_number, is_watched)
      select s.user_id, ${move.toId}::uuid, place.number, s.is_watched and s.user_id = any(${authorIds}::uuid[])
      from thread_reads s cross join lateral (${selectReadPlace(move)}) place
      where s.thread_id = ${move.fromId}`.execute(this.database.db);
  }

  /**
   * Watchers of either thread watch the target. The moved posts that users have read stay read for those who have
   * read all posts before them.
   */
  async mergeReads(move: Move): Promise<void> {
    const { fromId, toId, lastNumber } = move;
    await sql`
      update thread_reads r
      set is_watched = r.is_watched or s.is_watched,
          last_number = case
            when r.last_number >= ${lastNumber} then greatest(r.last_number, coalesce((${selectReadPlace(move)}), 0))
            else r.last_number
          end
      from thread_reads s
      where s.thread_id = ${fromId} and r.thread_id = ${toId} and r.user_id = s.user_id`.execute(this.database.db);
    await sql`
      insert into thread_reads (user_id, thread_id, is_watched)
      select s.user_id, ${toId}::uuid, true from thread_reads s where s.thread_id = ${fromId} and s.is_watched
      on conflict do nothing`.execute(this.database.db);
    await sql`delete from thread_reads where thread_id = ${fromId}`.execute(this.database.db);
  }

  /** Users who viewed both threads on one day count once, as for a single thread. */
  async mergeViews({ fromId, toId }: Move): Promise<void> {
    await sql`
      with added as (
        insert into thread_view_days (thread_id, viewer_key, day)
        select ${toId}::uuid, d.viewer_key, d.day from thread_view_days d where d.thread_id = ${fromId}
        order by d.viewer_key, d.day
        on conflict do nothing returning day
      ),
      repeated as (
        select (select count(*) from thread_view_days d where d.thread_id = ${fromId})
               - (select count(*) from added) as n
      )
      update forum_threads t
      set view_count = t.view_count + greatest(0, s.view_count - repeated.n::int)
      from forum_threads s, repeated where t.id = ${toId} and s.id = ${fromId}`.execute(this.database.db);
    await sql`delete from thread_view_days where thread_id = ${fromId}`.execute(this.database.db);
  }

  /** The target is about the documents and videos of the merged thread as well, after its own. */
  async mergeAbout({ fromId, toId }: Move): Promise<void> {
    await sql`
      update content_threads ct
      set thread_id = ${toId},
          position = ct.position + coalesce(
            (select max(o.position) + 1 from content_threads o where o.thread_id = ${toId} and o.kind = 'DISCUSSION'), 0
          )
      where ct.thread_id = ${fromId} and ct.kind = 'DISCUSSION'
        and not exists (
          select 1 from content_threads o
          where o.thread_id = ${toId} and o.kind = 'DISCUSSION' and o.item_id = ct.item_id
        )`.execute(this.database.db);
    // Those of items that the target is about already, and of documents that were made of purged posts.
    await sql`delete from content_threads where thread_id = ${fromId}`.execute(this.database.db);
  }

  /** The address of the merged thread, and of those merged into it before, leads to the target. */
  async close({ fromId, toId }: Move): Promise<void> {
    await sql`
      update forum_threads
      set deleted_at = ${new Date()}, merged_into_id = ${toId}, post_count = 0, is_solved = false,
          solution_post_id = null
      where id = ${fromId}`.execute(this.database.db);
    await sql`update forum_threads set merged_into_id = ${toId} where merged_into_id = ${fromId}`.execute(
      this.database.db,
    );
  }
}
