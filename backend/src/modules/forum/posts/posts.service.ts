import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, invalid } from '../../../platform/http/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import { ForumAccess, threadLocked } from '../shared/forum-access.js';
import { postCreated, postDeleted, postEdited } from '../shared/forum.events.js';
import { canDeletePost, canEditPost, canReply } from '../shared/forum.policy.js';
import { ThreadsRepository } from '../repositories/threads.repository.js';
import { PostWriter } from './post-writer.js';
import { PostsRepository } from '../repositories/posts.repository.js';
import type { CreatePostRequest } from './posts.dto.js';

/** Writes replies, edits and deletes posts. Each command is one transaction with its counters and events. */
@Injectable()
export class PostsService {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadsRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly access: ForumAccess,
    private readonly events: Events,
  ) {}

  /** Parses a long text before the transaction that makes a request idempotent. */
  async prepare(content: string): Promise<void> {
    await this.writer.prepare(content);
  }

  /** @returns the id. @throws 403 thread_locked, 404 */
  async reply(actor: Actor, threadId: string, { content, reply_to_id }: CreatePostRequest): Promise<string> {
    await this.access.countPost(actor, content);
    await this.writer.prepare(content);
    return this.database.transaction(async () => {
      const thread = await this.threads.lockCurrent(actor, threadId);
      if (!canReply(actor, thread)) throw threadLocked('This thread is locked and takes no new replies.');
      const repliedTo = reply_to_id ? await this.posts.findInThread(actor, thread.id, reply_to_id) : undefined;
      if (reply_to_id && !repliedTo)
        throw invalid([{ field: 'reply_to_id', message: 'The post you reply to is not in this thread any more.' }]);
      const createdAt = this.events.getPastTime() ?? new Date();
      const post = await this.writer.add(actor, thread, { content, createdAt, replyToId: reply_to_id });
      await this.events.publish(postCreated, {
        id: post.id,
        threadId: thread.id,
        number: post.number,
        authorId: actor.userId,
        mentioned: post.mentioned,
        repliedToId: repliedTo?.author_id ?? null,
      });
      return post.id;
    });
  }

  /** The former text is kept in the history. @throws 403, thread_locked for its author, 404 */
  async edit(actor: Actor, id: string, content: string): Promise<void> {
    await this.access.checkEdit(actor, content);
    await this.writer.prepare(content);
    await this.database.transaction(async () => {
      const { thread, post } = await this.posts.lock(actor, id);
      await this.access.requireUnlocked(actor, canEditPost(actor, post, thread), thread, post);
      if (equalsIgnoringLineEnds(post.content, content)) return;
      const added = await this.writer.edit(actor, post, content);
      await this.events.publish(postEdited, {
        id: post.id,
        threadId: thread.id,
        number: post.number,
        authorId: post.author_id,
        actorId: actor.userId,
        added,
      });
    });
  }

  /**
   * Its number stays, as a placeholder.
   * @throws 403, thread_locked for its author, 404, 409 original_post: the thread is deleted instead
   */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const { thread, post } = await this.posts.lock(actor, id);
      await this.access.requireUnlocked(actor, canDeletePost(actor, post, thread), thread, post);
      if (post.number === 1)
        throw conflict('original_post', 'The Original Post cannot be deleted alone. Please delete the thread.');
      await this.writer.remove(actor, thread, post);
      if (thread.solution_post_id === post.id)
        await this.threads.save(actor, thread, { ...thread, is_solved: false, solution_post_id: null }, null);
      await this.events.publish(postDeleted, {
        id: post.id,
        threadId: thread.id,
        authorId: post.author_id,
        actorId: actor.userId,
      });
    });
  }
}
