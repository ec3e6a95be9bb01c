import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { isCategoryReadable } from '../../auth/index.js';
import { currentThread, isThreadShown } from '../shared/forum-visibility.js';

/** A user who watches a thread. */
export interface Watcher {
  userId: string;
  /** number of the last post that the user has read; 0 without one */
  lastRead: number;
}

/**
 * How far users have read threads and categories, and which threads they watch. The id of a merged thread addresses the
 * thread that it was merged into. A category has one row per user, regardless of its number of threads.
 */
@Injectable()
export class ReadsRepository {
  constructor(private readonly database: Database) {}

  /** Remembers the last post that was read; never goes back. @throws 404 when the actor may not see the thread */
  async markThreadRead(actor: Actor, threadId: string, number: number): Promise<void> {
    const insert = sql`
      insert into thread_reads as r (user_id, thread_id, last_number)
      select ${actor.userId}::uuid, t.id, least(${number}::int, t.last_number)
      from forum_threads t where t.id = ${currentThread(threadId)} and ${isThreadShown(actor)}
      on conflict (user_id, thread_id) do update set last_number = greatest(r.last_number, excluded.last_number)`;
    await this.upsert(threadId, insert);
  }

  /** @throws 404 when the actor may not see the thread */
  async setWatched(actor: Actor, threadId: string, isWatched: boolean): Promise<void> {
    const insert = sql`
      insert into thread_reads as r (user_id, thread_id, is_watched)
      select ${actor.userId}::uuid, t.id, ${isWatched}::boolean
      from forum_threads t where t.id = ${currentThread(threadId)} and ${isThreadShown(actor)}
      on conflict (user_id, thread_id) do update set is_watched = excluded.is_watched`;
    await this.upsert(threadId, insert);
  }

  /** The users who watch a thread. */
  listWatchers(threadId: string): Promise<Watcher[]> {
    return this.database.db
      .selectFrom('thread_reads')
      .select(['user_id as userId', 'last_number as lastRead'])
      .where('thread_id', '=', threadId)
      .where('is_watched', '=', sql.lit(true))
      .orderBy('user_id')
      .execute();
  }

  /** Marks all threads of the category and of its subcategories as read, as far as the actor may read there. */
  async markCategoryRead(actor: Actor, categoryId: string): Promise<void> {
    const inside = sql`
      with recursive c as (
        select a.id, a.last_post_at from forum_categories a where a.id = ${categoryId}
        union
        select b.id, b.last_post_at from forum_categories b join c on c.id = b.parent_category_id
      )`;
    await sql`${inside} ${insertReads(actor, sql`c`)}`.execute(this.database.db);
  }

  /** Marks all threads of the forum as read that the actor may read. */
  async markForumRead(actor: Actor): Promise<void> {
    await insertReads(actor, sql`forum_categories c`).execute(this.database.db);
  }

  private async upsert(threadId: string, insert: RawBuilder<unknown>): Promise<void> {
    const written = isId(threadId) ? await sql`${insert} returning thread_id`.execute(this.database.db) : undefined;
    if (!written?.rows.length) throw notFound('thread');
  }
}

/** The time is that of the last post instead of the current one, so that a post committed meanwhile stays unread. */
const insertReads = (actor: Actor, from: RawBuilder<unknown>) => sql`
  insert into category_reads as k (user_id, category_id, read_until)
  select ${actor.userId}::uuid, c.id, c.last_post_at from ${from}
  where c.last_post_at is not null and ${isCategoryReadable(actor, 'c.id')} order by c.id
  on conflict (user_id, category_id) do update set read_until = greatest(k.read_until, excluded.read_until)`;
