import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import { ForumAccess } from '../shared/forum-access.js';
import { threadCreated, threadDeleted, threadModerated, threadSolved } from '../shared/forum.events.js';
import {
  canDeleteThread,
  canEditThread,
  canModerateForum,
  canSeeHidden,
  canSolveThread,
} from '../shared/forum.policy.js';
import { PostWriter } from '../posts/post-writer.js';
import { type PostRecord, PostsRepository } from '../repositories/posts.repository.js';
import type { CreateThreadRequest, UpdateThreadRequest } from './threads.dto.js';
import { hasNewTexts, type LockedThread, ThreadsRepository } from '../repositories/threads.repository.js';

/** Writes threads. Each command is one transaction with its counters, audit records and events. */
@Injectable()
export class ThreadsService {
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

  /**
   * Creates a thread with its Original Post.
   * @returns the id
   * @throws 404 when the category is missing, 400 when the actor may not see what it is about
   */
  async create(actor: Actor, categoryId: string, request: CreateThreadRequest): Promise<string> {
    await this.access.countPost(actor, request.content);
    await this.writer.prepare(request.content);
    return this.database.transaction(async () => {
      await this.threads.requireCategory(categoryId);
      const thread = {
        id: uuidv7(),
        category_id: categoryId,
        author_id: actor.userId,
        title: request.title,
        tags: toTags(request.tags ?? []),
        created_at: this.events.getPastTime() ?? new Date(),
      };
      await this.threads.insert(thread);
      if (request.about) await this.threads.linkItem(actor, thread.id, request.about);
      const post = await this.writer.add(actor, thread, { content: request.content, createdAt: thread.created_at });
      await this.events.publish(threadCreated, {
        id: thread.id,
        postId: post.id,
        authorId: thread.author_id,
        mentioned: post.mentioned,
      });
      return thread.id;
    });
  }

  /** @throws 403, thread_locked for its author, 404; 400 when the category to move to does not exist */
  async update(actor: Actor, id: string, request: UpdateThreadRequest): Promise<void> {
    if (request.title ?? request.tags) await this.writer.prepareThread(id);
    await this.database.transaction(async () => {
      const thread = await this.threads.lock(actor, id);
      const next = await this.toUpdated(actor, thread, request);
      const isEdited = hasNewTexts(thread, next);
      await this.threads.save(actor, thread, next, isEdited ? new Date() : null);
      if (next.category_id !== thread.category_id) this.threads.moveCounts(thread, next.category_id);
      await this.writer.reindexThread(thread, next);
      await this.publishModeration(actor, thread, next);
      if (!next.solution_post_id) await this.creditSolution(thread, undefined);
    });
  }

  /**
   * The posts are kept; authors lose them from their numbers of posts.
   * @throws 403, thread_locked for its author, 404
   */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const thread = await this.threads.lock(actor, id);
      const canDelete = canDeleteThread(actor, thread, await this.threads.hasReplies(thread.id));
      await this.access.requireUnlocked(actor, canDelete, thread, thread);
      await this.writer.removeAll(thread.id);
      await this.threads.delete(actor, thread);
      const { author_id: authorId, title } = thread;
      await this.events.publish(threadDeleted, { id: thread.id, authorId, actorId: actor.userId, title });
    });
  }

  /** @param postId null removes the solution. @throws 400 when it is not a reply of this thread, 403, 404 */
  async setSolution(actor: Actor, id: string, postId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      const thread = await this.threads.lock(actor, id);
      await this.access.require(actor, canSolveThread(actor, thread));
      if (thread.solution_post_id === postId) return;
      const post = postId === null ? undefined : await this.posts.findReply(thread.id, postId);
      if (postId !== null && (!post || (post.is_hidden && !canSeeHidden(actor, post))))
        throw invalid([{ field: 'post_id', message: 'The solution must be a reply of this thread.' }]);
      const next = { ...thread, is_solved: post?.is_hidden === false, solution_post_id: postId };
      await this.threads.save(actor, thread, next, null);
      await this.creditSolution(thread, post);
      if (post)
        await this.events.publish(threadSolved, {
          id: thread.id,
          postId: post.id,
          postAuthorId: post.author_id,
          actorId: actor.userId,
        });
    });
  }

  private async publishModeration(actor: Actor, before: LockedThread, after: LockedThread): Promise<void> {
    const { id, author_id: authorId, category_id } = after;
    const category = category_id === before.category_id ? '' : await this.threads.getCategoryName(category_id);
    const subject = { id, authorId, actorId: actor.userId, category };
    if (category) await this.events.publish(threadModerated, { ...subject, action: 'moved' });
    if (after.is_locked && !before.is_locked)
      await this.events.publish(threadModerated, { ...subject, action: 'locked' });
  }

  /** @param next the author of this post earns what the author of the former solution loses */
  private async creditSolution(thread: LockedThread, next: PostRecord | undefined): Promise<void> {
    await this.writer.creditSolution(thread, await this.writer.findSolution(thread), next);
  }

  private async toUpdated(actor: Actor, thread: LockedThread, request: UpdateThreadRequest): Promise<LockedThread> {
    const next: LockedThread = {
      ...thread,
      title: request.title ?? thread.title,
      tags: request.tags ? toTags(request.tags) : thread.tags,
      category_id: request.category_id || thread.category_id,
      is_pinned: request.is_pinned ?? thread.is_pinned,
      is_locked: request.is_locked ?? thread.is_locked,
      is_solved: request.is_solved ?? thread.is_solved,
      solution_post_id: thread.solution_post_id,
    };
    // Moderators solve and reopen threads without a solution; a hidden one solves nothing.
    if (next.is_solved !== thread.is_solved || request.is_solved === false) next.solution_post_id = null;
    if (hasNewTexts(thread, next))
      await this.access.requireUnlocked(actor, canEditThread(actor, thread), thread, thread);
    const isModerated =
      next.category_id !== thread.category_id ||
      next.is_pinned !== thread.is_pinned ||
      next.is_locked !== thread.is_locked ||
      next.is_solved !== thread.is_solved;
    if (isModerated) await this.access.require(actor, canModerateForum(actor));
    if (next.category_id !== thread.category_id) await this.threads.requireTarget(next.category_id);
    return next;
  }
}

/** Lower case, so that a filter finds each spelling; without duplicates. */
const toTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase()))];
