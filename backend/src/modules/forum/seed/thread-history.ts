import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { PostReactions, type PostReactionType } from '../posts/post-reactions.service.js';
import { ThreadReads } from '../repositories/thread-reads.js';
import { ThreadViews } from '../repositories/thread-views.js';

/** What readers have done with a thread. */
export interface SeededThreadHistory {
  /** `number`: of the post */
  reactions: readonly { user: Actor; number: number; type: PostReactionType; at: Date }[];
  /** who have read it to its end */
  readers: readonly Actor[];
  readAt: Date;
  /** a time for each reader without account */
  guests: readonly Date[];
}

interface Row {
  id: string;
  author_id: string;
  view_count: number;
  last_number: number;
}

/**
 * Gives the threads of a demo readers and reactions, through the services of requests. Repeatable: what an interrupted
 * run has done is kept.
 */
@Injectable()
export class ThreadHistory {
  constructor(
    private readonly database: Database,
    private readonly reactions: PostReactions,
    private readonly reads: ThreadReads,
    private readonly views: ThreadViews,
  ) {}

  async apply(title: string, { reactions, readers, readAt, guests }: SeededThreadHistory): Promise<void> {
    const thread = await this.database.one<Row>(
      'select id, author_id, view_count, last_number from forum_threads where title = $1 and deleted_at is null',
      [title],
    );
    if (!thread) return;
    for (const reaction of reactions) await this.react(thread.id, reaction);
    for (const reader of readers) await this.reads.markRead(reader, thread.id, thread.last_number);
    for (const { userId } of readers) this.views.record(thread, { userId, address: '' }, readAt);
    // Who reacted has read the thread, too.
    for (const { user, at } of reactions) this.views.record(thread, { userId: user.userId, address: '' }, at);
    for (const [guest, at] of guests.entries())
      this.views.record(thread, { userId: null, address: `demo-${guest}` }, at);
    await this.views.flush();
  }

  private async react(
    threadId: string,
    { user, number, type, at }: SeededThreadHistory['reactions'][number],
  ): Promise<void> {
    const post = await this.database.one<{ id: string }>(
      'select id from forum_posts where thread_id = $1 and number = $2',
      [threadId, number],
    );
    if (!post) return;
    await this.reactions.set(user, post.id, type, true);
    await this.database.query(
      'update post_reactions set created_at = $4 where post_id = $1 and user_id = $2 and type = $3',
      [post.id, user.userId, type, at],
    );
  }
}
