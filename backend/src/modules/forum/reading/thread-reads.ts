import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { currentThread, isShown } from '../shared/forum-visibility.js';

/** A user who watches a thread. */
export interface Watcher {
  userId: string;
  /** number of the last post that the user has read; 0 without one */
  lastRead: number;
}

/** How far users have read threads, and which ones they watch. Of a merged thread, the other one is meant. */
@Injectable()
export class ThreadReads {
  constructor(private readonly database: Database) {}

  /** Remembers the last post that was read; never goes back. @throws 404 when the actor may not see the thread */
  async markRead(actor: Actor, threadId: string, number: number): Promise<void> {
    await this.upsert(
      threadId,
      sql`
      insert into thread_reads as r (user_id, thread_id, last_number)
      select ${actor.userId}::uuid, t.id, least(${number}::int, t.last_number)
      from forum_threads t where t.id = ${currentThread(threadId)} and ${isShown(actor, 't')}
      on conflict (user_id, thread_id) do update set last_number = greatest(r.last_number, excluded.last_number)`,
    );
  }

  /** @throws 404 when the actor may not see the thread */
  async setWatched(actor: Actor, threadId: string, isWatched: boolean): Promise<void> {
    await this.upsert(
      threadId,
      sql`
      insert into thread_reads as r (user_id, thread_id, is_watched)
      select ${actor.userId}::uuid, t.id, ${isWatched}::boolean
      from forum_threads t where t.id = ${currentThread(threadId)} and ${isShown(actor, 't')}
      on conflict (user_id, thread_id) do update set is_watched = excluded.is_watched`,
    );
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

  private async upsert(threadId: string, insert: RawBuilder<unknown>): Promise<void> {
    const written = isId(threadId) ? await sql`${insert} returning thread_id`.execute(this.database.db) : undefined;
    if (!written?.rows.length) throw notFound('This thread');
  }
}
