import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { UsersFacade } from '../../auth/index.js';
import { PostsRepository } from '../repositories/posts.repository.js';

export const postReactionTypes = ['LIKE', 'HELPFUL'] as const;
export type PostReactionType = (typeof postReactionTypes)[number];

/** Adds and removes reactions to posts, with the counter and the author's reputation in one transaction. */
@Injectable()
export class PostReactionsService {
  constructor(
    private readonly database: Database,
    private readonly posts: PostsRepository,
    private readonly users: UsersFacade,
    private readonly cache: QueryCache,
  ) {}

  /**
   * Setting a reaction again changes nothing.
   * @param at when a seeded reaction was added
   * @throws 404 when the actor may not see the post
   */
  async set(
    actor: Actor,
    postId: string,
    type: PostReactionType,
    isActive: boolean,
    at: Date = new Date(),
  ): Promise<void> {
    await this.database.transaction(async () => {
      // As all commands on posts: a thread that is deleted takes the reputation of all its reactions.
      const { thread, post } = await this.posts.lock(actor, postId);
      const counter = sql.ref(type === 'LIKE' ? 'like_count' : 'helpful_count');
      const change = isActive
        ? sql`insert into post_reactions (post_id, user_id, type, created_at)
              values (${post.id}, ${actor.userId}, ${type}, ${at}) on conflict do nothing`
        : sql`delete from post_reactions where post_id = ${post.id} and user_id = ${actor.userId} and type = ${type}`;
      const by = isActive ? 1 : -1;
      const { rows } = await sql`
        with changed as (${change} returning post_id)
        update forum_posts p set ${counter} = ${counter} + ${by} from changed where p.id = changed.post_id
        returning p.id`.execute(this.database.db);
      if (!rows.length) return;
      const counts = !post.is_hidden && !thread.is_hidden && post.author_id !== actor.id;
      if (counts) await this.users.addReputation(post.author_id, by);
      this.cache.invalidateLocally();
    });
  }
}
