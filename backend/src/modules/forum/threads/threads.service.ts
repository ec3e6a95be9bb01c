import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { invalid, notFound } from '../../../platform/errors/domain-error.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { PostsService } from '../posts/posts.service.js';
import { type AboutItem, ThreadLinksService } from '../links/thread-links.service.js';
import { ForumRepository, type LockedThread, type PostRecord } from '../repositories/forum.repository.js';
import { ForumIndexer } from '../search/forum-indexer.js';
import { ForumAccess } from '../shared/forum-access.js';
import { canDeleteThread, canEditThread, canModerate, canSeeHidden, canSolveThread } from '../shared/forum.policy.js';
import { isCounted } from '../shared/forum-visibility.js';
import { threadCreated, threadDeleted, threadModerated, threadSolved } from '../shared/forum.events.js';
import type { PreparedPostText } from '../shared/post-text.service.js';
import type { UpdateThreadRequest } from './threads.dto.js';

interface NewThread {
  title: string;
  tags?: string[] | undefined;
  text: PreparedPostText;
  about?: AboutItem | null | undefined;
}

/**
 * Writes threads. Each command is one transaction with its counters, audit records and events. Seeds pass the time of
 * what they do.
 */
@Injectable()
export class ThreadsService {
  constructor(
    private readonly database: Database,
    private readonly forum: ForumRepository,
    private readonly posts: PostsService,
    private readonly links: ThreadLinksService,
    private readonly counters: ForumCounters,
    private readonly index: ForumIndexer,
    private readonly access: ForumAccess,
    private readonly events: Events,
  ) {}

  /**
   * Creates a thread with its Original Post.
   * @returns the id
   * @throws 404 when the category is missing, 403 category_read_only, 400 when the actor may not see what it is about,
   *   429
   */
  async create(
    actor: Actor,
    category_id: string,
    { title, tags = [], text, about }: NewThread,
    past?: Date,
  ): Promise<string> {
    return this.database.transaction(async () => {
      await this.access.countPost(actor, text.postsPerMinute);
      await this.counters.keepLimits();
      const at = past ?? new Date();
      const thread = { id: uuidv7(), category_id, author_id: actor.userId, title, tags: toTags(tags), created_at: at };
      const scope = await this.forum.insertThread(actor, thread);
      if (scope === undefined) throw notFound('category');
      this.access.requireWritable(actor, { scope });
      if (about) await this.links.addDiscussion(actor, thread.id, about);
      const post = await this.posts.add(actor, { ...thread, scope }, { text, at });
      const { id, author_id: authorId } = thread;
      await this.events.publish(threadCreated, { id, postId: post.id, authorId, mentioned: text.mentioned }, past);
      return id;
    });
  }

  /**
   * A thread is moved by who moderates both categories.
   * @throws 403, thread_locked, category_read_only, 404; 400 when the category to move to does not exist
   */
  async update(actor: Actor, id: string, request: UpdateThreadRequest, past?: Date): Promise<void> {
    const text = (request.title ?? request.tags) ? await this.index.prepareThread(id) : undefined;
    await this.database.transaction(async () => {
      await this.counters.keepLimits();
      const thread = await this.forum.lockThread(actor, id);
      const next = toUpdated(thread, request);
      const [isEdited, isMoved] = [hasNewTexts(thread, next), next.category_id !== thread.category_id];
      if (isEdited) await this.access.requireUnlocked(actor, canEditThread(actor, thread), thread, thread);
      if (isModerated(thread, next)) await this.access.require(actor, canModerate(actor, thread));
      const category = isMoved ? await this.forum.findCategory(actor, next.category_id) : { ...thread, name: '' };
      if (!category) throw invalid([{ field: 'category_id', message: (texts) => texts.forum.noSuchCategory }]);
      // What a group's members moderate is in its categories only: elsewhere, it would be new to other readers.
      if (isMoved) await this.access.require(actor, canModerate(actor, category));
      const isRecounted = isCounted(thread) !== isCounted({ ...next, scope: category.scope });
      const addDifference = isRecounted ? await this.counters.trackAuthors([thread.id]) : undefined;
      await this.forum.saveThread(actor, thread, next, isEdited ? (past ?? new Date()) : null);
      if (isMoved) {
        this.counters.addToCategory(thread, { threads: -1, posts: -thread.post_count });
        this.counters.addToCategory(next, { threads: 1, posts: thread.post_count });
      }
      if (isEdited && !next.is_hidden) await this.index.updateThread(thread.id, thread.title !== next.title, text);
      if (isMoved && !next.is_hidden) await this.index.moveThread(thread.id, next.category_id);
      const event = { id: thread.id, authorId: thread.author_id, actorId: actor.userId, category: category.name };
      if (isMoved) await this.events.publish(threadModerated, { ...event, action: 'moved' }, past);
      if (isMoved) await this.access.announceMove(thread, category);
      if (next.is_locked && !thread.is_locked)
        await this.events.publish(threadModerated, { ...event, action: 'locked' }, past);
      if (addDifference) await addDifference();
      else if (!next.solution_post_id) await this.creditSolution(thread, undefined);
    });
  }

  /**
   * The posts are kept; authors lose them from their numbers of posts.
   * @throws 403, thread_locked for its author, 404
   */
  async remove(actor: Actor, id: string, { isDemo = false } = {}): Promise<void> {
    await this.database.transaction(async () => {
      await this.counters.keepLimits();
      const thread = await this.forum.lockThread(actor, id);
      const canDelete = canDeleteThread(actor, thread, await this.forum.hasReplies(thread.id));
      await this.access.requireUnlocked(actor, canDelete, thread, thread);
      const stats = await this.counters.listAuthorStats({ threadIds: [thread.id] });
      await this.forum.deleteThread(actor, thread);
      this.counters.addToCategory(thread, { threads: -1, posts: -thread.post_count });
      await this.index.removeThread(thread.id);
      await this.counters.addAuthorStats(stats, -1);
      const { id: threadId, author_id: authorId, category_id: categoryId, title } = thread;
      const deleted = { id: threadId, authorId, actorId: actor.userId, title, categoryId, isDemo };
      await this.events.publish(threadDeleted, deleted);
    });
  }

  /** @param postId null removes the solution. @throws 400 when it is not a reply of this thread, 403, 404 */
  async setSolution(actor: Actor, id: string, postId: string | null, past?: Date): Promise<void> {
    await this.database.transaction(async () => {
      await this.counters.keepLimits();
      const thread = await this.forum.lockThread(actor, id);
      await this.access.requireWriter(actor, canSolveThread(actor, thread), thread, thread);
      if (thread.solution_post_id === postId) return;
      const post = postId === null ? undefined : await this.forum.findReply(thread.id, postId);
      if (postId !== null && (!post || (post.is_hidden && !canSeeHidden(actor, post, thread))))
        throw invalid([{ field: 'post_id', message: (texts) => texts.forum.solutionNoReply }]);
      const next = { ...thread, is_solved: post?.is_hidden === false, solution_post_id: postId };
      await this.forum.saveThread(actor, thread, next, null);
      await this.creditSolution(thread, post);
      if (post)
        await this.events.publish(
          threadSolved,
          { id: thread.id, postId: post.id, postAuthorId: post.author_id, actorId: actor.userId },
          past,
        );
    });
  }

  /** @param next the author of this post earns what the author of the former solution loses */
  private async creditSolution(thread: LockedThread, next: PostRecord | undefined): Promise<void> {
    const former = await this.forum.findSolution(thread);
    await this.counters.changeSolution(former && { post: former, thread }, next && { post: next, thread });
  }
}

function toUpdated(thread: LockedThread, request: UpdateThreadRequest): LockedThread {
  const is_solved = request.is_solved ?? thread.is_solved;
  // Moderators solve and reopen threads without a solution; a hidden one solves nothing.
  const keepsSolution = is_solved === thread.is_solved && request.is_solved !== false;
  return {
    ...thread,
    title: request.title ?? thread.title,
    tags: request.tags ? toTags(request.tags) : thread.tags,
    category_id: request.category_id || thread.category_id,
    is_pinned: request.is_pinned ?? thread.is_pinned,
    is_locked: request.is_locked ?? thread.is_locked,
    is_solved,
    solution_post_id: keepsSolution ? thread.solution_post_id : null,
  };
}

/** Whether title or tags differ. */
const hasNewTexts = (before: LockedThread, after: LockedThread): boolean =>
  before.title !== after.title || before.tags.join('\n') !== after.tags.join('\n');

const isModerated = (before: LockedThread, after: LockedThread): boolean =>
  after.category_id !== before.category_id ||
  after.is_pinned !== before.is_pinned ||
  after.is_locked !== before.is_locked ||
  after.is_solved !== before.is_solved;

/** Lower case, so that a filter finds each spelling; without duplicates. */
const toTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase()))];
