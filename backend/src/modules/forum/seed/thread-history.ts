import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { PostReactionsService, type PostReactionType } from '../posts/post-reactions.service.js';
import { ReadsRepository } from '../reading/reads.repository.js';
import { ThreadViews } from '../reading/thread-views.js';

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

/**
 * Gives the threads of a demo readers and reactions, through the services of requests. Repeatable: what an interrupted
 * run has done is kept.
 */
@Injectable()
export class ThreadHistory {
  constructor(
    private readonly database: Database,
    private readonly reactions: PostReactionsService,
    private readonly reads: ReadsRepository,
    private readonly views: ThreadViews,
  ) {}

  async apply(title: string, { reactions, readers, readAt, guests }: SeededThreadHistory): Promise<void> {
    const thread = await this.database.db
      .selectFrom('forum_threads')
      .select(['id', 'author_id', 'view_count', 'last_number'])
      .where('title', '=', title)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!thread) return;
    await this.react(thread.id, reactions);
    for (const reader of readers) await this.reads.markThreadRead(reader, thread.id, thread.last_number);
    for (const { userId } of readers) this.views.record(thread, { userId, address: '' }, readAt);
    // Who reacted has read the thread, too.
    for (const { user, at } of reactions) this.views.record(thread, { userId: user.userId, address: '' }, at);
    for (const [guest, at] of guests.entries())
      this.views.record(thread, { userId: null, address: `demo-${guest}` }, at);
    await this.views.flush();
  }

  /** In one transaction, which saves the time of a commit for each. */
  private async react(threadId: string, reactions: SeededThreadHistory['reactions']): Promise<void> {
    await this.database.transaction(async () => {
      const posts = await this.database.db
        .selectFrom('forum_posts')
        .select(['id', 'number'])
        .where('thread_id', '=', threadId)
        .execute();
      const ids = new Map(posts.map(({ id, number }) => [number, id]));
      for (const { user, number, type, at } of reactions) {
        const id = ids.get(number);
        if (id) await this.reactions.set(user, id, type, true, at);
      }
    });
  }
}
