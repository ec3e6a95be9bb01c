import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { conflict, notFound } from '../../../platform/errors/domain-error.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { isRestorableBy, TrashRegistry } from '../../../platform/trash/trash-registry.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { ForumRepository } from '../repositories/forum.repository.js';
import { ForumIndexer } from '../search/forum-indexer.js';
import { ForumAccess } from '../shared/forum-access.js';
import {
  type CategoryScope,
  isCategoryModerated,
  isCategoryReadable,
  isCategoryWritable,
  selectCategoryScope,
} from '../../auth/index.js';
import { isThreadShown, selectIsHidden } from '../shared/forum-visibility.js';
import { canModerate, canRestorePost } from '../shared/forum.policy.js';

/** A thread or post in the trash, under a row lock. */
interface Trashed {
  id: string;
  author_id: string;
}

interface TrashedPost extends Trashed {
  thread_id: string;
  was_solution: boolean;
  is_hidden: boolean;
}

interface RestoredThread {
  category_id: string | null;
  is_hidden: boolean;
  post_count: number;
  scope: CategoryScope | null;
}

const PERMISSION = 'forum.moderate';

/**
 * Restores and purges threads and posts. What is deleted is missing already (`deleted_at`); rows with `deleted_by` can
 * be restored, so merged and purged ones have none (docs/decisions/0061).
 */
@Injectable()
export class ForumTrashService {
  constructor(
    private readonly database: Database,
    private readonly forum: ForumRepository,
    private readonly counters: ForumCounters,
    private readonly index: ForumIndexer,
    private readonly files: FileReferences,
    private readonly audit: Audit,
    private readonly access: ForumAccess,
    trash: TrashRegistry,
  ) {
    trash.register('thread', {
      permission: PERMISSION,
      selectTrashed: (actor) => sql`
        select t.id, t.title, t.deleted_at, t.deleted_by from forum_threads t
        where t.deleted_by is not null and ${isRestorable(actor, 't')}`,
      restore: (actor, id) => this.restoreThread(actor, id),
      purge: (actor, id) => this.purgeThread(actor, id),
    });
    trash.register('post', {
      permission: PERMISSION,
      // A post of a thread in the trash is restored and purged with it; titles of hidden threads are not shown.
      selectTrashed: (actor) => sql`
        select p.id, t.title, p.deleted_at, p.deleted_by
        from forum_posts p join forum_threads t on t.id = p.thread_id
        where p.deleted_by is not null and ${isRestorable(actor, 'p')}
          ${actor ? sql`and ${isThreadShown(actor)}` : sql``}`,
      restore: (actor, id) => this.restorePost(actor, id),
      purge: (actor, id) => this.purgePost(actor, id),
    });
  }

  /** Purges what only the author had written, in the caller's transaction. For erased users. */
  async purgeByAuthor(authorId: string): Promise<void> {
    const { rows: threads } = await sql<{ id: string }>`
      select t.id from forum_threads t
      where t.author_id = ${authorId} and t.deleted_by is not null
        and not exists (select 1 from forum_posts p where p.thread_id = t.id and p.author_id <> t.author_id)
      order by t.id`.execute(this.database.db);
    for (const { id } of threads) await this.purgeThread(null, id);
    const { rows: posts } = await sql<{ id: string }>`
      select p.id from forum_posts p where p.author_id = ${authorId} and p.deleted_by is not null
      order by p.id`.execute(this.database.db);
    for (const { id } of posts) await this.purgePost(null, id);
  }

  /** A thread whose category was deleted is restored into the first one in which the actor may write. */
  private async restoreThread(actor: Actor, id: string): Promise<void> {
    await this.runInTransaction(async () => {
      await this.counters.keepLimits();
      const { author_id } = await this.lockThread(actor, id);
      const { rows } = await sql<RestoredThread>`
        update forum_threads t
        set deleted_at = null, deleted_by = null,
            category_id = coalesce(t.category_id, (
              select c.id from forum_categories c
              where ${isCategoryReadable(actor, 'c.id')} and ${isCategoryWritable(actor, 'forum', 'c.id')}
              order by c.parent_category_id nulls first, c.order_index, c.id limit 1
            ))
        where t.id = ${id} and (t.category_id is not null or exists (select 1 from forum_categories))
        returning t.category_id, t.hidden_at is not null as is_hidden, t.post_count,
                  ${selectCategoryScope('t.category_id')} as scope`.execute(this.database.db);
      const [thread] = rows;
      if (!thread?.category_id) throw conflict('no_category', (texts) => texts.forum.noCategory);
      this.access.requireWritable(actor, thread);
      const { category_id, is_hidden, post_count } = thread;
      this.counters.addToCategory({ category_id, is_hidden }, { threads: 1, posts: post_count });
      if (!is_hidden) await this.index.restoreThread(id);
      await this.counters.addAuthorStats(await this.counters.listAuthorStats({ threadIds: [id] }), 1);
      await this.auditRestore(actor, 'thread', { id, author_id, scope: thread.scope });
    });
  }

  /**
   * A solution solves its thread again, unless the thread has another solution by now.
   * @throws 404, 403 category_read_only, thread_locked for its author
   */
  private async restorePost(actor: Actor, id: string): Promise<void> {
    await this.runInTransaction(async () => {
      await this.counters.keepLimits();
      const { thread_id, author_id, is_hidden, was_solution } = await this.lockPost(actor, id);
      const [thread] = await this.forum.lockThreads(actor, [thread_id]);
      if (!thread) throw notFound('post');
      this.access.requireWritable(actor, thread);
      await this.access.requireUnlocked(actor, canRestorePost(actor, thread), thread, { author_id });
      await this.database.db
        .updateTable('forum_posts')
        .set({ deleted_at: null, deleted_by: null, was_solution: false })
        .where('id', '=', id)
        .execute();
      const counted = is_hidden ? 0 : 1;
      await this.forum.subtractPosts(thread.id, -counted);
      this.counters.addToCategory(thread, { posts: counted });
      if (was_solution && !thread.is_solved && thread.solution_post_id === null)
        await this.forum.saveThread(actor, thread, { ...thread, is_solved: !is_hidden, solution_post_id: id }, null);
      await this.index.update(id, undefined);
      await this.counters.addAuthorStats(await this.counters.listAuthorStats({ postId: id }), 1);
      await this.auditRestore(actor, 'post', { id, author_id, scope: thread.scope });
    });
  }

  private async purgeThread(actor: Actor | null, id: string): Promise<void> {
    await this.runInTransaction(async () => {
      const { author_id, title } = await this.lockThread(actor, id);
      await this.files.releaseAll('post', sql`select p.id from forum_posts p where p.thread_id = ${id}`);
      await this.database.db.deleteFrom('forum_threads').where('id', '=', id).execute();
      await this.auditPurge(actor, 'thread', id, { author_id, title });
    });
  }

  /** The placeholder of its number stays. */
  private async purgePost(actor: Actor | null, id: string): Promise<void> {
    await this.runInTransaction(async () => {
      const { author_id } = await this.lockPost(actor, id);
      const { db } = this.database;
      await this.files.release({ subjectType: 'post', subjectId: id });
      await db.deleteFrom('post_edits').where('post_id', '=', id).execute();
      await db.deleteFrom('post_reactions').where('post_id', '=', id).execute();
      await db
        .updateTable('forum_posts')
        .set({ content: '', mentioned: [], like_count: 0, helpful_count: 0, deleted_by: null, was_solution: false })
        .where('id', '=', id)
        .execute();
      await this.auditPurge(actor, 'post', id, { author_id });
    });
  }

  /** @throws 404 unless the thread is in the trash and the actor may restore it */
  private async lockThread(actor: Actor | null, id: string): Promise<Trashed & { title: string }> {
    const thread = await this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.id', 't.author_id', 't.title'])
      .where('t.id', '=', id)
      .where('t.deleted_by', 'is not', null)
      .where(isRestorable(actor, 't'))
      .forUpdate()
      .executeTakeFirst();
    if (!thread) throw notFound('thread');
    return thread;
  }

  /** Locks the thread first, as each command on a post does. @throws 404 as {@link lockThread} */
  private async lockPost(actor: Actor | null, id: string): Promise<TrashedPost> {
    // Once more when the thread was merged into another while this waited for it.
    const post = (await this.tryLockPost(actor, id)) ?? (await this.tryLockPost(actor, id));
    if (!post) throw notFound('post');
    return post;
  }

  private async tryLockPost(actor: Actor | null, id: string): Promise<TrashedPost | undefined> {
    const { rows } = await sql<{ id: string }>`
      select t.id from forum_threads t where t.id = (select p.thread_id from forum_posts p where p.id = ${id})
      for no key update`.execute(this.database.db);
    const [thread] = rows;
    if (!thread) return undefined;
    return this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select(['p.id', 'p.author_id', 'p.thread_id', 'p.was_solution', selectIsHidden('p')])
      .where('p.id', '=', id)
      .where('p.thread_id', '=', thread.id)
      .where('p.deleted_by', 'is not', null)
      .where(isRestorable(actor, 'p'))
      .forUpdate('p')
      .executeTakeFirst();
  }

  /** As deletions: only those of other users are audited, and what moderators do. */
  private async auditRestore(
    actor: Actor,
    type: 'thread' | 'post',
    { id, author_id, scope }: Trashed & { scope: CategoryScope | null },
  ): Promise<void> {
    if (author_id === actor.id && !canModerate(actor, { scope })) return;
    await this.audit.record({ actor, action: `${type}.restored`, subject: { type, id }, after: { author_id } });
  }

  private async auditPurge(actor: Actor | null, type: 'thread' | 'post', id: string, before: object): Promise<void> {
    await this.audit.record({ actor, action: `${type}.purged`, subject: { type, id }, before });
  }

  /** Raises the statement timeout: a thread can have many posts. */
  private async runInTransaction(work: () => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.database.transaction(work));
  }
}

/** Over the alias of the thread or post, and the thread t; null is the system. */
const isRestorable = (actor: Actor | null, row: 't' | 'p'): RawBuilder<boolean> =>
  actor
    ? sql`((${isRestorableBy(actor, PERMISSION, row)}
          or ${isCategoryModerated(actor, 't.category_id')})
        and ${isCategoryReadable(actor, 't.category_id')})`
    : sql`true`;
