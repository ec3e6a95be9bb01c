import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { UsersFacade } from '../../auth/index.js';
import { PostsRepository } from '../repositories/posts.repository.js';

export const postReactionTypes = ['LIKE', 'HELPFUL'] as const;
export type PostReactionType = (typeof postReactionTypes)[number];

const counterColumns: Record<PostReactionType, string> = { LIKE: 'like_count', HELPFUL: 'helpful_count' };

const add = `insert into post_reactions (post_id, user_id, type, created_at) values ($1, $2, $3, $4)
  on conflict do nothing returning post_id`;
const remove = 'delete from post_reactions where post_id = $1 and user_id = $2 and type = $3 returning post_id';

/** Adds and removes reactions to posts, with the counter and the author's reputation in one transaction. */
@Injectable()
export class PostReactionsService {
  constructor(
    private readonly database: Database,
    private readonly posts: PostsRepository,
    private readonly users: UsersFacade,
    private readonly cache: QueryCache,
    private readonly events: Events,
  ) {}

  /** Setting a reaction again changes nothing. @throws 404 when the actor may not see the post */
  async set(actor: Actor, postId: string, type: PostReactionType, isActive: boolean): Promise<void> {
    await this.database.transaction(async () => {
      // As all commands on posts: a thread that is deleted takes the reputation of all its reactions.
      const { thread, post } = await this.posts.lock(actor, postId);
      const createdAt = this.events.getPastTime() ?? new Date();
      const changed = isActive
        ? await this.database.one(add, [post.id, actor.userId, type, createdAt])
        : await this.database.one(remove, [post.id, actor.userId, type]);
      if (!changed) return;
      const by = isActive ? 1 : -1;
      const counter = counterColumns[type];
      await this.database.query(`update forum_posts set ${counter} = ${counter} + $2 where id = $1`, [post.id, by]);
      const counts = !post.is_hidden && !thread.is_hidden && post.author_id !== actor.id;
      if (counts) await this.users.addReputation(post.author_id, by);
      this.cache.invalidateLocally();
    });
  }
}
