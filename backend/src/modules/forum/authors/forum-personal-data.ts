import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { type ExportSection, PersonalData } from '../../../platform/personal-data/personal-data.js';
import { UsersFacade } from '../../auth/index.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { ForumTrashService } from '../trash/forum-trash.service.js';
import { IS_COUNTED_POST } from '../shared/forum-visibility.js';

const sections: ExportSection[] = [
  {
    name: 'threads',
    description: 'Threads by the user; erased accounts keep them as "Former member"',
    select: (id) => sql`
      select t.id as cursor, t.id, t.category_id, t.title, t.tags, t.created_at, t.edited_at, t.deleted_at,
             t.hidden_at
      from forum_threads t where t.author_id = ${id}::uuid`,
  },
  {
    name: 'posts',
    description: 'Posts by the user; erased accounts keep them as "Former member"',
    select: (id) => sql`
      select p.id as cursor, p.id, p.thread_id, p.number, p.content, p.created_at, p.edited_at, p.deleted_at,
             p.hidden_at
      from forum_posts p where p.author_id = ${id}::uuid`,
  },
  {
    name: 'post_edits',
    description: 'Former texts of posts that the user edited',
    select: (id) => sql`
      select e.id as cursor, e.post_id, e.created_at,
             case when p.author_id = ${id}::uuid then e.content end as content
      from post_edits e join forum_posts p on p.id = e.post_id where e.editor_id = ${id}::uuid`,
  },
  {
    name: 'post_reactions',
    description: 'Reactions to posts',
    select: (id) => sql`
      select o.post_id || ' ' || o.type as cursor, o.post_id, o.type, o.created_at
      from post_reactions o where o.user_id = ${id}::uuid`,
  },
  {
    name: 'threads_read',
    description: 'How far the user has read threads, and which ones the user watches',
    select: (id) => sql`
      select r.thread_id as cursor, r.thread_id, r.last_number, r.is_watched
      from thread_reads r where r.user_id = ${id}::uuid`,
  },
  {
    name: 'forum_categories_read',
    description: 'Until when the user has read categories of the forum',
    select: (id) => sql`
      select r.category_id as cursor, r.category_id, r.read_until
      from category_reads r where r.user_id = ${id}::uuid`,
  },
  {
    name: 'thread_views',
    description: 'Threads that the user opened during the last days',
    select: (id) => sql`
      select v.thread_id || ' ' || v.day as cursor, v.thread_id, v.day
      from thread_view_days v where v.viewer_key = ${id}::uuid::text`,
  },
];

/** What users write, read and like in the forum. */
@Injectable()
export class ForumPersonalData {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly trash: ForumTrashService,
    private readonly counters: ForumCounters,
    personalData: PersonalData,
  ) {
    personalData.register({ sections, erase: ({ id }) => this.erase(id) });
  }

  private async erase(userId: string): Promise<void> {
    const { db } = this.database;
    await this.counters.keepLimits();
    await this.trash.purgeByAuthor(userId);
    await sql`
      select t.id from forum_threads t
      where t.id in (
        select p.thread_id from post_reactions o join forum_posts p on p.id = o.post_id where o.user_id = ${userId}
      )
      order by t.id for no key update`.execute(db);
    // Deleted and hidden posts and threads have taken the reputation already.
    const lost = await sql<{ author_id: string; points: number }>`
      with gone as (
        delete from post_reactions where user_id = ${userId} returning post_id, type
      ), counted as (
        select post_id, (count(*) filter (where type = 'LIKE'))::int as likes,
               (count(*) filter (where type = 'HELPFUL'))::int as helpfuls
        from gone group by post_id
      ), changed as (
        update forum_posts p set like_count = p.like_count - c.likes, helpful_count = p.helpful_count - c.helpfuls
        from counted c, forum_threads t where p.id = c.post_id and t.id = p.thread_id
        returning p.author_id, ${sql.raw(IS_COUNTED_POST)} as counts, c.likes + c.helpfuls as points
      )
      select author_id, sum(points)::int as points
      from changed where counts and author_id <> ${userId} group by author_id`.execute(db);
    await db.deleteFrom('thread_reads').where('user_id', '=', userId).execute();
    await db.deleteFrom('category_reads').where('user_id', '=', userId).execute();
    // The views stay counted.
    await db
      .deleteFrom('thread_view_days')
      .where('viewer_key', '=', sql<string>`${userId}::uuid::text`)
      .execute();
    this.database.beforeCommit(() =>
      this.users.addReputations(new Map(lost.rows.map(({ author_id, points }) => [author_id, -points]))),
    );
  }
}
