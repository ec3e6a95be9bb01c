import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { selectLastPost, setLastPost } from '../repositories/threads.repository.js';

export interface SelectedPost {
  id: string;
  number: number;
  author_id: string;
  is_hidden: boolean;
  created_at: Date;
}

/** Two threads: the one that posts leave, and the one that they are added to. */
export interface Move {
  fromId: string;
  toId: string;
  /** the last number of the target before the move */
  lastNumber: number;
}

export interface MovedPosts {
  /** of those that are not hidden */
  count: number;
  authorIds: string[];
}

/** SQL: the number in $2 of the last post moved there from $1 that the user of the row s of thread_reads has read. */
const readPlace = (afterNumber: string): string => `
  select p.number from forum_moved_posts m join forum_posts p on p.id = m.post_id
  where m.thread_id = $1 and m.number <= s.last_number and p.thread_id = $2 and p.number > ${afterNumber}
  order by m.number desc limit 1`;

/**
 * Moves posts between threads, by statements over all rows. Joins the caller's transaction, which has locked both
 * threads.
 */
@Injectable()
export class MovedPostsRepository {
  constructor(private readonly database: Database) {}

  /** Those of the posts that are in the thread and not deleted, by number. */
  async listSelected(threadId: string, ids: readonly string[]): Promise<SelectedPost[]> {
    return this.database.query<SelectedPost>(
      `select p.id, p.number, p.author_id, p.hidden_at is not null as is_hidden, p.created_at
       from forum_posts p
       where p.thread_id = $1 and p.id = any($2::uuid[]) and p.deleted_at is null order by p.number`,
      [threadId, ids],
    );
  }

  /** The text of the first one of these posts; for the parser, before the threads are locked. */
  async findFirstText(ids: readonly string[]): Promise<string | undefined> {
    const row = await this.database.one<{ content: string }>(
      'select p.content from forum_posts p where p.id = any($1::uuid[]) order by p.number limit 1',
      [ids],
    );
    return row?.content;
  }

  /**
   * The posts get the next numbers of the target, in their order; their former numbers remember them. Deleted posts
   * are left behind.
   * @param ids all posts when omitted
   */
  async move({ fromId, toId, lastNumber }: Move, ids?: readonly string[]): Promise<MovedPosts> {
    const moved = await this.database.one<MovedPosts>(
      `with moved as materialized (
         select p.id, p.number as former, $3::int + row_number() over (order by p.number)::int as number
         from forum_posts p
         where p.thread_id = $1 and p.deleted_at is null and ($4::uuid[] is null or p.id = any($4::uuid[]))
       ),
       kept as (
         insert into forum_moved_posts (thread_id, number, post_id) select $1, m.former, m.id from moved m
       ),
       updated as (
         update forum_posts p
         set thread_id = $2, number = m.number from moved m where p.id = m.id
         returning p.author_id, p.hidden_at
       )
       select (count(*) filter (where u.hidden_at is null))::int as count,
              coalesce(array_agg(distinct u.author_id), '{}') as "authorIds" from updated u`,
      [fromId, toId, lastNumber, ids ?? null],
    );
    // The documents that were made of these posts show the thread that they are in.
    await this.database.query(
      `update content_threads ct set thread_id = $2
       from forum_posts p where p.id = ct.post_id and ct.thread_id = $1 and p.thread_id = $2`,
      [fromId, toId],
    );
    // Replies refer to posts of their own thread only.
    await this.database.query(
      `update forum_posts p set reply_to_id = null
       from forum_posts q
       where q.id = p.reply_to_id and p.thread_id = any($1::uuid[]) and q.thread_id <> p.thread_id`,
      [[fromId, toId]],
    );
    return moved ?? { count: 0, authorIds: [] };
  }

  /** Counts the posts of threads again, and finds their last posts. */
  async refreshCounters(threadIds: readonly string[]): Promise<void> {
    await this.database.query(
      `update forum_threads t
       set post_count = n.posts, last_number = greatest(t.last_number, n.last_number), ${setLastPost}
       from (
         select p.thread_id, (count(*) filter (where p.hidden_at is null))::int as posts, max(p.number) as last_number
         from forum_posts p where p.thread_id = any($1::uuid[]) and p.deleted_at is null group by p.thread_id
       ) n
       left join lateral (${selectLastPost('n.thread_id')}) l on true
       where t.id = n.thread_id`,
      [threadIds],
    );
  }

  /** Each author of a moved post watches the new thread who watches the former one. What was read stays read. */
  async copyReads({ fromId, toId, lastNumber }: Move, authorIds: readonly string[]): Promise<void> {
    await this.database.query(
      `insert into thread_reads (user_id, thread_id, last_number, is_watched)
       select s.user_id, $2, place.number, s.is_watched and s.user_id = any($4::uuid[])
       from thread_reads s cross join lateral (${readPlace('$3')}) place
       where s.thread_id = $1`,
      [fromId, toId, lastNumber, authorIds],
    );
  }

  /**
   * Watchers of either thread watch the target. The moved posts that users have read stay read for those who have
   * read all posts before them.
   */
  async mergeReads({ fromId, toId, lastNumber }: Move): Promise<void> {
    await this.database.query(
      `update thread_reads r
       set is_watched = r.is_watched or s.is_watched,
           last_number = case
             when r.last_number >= $3 then greatest(r.last_number, coalesce((${readPlace('$3')}), 0))
             else r.last_number
           end
       from thread_reads s
       where s.thread_id = $1 and r.thread_id = $2 and r.user_id = s.user_id`,
      [fromId, toId, lastNumber],
    );
    await this.database.query(
      `insert into thread_reads (user_id, thread_id, is_watched)
       select s.user_id, $2, true from thread_reads s where s.thread_id = $1 and s.is_watched
       on conflict do nothing`,
      [fromId, toId],
    );
    await this.database.query('delete from thread_reads where thread_id = $1', [fromId]);
  }

  /** Users who viewed both threads on one day count once, as for a single thread. */
  async mergeViews({ fromId, toId }: Move): Promise<void> {
    await this.database.query(
      `with added as (
         insert into thread_view_days (thread_id, viewer_key, day)
         select $2, d.viewer_key, d.day from thread_view_days d where d.thread_id = $1
         order by d.viewer_key, d.day
         on conflict do nothing returning day
       ),
       repeated as (
         select (select count(*) from thread_view_days d where d.thread_id = $1) - (select count(*) from added) as n
       )
       update forum_threads t
       set view_count = t.view_count + greatest(0, s.view_count - repeated.n::int)
       from forum_threads s, repeated where t.id = $2 and s.id = $1`,
      [fromId, toId],
    );
    await this.database.query('delete from thread_view_days where thread_id = $1', [fromId]);
  }

  /** The target is about the documents and videos of the merged thread as well, after its own. */
  async mergeAbout({ fromId, toId }: Move): Promise<void> {
    await this.database.query(
      `update content_threads ct
       set thread_id = $2,
           position = ct.position + coalesce(
             (select max(o.position) + 1 from content_threads o where o.thread_id = $2 and o.kind = 'DISCUSSION'), 0
           )
       where ct.thread_id = $1 and ct.kind = 'DISCUSSION'
         and not exists (
           select 1 from content_threads o
           where o.thread_id = $2 and o.kind = 'DISCUSSION' and o.item_id = ct.item_id
         )`,
      [fromId, toId],
    );
    // Those of items that the target is about already, and of documents that were made of deleted posts.
    await this.database.query('delete from content_threads where thread_id = $1', [fromId]);
  }

  /** The address of the merged thread, and of those merged into it before, leads to the target. */
  async close({ fromId, toId }: Move): Promise<void> {
    await this.database.query(
      `update forum_threads
       set deleted_at = $3, merged_into_id = $2, post_count = 0, is_solved = false, solution_post_id = null
       where id = $1`,
      [fromId, toId, new Date()],
    );
    await this.database.query('update forum_threads set merged_into_id = $2 where merged_into_id = $1', [fromId, toId]);
  }
}
