import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type ModeratedSubject, ModerationRegistry } from '../../platform/moderation/moderation-registry.js';

/** Registers how threads and posts are moderated. */
@Injectable()
export class ForumModeration {
  constructor(
    private readonly database: Database,
    registry: ModerationRegistry,
  ) {
    registry.register('thread', { lock: (id) => this.lockThread(id) });
    registry.register('post', { lock: (id) => this.lockPost(id) });
  }

  private lockThread(id: string): Promise<ModeratedSubject | undefined> {
    return this.database.one<ModeratedSubject>(
      `select t.id, t.author_id as "authorId", t.hidden_at is not null as "isHidden"
       from forum_threads t where t.id = $1 and t.deleted_at is null for no key update`,
      [id],
    );
  }

  /** Locks the thread first, as each command on a post does. */
  private async lockPost(id: string): Promise<ModeratedSubject | undefined> {
    const post = await this.database.one<{ thread_id: string }>('select thread_id from forum_posts where id = $1', [
      id,
    ]);
    if (!post || !(await this.lockThread(post.thread_id))) return undefined;
    return this.database.one<ModeratedSubject>(
      `select p.id, p.author_id as "authorId", p.hidden_at is not null as "isHidden"
       from forum_posts p where p.id = $1 and p.deleted_at is null for no key update`,
      [id],
    );
  }
}
