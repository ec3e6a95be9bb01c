import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { conflict, invalid } from '../../../platform/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import { AuthorStatsService } from '../authors/author-stats.service.js';
import { PostsRepository } from '../repositories/posts.repository.js';
import { getPlace, type NewThread, ThreadsRepository } from '../repositories/threads.repository.js';
import { ForumIndex } from '../search/forum-index.js';
import { ForumAccess, threadLocked } from '../shared/forum-access.js';
import { postCreated, postDeleted, postEdited } from '../shared/forum.events.js';
import { canDeletePost, canEditPost, canReply } from '../shared/forum.policy.js';
import type { PostText } from '../shared/post-text.service.js';

type TitledThread = Omit<NewThread, 'created_at'> & { is_hidden?: boolean };

interface NewPost {
  text: PostText;
  reply_to_id?: string | null | undefined;
  at: Date;
}

interface AddedPost {
  id: string;
  number: number;
  repliedToId: string | null;
}

/** Writes replies, edits and deletes posts. Each command is one transaction with its counters and events. */
@Injectable()
export class PostsService {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadsRepository,
    private readonly posts: PostsRepository,
    private readonly stats: AuthorStatsService,
    private readonly files: FileReferences,
    private readonly index: ForumIndex,
    private readonly access: ForumAccess,
    private readonly events: Events,
  ) {}

  /** @param past the time of a seeded post. @returns the id. @throws 403 thread_locked, 404, 429 */
  async reply(
    actor: Actor,
    threadId: string,
    { text, reply_to_id }: Omit<NewPost, 'at'>,
    past?: Date,
  ): Promise<string> {
    return this.database.transaction(async () => {
      await this.access.countPost(actor, text.limit);
      const thread = await this.threads.lockCurrent(actor, threadId);
      if (!canReply(actor, thread)) throw threadLocked('This thread is locked and takes no new replies.');
      const post = await this.add(actor, thread, { text, reply_to_id, at: past ?? new Date() });
      await this.events.publish(
        postCreated,
        { ...post, threadId: thread.id, authorId: actor.userId, mentioned: text.mentioned },
        past,
      );
      return post.id;
    });
  }

  /**
   * Adds the last post of a thread, with its files, search entry and counters. Joins the caller's transaction, which
   * has locked the thread.
   */
  async add(actor: Actor, thread: TitledThread, { text, reply_to_id = null, at }: NewPost): Promise<AddedPost> {
    const { content, parsed, mentioned } = text;
    const id = uuidv7({ msecs: at.getTime() });
    const row = { id, thread_id: thread.id, author_id: actor.userId, content, mentioned, created_at: at };
    const { number, replied_to_id } = await this.posts.insert(actor, { ...row, reply_to_id });
    if (reply_to_id && !replied_to_id)
      throw invalid([{ field: 'reply_to_id', message: 'The post you reply to is not in this thread any more.' }]);
    const fileIds = extractFileIds(content);
    if (fileIds.length) await this.files.replace(fileIds, toFileSubject(id), actor);
    if (!thread.is_hidden) {
      const { title, tags, category_id } = thread;
      await this.index.add({ ...row, number, at, like_count: 0, helpful_count: 0, title, tags, category_id }, parsed);
      await this.stats.add([{ author_id: row.author_id, posts: 1, reputation: 0 }], 1);
    }
    this.threads.countInCategories({ ...getPlace(thread), threads: number === 1 ? 1 : 0, posts: 1, lastPostAt: at });
    return { id, number, repliedToId: replied_to_id };
  }

  /** The former text is kept in the history. @throws 403, thread_locked for its author, 404 */
  async edit(actor: Actor, id: string, text: PostText): Promise<void> {
    await this.database.transaction(async () => {
      const { thread, post } = await this.posts.lock(actor, id);
      await this.access.requireUnlocked(actor, canEditPost(actor, post, thread), thread, post);
      if (equalsIgnoringLineEnds(post.content, text.content)) return;
      await this.posts.edit(actor, post, text);
      await this.files.replace(extractFileIds(text.content), toFileSubject(post.id), actor);
      await this.index.update(post.id, { markdown: text.content, result: text.parsed });
      await this.events.publish(postEdited, {
        id: post.id,
        threadId: thread.id,
        number: post.number,
        authorId: post.author_id,
        actorId: actor.userId,
        added: text.mentioned.filter((user) => !post.mentioned.includes(user)),
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
      const stats = await this.stats.list({ postId: post.id });
      await this.posts.delete(actor, post);
      await this.files.release(toFileSubject(post.id));
      const counted = post.is_hidden ? 0 : 1;
      await this.threads.removePosts(thread.id, counted);
      this.threads.countInCategories({ ...getPlace(thread), threads: 0, posts: -counted });
      if (thread.solution_post_id === post.id)
        await this.threads.save(actor, thread, { ...thread, is_solved: false, solution_post_id: null }, null);
      await this.index.remove(post);
      await this.stats.add(stats, -1);
      await this.events.publish(postDeleted, {
        id: post.id,
        threadId: thread.id,
        authorId: post.author_id,
        actorId: actor.userId,
      });
    });
  }
}

const toFileSubject = (id: string) => ({ subjectType: 'post', subjectId: id });
