import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { UsersFacade } from '../../auth/index.js';
import { SearchTextParser } from '../../content/index.js';
import { ForumIndex } from '../search/forum-index.js';
import { CategoryCounters } from '../repositories/category-counters.js';
import {
  type CountedThread,
  hasNewTexts,
  type LockedThread,
  placeOf,
  ThreadsRepository,
} from '../repositories/threads.repository.js';
import {
  type AuthorStats,
  type PostRecord,
  PostsRepository,
  SOLUTION_REPUTATION,
} from '../repositories/posts.repository.js';

const fileSubjectOf = (id: string) => ({ subjectType: 'post', subjectId: id });

interface NewPost {
  content: string;
  createdAt: Date;
  replyToId?: string | null;
}

interface TitledThread extends CountedThread {
  title: string;
  tags: readonly string[];
}

interface AddedPost {
  id: string;
  number: number;
  mentioned: string[];
}

/**
 * Adds, changes and removes posts with all counters and files. Joins the caller's transaction, which has locked the
 * thread.
 */
@Injectable()
export class PostWriter {
  constructor(
    private readonly posts: PostsRepository,
    private readonly threads: ThreadsRepository,
    private readonly counters: CategoryCounters,
    private readonly users: UsersFacade,
    private readonly fileReferences: FileReferences,
    private readonly index: ForumIndex,
    private readonly parser: SearchTextParser,
  ) {}

  /** To be called before the transaction: parses the text for the search index. */
  async prepare(content: string): Promise<void> {
    await this.index.prepare(content);
  }

  /** As {@link prepare}, for the title and tags of a thread, which are indexed with its text. */
  async prepareThread(id: string): Promise<void> {
    if (isId(id)) await this.index.prepareThread(id);
  }

  async add(actor: Actor, thread: TitledThread, { content, createdAt, replyToId }: NewPost): Promise<AddedPost> {
    const authorId = actor.userId;
    const id = uuidv7({ msecs: createdAt.getTime() });
    const mentioned = await this.findMentioned(id, content);
    const number = await this.posts.add({
      id,
      thread_id: thread.id,
      author_id: authorId,
      content,
      mentioned,
      reply_to_id: replyToId ?? null,
      created_at: createdAt,
    });
    const fileIds = extractFileIds(content);
    if (fileIds.length) await this.fileReferences.replace(fileIds, fileSubjectOf(id), actor);
    if (!thread.is_hidden)
      await this.index.add({
        id,
        threadId: thread.id,
        number,
        authorId,
        content,
        at: createdAt,
        likes: 0,
        helpfuls: 0,
        title: thread.title,
        tags: thread.tags,
        categoryId: thread.category_id,
      });
    if (!thread.is_hidden) await this.users.addPosts(new Map([[authorId, 1]]));
    this.counters.add({ ...placeOf(thread), threads: number === 1 ? 1 : 0, posts: 1, lastPostAt: createdAt });
    return { id, number, mentioned };
  }

  /** @returns ids of users that the post did not mention before */
  async edit(actor: Actor, post: PostRecord, content: string): Promise<string[]> {
    const mentioned = await this.findMentioned(post.id, content);
    await this.posts.edit(actor, post, { content, mentioned });
    await this.fileReferences.replace(extractFileIds(content), fileSubjectOf(post.id), actor);
    await this.index.update(post.id);
    return mentioned.filter((id) => !post.mentioned.includes(id));
  }

  /** After a thread was changed or moved. */
  async reindexThread(before: LockedThread, after: LockedThread): Promise<void> {
    if (after.is_hidden) return;
    if (hasNewTexts(before, after)) await this.index.updateThread(after.id, before.title !== after.title);
    if (before.category_id !== after.category_id) await this.index.moveThread(after.id, after.category_id);
  }

  async remove(actor: Actor, thread: CountedThread, post: PostRecord): Promise<void> {
    const stats = await this.posts.listStats({ postId: post.id });
    await this.posts.delete(actor, post);
    await this.fileReferences.release(fileSubjectOf(post.id));
    const counted = post.is_hidden ? 0 : 1;
    await this.threads.removePosts(thread.id, counted);
    this.counters.add({ ...placeOf(thread), threads: 0, posts: -counted });
    await this.index.remove(post);
    await this.addStats(stats, -1);
  }

  /** Before a thread is deleted: its posts are not found any more, and no longer count for their authors. */
  async removeAll(threadId: string): Promise<void> {
    await this.index.removeThread(threadId);
    await this.addStats(await this.posts.listStats({ threadId }), -1);
  }

  /**
   * Before posts are hidden, and after they are restored: what is hidden does not count for its authors.
   * @param by -1 or 1
   */
  async countForAuthors(condition: { postId: string } | { threadId: string }, by: 1 | -1): Promise<void> {
    await this.addStats(await this.posts.listStats(condition), by);
  }

  /** The author of a solution that is not hidden earns reputation, unless it is the author of the thread. */
  async creditSolution(
    thread: CountedThread,
    former: PostRecord | undefined,
    next: PostRecord | undefined,
  ): Promise<void> {
    const by = new Map<string, number>();
    for (const [post, n] of [
      [former, -SOLUTION_REPUTATION],
      [next, SOLUTION_REPUTATION],
    ] as const)
      if (post && isRewarded(post, thread)) by.set(post.author_id, (by.get(post.author_id) ?? 0) + n);
    for (const [id, n] of [...by].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (n) await this.users.addReputation(id, n);
  }

  /** The solution of a locked thread. */
  async findSolution({ id, solution_post_id }: LockedThread): Promise<PostRecord | undefined> {
    return solution_post_id === null ? undefined : this.posts.findReply(id, solution_post_id);
  }

  /** After the solution of one thread was moved to another. @param to the thread that it solves now, if any */
  async transferSolution(post: PostRecord, from: CountedThread, to: CountedThread | undefined): Promise<void> {
    const before = isRewarded(post, from) ? SOLUTION_REPUTATION : 0;
    const after = to && isRewarded(post, to) ? SOLUTION_REPUTATION : 0;
    if (before !== after) await this.users.addReputation(post.author_id, after - before);
  }

  /** After replies became a new thread. @param firstId its Original Post */
  async reindexSplit(threadId: string, firstId: string): Promise<void> {
    await this.index.removeReply(firstId);
    await this.index.update(firstId);
    await this.index.relocateReplies(threadId, 1);
  }

  /** After the posts of a thread were added to another, after its last number. */
  async reindexMerged(fromId: string, toId: string, lastNumber: number): Promise<void> {
    await this.index.relocateReplies(toId, lastNumber);
    await this.index.replaceThread(fromId, toId, lastNumber + 1);
  }

  private findMentioned(id: string, content: string): Promise<string[]> {
    return this.users.findIdsByHandles(this.parser.getMentions(content, id));
  }

  private async addStats(stats: readonly AuthorStats[], by: 1 | -1): Promise<void> {
    await this.users.addPosts(new Map(stats.map(({ author_id, posts }) => [author_id, by * posts])));
    await this.users.addReputations(new Map(stats.map(({ author_id, reputation }) => [author_id, by * reputation])));
  }
}

const isRewarded = (solution: PostRecord, thread: CountedThread): boolean =>
  !solution.is_hidden && !thread.is_hidden && solution.author_id !== thread.author_id;
