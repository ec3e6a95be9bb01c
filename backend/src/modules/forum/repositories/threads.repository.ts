import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { Audit } from '../../../platform/audit/audit.js';
import type { ThreadState } from '../shared/forum.policy.js';
import { threadVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';
import { CategoryCounters, type CategoryChange } from './category-counters.js';
import { type AboutItem, ContentThreads } from './content-threads.js';

/**
 * SQL for `update forum_threads t set … from …` after posts were deleted, hidden, restored or moved: the last
 * post that is not hidden; without one, the beginning of the thread.
 */
export const setLastPost =
  'last_post_at = coalesce(l.created_at, t.created_at), last_post_author_id = coalesce(l.author_id, t.author_id)';

/** The latest post by time: posts that were moved here have higher numbers than later ones. @param threadId SQL */
export const selectLastPost = (threadId: string): string => `
  select p.created_at, p.author_id from forum_posts p
  where p.thread_id = ${threadId} and p.deleted_at is null and p.hidden_at is null
  order by p.created_at desc, p.number desc limit 1`;

/** @param threadId SQL parameter */
export const fromLastPost = (threadId: string): string =>
  `(select 1) one left join (${selectLastPost(threadId)}) l on true`;

/** Where the posts of a thread are counted. */
export interface CountedThread {
  id: string;
  category_id: string;
  author_id: string;
  /** hidden threads do not count in their category */
  is_hidden?: boolean;
}

export interface LockedThread extends ThreadState {
  id: string;
  category_id: string;
  title: string;
  tags: string[];
  is_pinned: boolean;
  is_solved: boolean;
  solution_post_id: string | null;
  last_number: number;
  post_count: number;
}

/** SQL: whether a thread has replies that are not deleted; hidden ones are not counted in post_count. @param id SQL */
export const hasReplies = (id: string): string => `exists (
  select 1 from forum_posts r where r.thread_id = ${id} and r.number > 1 and r.deleted_at is null
)`;

/** SQL for a {@link LockedThread} over the alias t of forum_threads. */
export const lockedThreadColumns = `
  t.id, t.category_id, t.author_id, t.title, t.tags, t.is_pinned, t.is_locked, t.is_solved, t.solution_post_id,
  t.last_number, t.post_count, t.hidden_at is not null as is_hidden`;

/** Whether title or tags differ. */
export const hasNewTexts = (before: LockedThread, after: LockedThread): boolean =>
  before.title !== after.title || before.tags.join('\n') !== after.tags.join('\n');

export interface NewThread {
  id: string;
  category_id: string;
  author_id: string;
  title: string;
  tags: string[];
  created_at: Date;
}

/** Loads and saves threads. Joins the caller's transaction. The order of locks is thread, user, category. */
@Injectable()
export class ThreadsRepository {
  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    private readonly counters: CategoryCounters,
    private readonly audit: Audit,
    private readonly links: ContentThreads,
  ) {}

  /** Locks the row. @throws 404 when it is missing or not visible to the actor */
  async lock(actor: Actor, id: string): Promise<LockedThread> {
    const [thread] = await this.lockAll(actor, [id]);
    if (!thread) throw notFound('This thread');
    return thread;
  }

  /**
   * As {@link lock}, or locks the thread that it was merged into, so that a reply to a merged thread is not lost.
   * @throws 404
   */
  async lockCurrent(actor: Actor, id: string): Promise<LockedThread> {
    const [thread] = await this.lockAll(actor, [id]);
    if (thread) return thread;
    const merged = isId(id)
      ? await this.database.one<{ target: string }>(
          'select t.merged_into_id as target from forum_threads t where t.id = $1 and t.merged_into_id is not null',
          [id],
        )
      : undefined;
    if (!merged) throw notFound('This thread');
    return this.lockCurrent(actor, merged.target);
  }

  /** Locks rows in the order of their ids. Without those that are missing or not visible to the actor. */
  async lockAll(actor: Actor, ids: readonly string[]): Promise<LockedThread[]> {
    return this.database.query<LockedThread>(
      `select ${lockedThreadColumns}
       from forum_threads t
       where t.id = any($3::uuid[]) and ${threadVisibleTo('t', { me: '$1', seesHidden: '$2' })}
       order by t.id
       for no key update`,
      [...visibilityParameters(actor), ids.filter((id) => isId(id))],
    );
  }

  /** @throws 404 when the category is missing */
  async requireCategory(id: string): Promise<void> {
    if (!(await this.hasCategory(id))) throw notFound('This category');
  }

  /** @throws 400 when the category to move to is missing */
  async requireTarget(id: string): Promise<void> {
    if (!(await this.hasCategory(id)))
      throw invalid([{ field: 'category_id', message: 'This category does not exist.' }]);
  }

  async getCategoryName(id: string): Promise<string> {
    const row = await this.database.one<{ name: string }>('select name from forum_categories where id = $1', [id]);
    return row?.name ?? '';
  }

  async insert({ id, category_id, author_id, title, tags, created_at }: NewThread): Promise<void> {
    await this.database.query(
      `insert into forum_threads
         (id, category_id, author_id, title, tags, created_at, last_post_at, last_post_author_id)
       values ($1, $2, $3, $4, $5, $6, $6, $3)`,
      [id, category_id, author_id, title, tags, created_at],
    );
  }

  /** @throws 400 when the actor may not see the item */
  async linkItem(actor: Actor, id: string, about: AboutItem): Promise<void> {
    await this.links.addDiscussion(actor, id, about);
  }

  /** @param editedAt when title or tags changed; null keeps the former time */
  async save(actor: Actor, before: LockedThread, next: LockedThread, editedAt: Date | null): Promise<void> {
    await this.database.query(
      `update forum_threads
       set category_id = $2, title = $3, tags = $4, is_pinned = $5, is_locked = $6, is_solved = $7,
           solution_post_id = $8, edited_at = coalesce($9, edited_at)
       where id = $1`,
      [
        next.id,
        next.category_id,
        next.title,
        next.tags,
        next.is_pinned,
        next.is_locked,
        next.is_solved,
        next.solution_post_id,
        editedAt,
      ],
    );
    await this.record(actor, 'thread.updated', before, auditFieldsOf(next));
    this.cache.invalidate();
  }

  /** Marks the thread as deleted and takes it from its category. */
  async delete(actor: Actor, thread: LockedThread): Promise<void> {
    await this.database.query('update forum_threads set deleted_at = $2 where id = $1', [thread.id, new Date()]);
    this.counters.add({ ...placeOf(thread), threads: -1, posts: -thread.post_count });
    await this.record(actor, 'thread.deleted', thread);
  }

  /** After a thread was moved. */
  moveCounts(thread: LockedThread, to: string): void {
    this.counters.add(
      { ...placeOf(thread), threads: -1, posts: -thread.post_count },
      { ...placeOf(thread), category_id: to, threads: 1, posts: thread.post_count },
    );
  }

  /** After posts were deleted: the last post may be another one. @param count those that were not hidden */
  async removePosts(threadId: string, count: number): Promise<void> {
    await this.database.query(
      `update forum_threads t set post_count = t.post_count - $2, ${setLastPost}
       from ${fromLastPost('$1')} where t.id = $1`,
      [threadId, count],
    );
  }

  /** Whether deleting the thread would delete replies, which may be hidden. */
  async hasReplies(id: string): Promise<boolean> {
    return Boolean(await this.database.one(`select 1 as found where ${hasReplies('$1::uuid')}`, [id]));
  }

  /** At the end of the transaction, see {@link CategoryCounters}. */
  countInCategories(...changes: readonly CategoryChange[]): void {
    this.counters.add(...changes);
  }

  private async hasCategory(id: string): Promise<boolean> {
    const sql = 'select 1 as found from forum_categories where id = $1';
    return isId(id) && Boolean(await this.database.one(sql, [id]));
  }

  /** Only changes to threads of other users are audited, and what moderators do. */
  private async record(actor: Actor, action: string, thread: LockedThread, after?: object): Promise<void> {
    if (thread.author_id === actor.id && !actor.can('forum.moderate')) return;
    await this.audit.record({
      actor,
      action,
      subject: { type: 'thread', id: thread.id },
      before: auditFieldsOf(thread),
      ...(after && { after }),
    });
  }
}

/** The category in which a thread counts, unless it is hidden. */
export const placeOf = ({ category_id, is_hidden = false }: CountedThread) => ({ category_id, is_hidden });

const auditFieldsOf = ({
  author_id,
  title,
  tags,
  category_id,
  is_pinned,
  is_locked,
  is_solved,
  solution_post_id,
}: LockedThread) => ({ author_id, title, tags, category_id, is_pinned, is_locked, is_solved, solution_post_id });
