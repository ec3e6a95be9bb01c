import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { postsMoved } from '../shared/forum.events.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { ForumRepository, type LockedThread } from '../repositories/forum.repository.js';
import { ForumIndexer } from '../search/forum-indexer.js';
import { type Move, MovedPostsRepository, type SelectedPost } from './moved-posts.repository.js';
import type { SplitThreadRequest } from '../threads/threads.dto.js';

/** Splits and merges threads. Each command is one transaction with all counters, search entries and events. */
@Injectable()
export class ThreadMovingService {
  constructor(
    private readonly database: Database,
    private readonly forum: ForumRepository,
    private readonly moved: MovedPostsRepository,
    private readonly counters: ForumCounters,
    private readonly index: ForumIndexer,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  /**
   * The first post becomes the Original Post of the new thread, and its author the author of the thread.
   * @returns the id. @throws 400 when a post is not in the thread, 404, 409 original_post, hidden_post, thread_hidden
   */
  async split(actor: Actor, id: string, { post_ids, title, category_id }: SplitThreadRequest): Promise<string> {
    const text = await this.index.prepareFirst(post_ids);
    return this.database.transaction(async () => {
      const thread = await this.forum.lockThread(actor, id);
      const posts = await this.moved.listSelected(thread.id, post_ids);
      const first = requireMovable(thread, posts, post_ids.length);
      const former = await this.forum.findSolution(thread);
      const solution = former && posts.some((post) => post.id === former.id) ? former : undefined;
      const target = {
        id: uuidv7({ msecs: first.created_at.getTime() }),
        category_id: category_id || thread.category_id,
        author_id: first.author_id,
        title,
        tags: [],
        created_at: first.created_at,
      };
      if (!(await this.forum.insertThread(target)))
        throw invalid([{ field: 'category_id', message: 'This category does not exist.' }]);
      const move: Move = { fromId: thread.id, toId: target.id, lastNumber: 0 };
      const { count, authorIds } = await this.moved.move(move, post_ids);
      if (solution)
        await this.forum.saveThread(actor, thread, { ...thread, is_solved: false, solution_post_id: null }, null);
      await this.moved.refreshCounters([thread.id, target.id]);
      await this.moved.copyReads(move, authorIds);
      this.counters.addToCategory(thread, { posts: -count });
      this.counters.addToCategory(target, { threads: 1, posts: count });
      await this.index.split(target.id, first.id, text);
      await this.audit.record({
        actor,
        action: 'thread.split',
        subject: { type: 'thread', id: thread.id },
        before: { title: thread.title, numbers: posts.map(({ number }) => number) },
        after: { thread_id: target.id, title, category_id: target.category_id },
      });
      await this.events.publish(postsMoved, {
        fromId: thread.id,
        fromTitle: thread.title,
        toId: target.id,
        firstNumber: 1,
        action: 'split',
        authorIds,
        actorId: actor.userId,
      });
      if (solution) await this.counters.changeSolution({ post: solution, thread }, undefined);
      return target.id;
    });
  }

  /**
   * Adds the posts of a thread to the end of another. The address of the merged thread leads to the other one.
   * @returns the id of the target. @throws 400 for itself or a missing target, 404, 409 thread_hidden
   */
  async merge(actor: Actor, id: string, targetId: string): Promise<string> {
    const text = await this.index.prepareThread(id);
    return this.database.transaction(async () => {
      const { source, target } = await this.lockBoth(actor, id, targetId);
      const solution = await this.forum.findSolution(source);
      const move: Move = { fromId: source.id, toId: target.id, lastNumber: target.last_number };
      const { count, authorIds } = await this.moved.move(move);
      await this.moved.mergeViews(move);
      await this.moved.mergeReads(move);
      await this.moved.mergeAbout(move);
      await this.moved.close(move);
      await this.moved.refreshCounters([target.id]);
      // A question without an accepted answer keeps that of its duplicate.
      const isAdopted = solution !== undefined && !target.is_solved;
      if (isAdopted)
        await this.forum.saveThread(
          actor,
          target,
          { ...target, is_solved: !solution.is_hidden, solution_post_id: solution.id },
          null,
        );
      this.counters.addToCategory(source, { threads: -1, posts: -count });
      this.counters.addToCategory(target, { posts: count });
      await this.index.merge(source.id, target.id, target.last_number, text);
      const { title, category_id, author_id } = source;
      await this.audit.record({
        actor,
        action: 'thread.merged',
        subject: { type: 'thread', id: source.id },
        before: { title, category_id, author_id, post_count: count },
        after: { thread_id: target.id, title: target.title, category_id: target.category_id },
      });
      await this.events.publish(postsMoved, {
        fromId: source.id,
        fromTitle: title,
        toId: target.id,
        firstNumber: target.last_number + 1,
        action: 'merged',
        authorIds,
        actorId: actor.userId,
      });
      const former = solution && { post: solution, thread: source };
      await this.counters.changeSolution(former, isAdopted ? { post: solution, thread: target } : undefined);
      return target.id;
    });
  }

  private async lockBoth(
    actor: Actor,
    id: string,
    targetId: string,
  ): Promise<{ source: LockedThread; target: LockedThread }> {
    const threads = await this.forum.lockThreads(actor, [id, targetId]);
    const find = (wanted: string) => threads.find((thread) => thread.id === wanted.toLowerCase());
    const [source, target] = [find(id), find(targetId)];
    if (!source) throw notFound('This thread');
    if (!target) throw invalidTarget('This thread does not exist.');
    if (source === target) throw invalidTarget('A thread cannot be merged into itself.');
    if (source.is_hidden || target.is_hidden) throw conflict('thread_hidden', 'Hidden threads can’t be merged.');
    return { source, target };
  }
}

/** @returns the first post */
function requireMovable(thread: LockedThread, posts: readonly SelectedPost[], expected: number): SelectedPost {
  if (thread.is_hidden)
    throw conflict('thread_hidden', 'This thread is hidden. Its posts would become visible in a new thread.');
  const [first] = posts;
  if (!first || posts.length < expected)
    throw invalid([
      {
        field: 'post_ids',
        message: 'Some of the posts were deleted or moved meanwhile. Please select the posts again.',
      },
    ]);
  if (first.number === 1)
    throw conflict('original_post', 'The Original Post stays in its thread. Please select replies only.');
  if (first.is_hidden)
    throw conflict('hidden_post', 'A hidden post can’t start a thread. Please deselect it or include an earlier one.');
  return first;
}

const invalidTarget = (message: string) => invalid([{ field: 'target_id', message }]);
