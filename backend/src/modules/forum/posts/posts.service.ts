import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { conflict, invalid } from '../../../platform/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import type { CategoryScope } from '../../auth/index.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { ForumRepository, type NewThread } from '../repositories/forum.repository.js';
import { ForumIndexer } from '../search/forum-indexer.js';
import { ForumAccess, threadLocked } from '../shared/forum-access.js';
import { canDeletePost, canEditPost, canReply } from '../shared/forum.policy.js';
import { isCounted } from '../shared/forum-visibility.js';
import { postCreated, postDeleted, postEdited } from '../shared/forum.events.js';
import type { PostReactionType } from '../shared/forum-limits.js';
import type { PreparedPostText } from '../shared/post-text.service.js';

type TitledThread = Omit<NewThread, 'created_at'> & { scope: CategoryScope | null };

interface NewPost {
  text: PreparedPostText;
  reply_to_id?: string | null | undefined;
  at: Date;
}

interface AddedPost {
  id: string;
  number: number;
  repliedToId: string | null;
}

/** The commands of posts. Each is one transaction with its counters, search entry, files and events. */
@Injectable()
export class PostsService {
  constructor(
    private readonly database: Database,
    private readonly forum: ForumRepository,
    private readonly counters: ForumCounters,
    private readonly files: FileReferences,
    private readonly index: ForumIndexer,
    private readonly access: ForumAccess,
    private readonly events: Events,
  ) {}

  /** @param past the time of a seeded post. @returns the id. @throws 403 thread_locked, category_read_only, 404, 429 */
  async reply(
    actor: Actor,
    threadId: string,
    { text, reply_to_id }: Omit<NewPost, 'at'>,
    past?: Date,
  ): Promise<string> {
    return this.database.transaction(async () => {
      await this.access.countPost(actor, text.postsPerMinute);
      await this.counters.keepLimits();
      const thread = await this.forum.lockCurrentThread(actor, threadId);
      this.access.requireWritable(actor, thread);
      if (!canReply(actor, thread)) throw threadLocked((texts) => texts.forum.threadLocked);
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
    const { number, replied_to_id } = await this.forum.insertPost(actor, { ...row, reply_to_id });
    if (reply_to_id && !replied_to_id)
      throw invalid([{ field: 'reply_to_id', message: (texts) => texts.forum.repliedPostGone }]);
    const fileIds = extractFileIds(content);
    if (fileIds.length) await this.files.replace(fileIds, toFileSubject(id), actor);
    if (!thread.is_hidden) {
      const { title, tags, category_id } = thread;
      await this.index.add({ ...row, number, at, like_count: 0, helpful_count: 0, title, tags, category_id }, parsed);
    }
    if (isCounted(thread))
      await this.counters.addAuthorStats([{ author_id: row.author_id, posts: 1, reputation: 0 }], 1);
    this.counters.addToCategory(thread, { threads: number === 1 ? 1 : 0, posts: 1, lastPostAt: at });
    return { id, number, repliedToId: replied_to_id };
  }

  /** The former text is kept in the history. @throws 403, thread_locked for its author, 404 */
  async edit(actor: Actor, id: string, text: PreparedPostText): Promise<void> {
    await this.database.transaction(async () => {
      const { thread, post } = await this.forum.lockPost(actor, id);
      await this.access.requireUnlocked(actor, canEditPost(actor, post, thread), thread, post);
      if (equalsIgnoringLineEnds(post.content, text.content)) return;
      await this.forum.updatePost(actor, post, text);
      await this.files.replace(extractFileIds(text.content), toFileSubject(post.id), actor);
      await this.index.update(post.id, { markdown: text.content, parsed: text.parsed });
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
      await this.counters.keepLimits();
      const { thread, post } = await this.forum.lockPost(actor, id);
      await this.access.requireUnlocked(actor, canDeletePost(actor, post, thread), thread, post);
      if (post.number === 1) throw conflict('original_post', (texts) => texts.forum.originalPostDeleted);
      const stats = await this.counters.listAuthorStats({ postId: post.id });
      await this.forum.deletePost(actor, post, thread.solution_post_id === post.id);
      const counted = post.is_hidden ? 0 : 1;
      await this.forum.subtractPosts(thread.id, counted);
      this.counters.addToCategory(thread, { posts: -counted });
      if (thread.solution_post_id === post.id)
        await this.forum.saveThread(actor, thread, { ...thread, is_solved: false, solution_post_id: null }, null);
      await this.index.remove(post);
      await this.counters.addAuthorStats(stats, -1);
      await this.events.publish(postDeleted, {
        id: post.id,
        threadId: thread.id,
        authorId: post.author_id,
        actorId: actor.userId,
      });
    });
  }

  /**
   * Adds or removes a reaction; setting it again changes nothing.
   * @param at when a seeded reaction was added
   * @throws 404 when the actor may not see the post, 403 category_read_only
   */
  async setReaction(
    actor: Actor,
    postId: string,
    type: PostReactionType,
    isActive: boolean,
    at: Date = new Date(),
  ): Promise<void> {
    await this.database.transaction(async () => {
      // As all commands on posts: a thread that is deleted takes the reputation of all its reactions.
      await this.counters.keepLimits();
      const { thread, post } = await this.forum.lockPost(actor, postId);
      if (isActive) this.access.requireWritable(actor, thread);
      const reaction = { post_id: post.id, user_id: actor.userId, type, created_at: at };
      if (!(await this.forum.setReaction(reaction, isActive))) return;
      const counts = !post.is_hidden && isCounted(thread) && post.author_id !== actor.id;
      if (counts)
        await this.counters.addAuthorStats([{ author_id: post.author_id, posts: 0, reputation: 1 }], isActive ? 1 : -1);
    });
  }
}

const toFileSubject = (id: string) => ({ subjectType: 'post', subjectId: id });
