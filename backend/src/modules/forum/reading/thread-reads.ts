import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { currentThread, threadVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';

/** A user who watches a thread. */
export interface Watcher {
  userId: string;
  /** number of the last post that the user has read; 0 without one */
  lastRead: number;
}

/** How far users have read threads, and which ones they watch. */
@Injectable()
export class ThreadReads {
  constructor(private readonly database: Database) {}

  /** Remembers the last post that was read; never goes back. @throws 404 when the actor may not see the thread */
  async markRead(actor: Actor, threadId: string, number: number): Promise<void> {
    await this.upsert(
      actor,
      threadId,
      `insert into thread_reads as r (user_id, thread_id, last_number)
       select $1, t.id, least($4::int, t.last_number) from forum_threads t where ${visible}
       on conflict (user_id, thread_id) do update set last_number = greatest(r.last_number, excluded.last_number)`,
      number,
    );
  }

  /** @throws 404 when the actor may not see the thread */
  async setWatched(actor: Actor, threadId: string, isWatched: boolean): Promise<void> {
    await this.upsert(
      actor,
      threadId,
      `insert into thread_reads as r (user_id, thread_id, is_watched)
       select $1, t.id, $4::boolean from forum_threads t where ${visible}
       on conflict (user_id, thread_id) do update set is_watched = excluded.is_watched`,
      isWatched,
    );
  }

  /** The users who watch a thread. */
  listWatchers(threadId: string): Promise<Watcher[]> {
    return this.database.query<Watcher>(
      `select user_id as "userId", last_number as "lastRead" from thread_reads
       where thread_id = $1 and is_watched order by user_id`,
      [threadId],
    );
  }

  private async upsert(actor: Actor, threadId: string, sql: string, value: number | boolean): Promise<void> {
    const found = isId(threadId)
      ? await this.database.one(`${sql} returning thread_id`, [...visibilityParameters(actor), threadId, value])
      : undefined;
    if (!found) throw notFound('This thread');
  }
}

/** The thread, or the one that it was merged into. */
const visible = `t.id = ${currentThread('$3')} and ${threadVisibleTo('t', { me: '$1', seesHidden: '$2' })}`;
