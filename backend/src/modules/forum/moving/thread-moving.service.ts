import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { postsMoved } from '../shared/forum.events.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { ForumAccess } from '../shared/forum-access.js';
import { canModerate } from '../shared/forum.policy.js';
import { isCounted } from '../shared/forum-visibility.js';
import { ForumRepository, type LockedThread } from '../repositories/forum.repository.js';
import { ForumIndexer } from '../search/forum-indexer.js';
import { type Move, MovedPostsRepository, type SelectedPost } from './moved-posts.repository.js';
import type { SplitThreadRequest } from '../threads/threads.dto.js';
import type { Localized } from '../../../platform/language/texts.js';

/** Splits and merges threads. Each command is one transaction with all counters, search entries and events. */
@Injectable()
export class ThreadMovingService {
  constructor(
    private readonly database: Database,
    private readonly forum: ForumRepository,
    private readonly moved: MovedPostsRepository,
    private readonly counters: ForumCounters,
    private readonly index: ForumIndexer,
    private readonly access: ForumAccess,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  /**
   * The first post becomes the Original Post of the new thread, and its author the author of the thread. Into another
   * category, it takes to moderate both.
   * @returns the id. @throws 400 when a post is not in the thread, 403, 404, 409 original_post, hidden_post,
   *   thread_hidden
   */
  async split(actor: Actor, id: string, { post_ids, title, category_id }: SplitThreadRequest): Promise<string> {
    const text = await this.index.prepareFirst(post_ids);
    return this.database.transaction(async () => {
      await this.counters.keepLimits();
      const thread = await this.forum.lockThread(actor, id);
      await this.access.require(actor, canModerate(actor, thread));
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
      const scope = await this.forum.insertThread(actor, target);
      if (scope === undefined)
        throw invalid([{ field: 'category_id', message: (texts) => texts.forum.noSuchCategory }]);
      await this.access.require(actor, canModerate(actor, { scope }));
      const isRecounted = isCounted(thread) !== isCounted({ scope });
      const addDifference = isRecounted ? await this.counters.trackAuthors([thread.id, target.id]) : undefined;
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
      await this.access.announceMove(thread, { scope });
      if (addDifference) await addDifference();
      else if (solution) await this.counters.changeSolution({ post: solution, thread }, undefined);
      return target.id;
    });
  }

  /**
   * Adds the posts of a thread to the end of another. The address of the merged thread leads to the other one.
   * @returns the id of the target. @throws 400 for itself or a missing target, 403, 404, 409 thread_hidden
   */
  async merge(actor: Actor, id: string, targetId: string): Promise<string> {
    const text = await this.index.prepareThread(id);
    return this.database.transaction(async () => {
      await this.counters.keepLimits();
      const { source, target } = await this.lockBoth(actor, id, targetId);
      await this.access.require(actor, canModerate(actor, source) && canModerate(actor, target));
      const isRecounted = isCounted(source) !== isCounted(target);
      const addDifference = isRecounted ? await this.counters.trackAuthors([source.id, target.id]) : undefined;
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
      await this.access.announceMove(source, target);
      const former = solution && { post: solution, thread: source };
      if (addDifference) await addDifference();
      else await this.counters.changeSolution(former, isAdopted ? { post: solution, thread: target } : undefined);
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
    if (!source) throw notFound('thread');
    if (!target) throw invalidTarget((texts) => texts.forum.noSuchThread);
    if (source === target) throw invalidTarget((texts) => texts.forum.mergedIntoItself);
    if (source.is_hidden || target.is_hidden) throw conflict('thread_hidden', (texts) => texts.forum.threadHidden);
    return { source, target };
  }
}

/** @returns the first post */
function requireMovable(thread: LockedThread, posts: readonly SelectedPost[], expected: number): SelectedPost {
  if (thread.is_hidden) throw conflict('thread_hidden', (texts) => texts.forum.hiddenThreadSplit);
  const [first] = posts;
  if (!first || posts.length < expected)
    throw invalid([
      {
        field: 'post_ids',
        message: (texts) => texts.forum.postsGone,
      },
    ]);
  if (first.number === 1) throw conflict('original_post', (texts) => texts.forum.originalPost);
  if (first.is_hidden) throw conflict('hidden_post', (texts) => texts.forum.hiddenPost);
  return first;
}

const invalidTarget = (message: Localized) => invalid([{ field: 'target_id', message }]);
