import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import {
  MODERATED_TEXT,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../platform/moderation/moderation-registry.js';
import { type CountedThread, ForumCounters } from '../repositories/forum-counters.js';
import { ForumFacade } from '../forum.facade.js';
import { fromLastPost, setLastPost } from '../repositories/forum.repository.js';
import { ForumIndexer } from '../search/forum-indexer.js';
import { postPathSql, threadPath } from '../shared/forum-limits.js';
import { selectIsHidden } from '../shared/forum-visibility.js';

/**
 * Hides and restores threads and posts, with their counters and search entries. What is hidden does not count for its
 * authors. Hidden posts keep their numbers, as their placeholders are shown.
 */
@Injectable()
export class ForumModerationService {
  constructor(
    private readonly database: Database,
    private readonly counters: ForumCounters,
    private readonly index: ForumIndexer,
    forum: ForumFacade,
    registry: ModerationRegistry,
  ) {
    registry.register('thread', {
      lock: (id) => this.lockThread(id),
      hide: (id) => this.hideThread(id),
      restore: (id) => this.restoreThread(id),
      findCaption: (id) => forum.findThreadCaption(id),
      findExisting: (ids) => this.findExistingThreads(ids),
      selectDescription: (id) => sql`
        select t.title, ${sql.lit(threadPath(''))} || t.id as path, t.author_id,
               left(p.content, ${sql.lit(MODERATED_TEXT)}) as text, null::int as version, t.hidden_at
        from forum_threads t left join forum_posts p on p.thread_id = t.id and p.number = 1
        where t.id = ${id} and t.deleted_at is null`,
      selectCategory: (id) => sql`(select t.category_id from forum_threads t where t.id = ${id})`,
      selectHidden: () =>
        sql`select t.id, t.hidden_at from forum_threads t where t.hidden_at is not null and t.deleted_at is null`,
    });
    registry.register('post', {
      lock: (id) => this.lockPost(id),
      hide: (id) => this.hidePost(id),
      restore: (id) => this.restorePost(id),
      findCaption: (id) => forum.findPostCaption(id),
      findExisting: (ids) => this.findExistingPosts(ids),
      selectDescription: (id) => sql`
        select t.title, ${sql.raw(postPathSql('p.thread_id', 'p.number'))} as path, p.author_id,
               left(p.content, ${sql.lit(MODERATED_TEXT)}) as text, null::int as version, p.hidden_at
        from forum_posts p join forum_threads t on t.id = p.thread_id
        where p.id = ${id} and p.deleted_at is null and t.deleted_at is null`,
      selectCategory: (id) => sql`(
        select t.category_id from forum_posts p join forum_threads t on t.id = p.thread_id where p.id = ${id})`,
      selectHidden: () => sql`
        select p.id, p.hidden_at from forum_posts p join forum_threads t on t.id = p.thread_id
        where p.hidden_at is not null and p.deleted_at is null and t.deleted_at is null`,
    });
  }

  private async lockThread(id: string): Promise<ModeratedSubject | undefined> {
    await this.counters.keepLimits();
    return this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.id', 't.author_id as authorId', sql<boolean>`t.hidden_at is not null`.as('isHidden')])
      .where('t.id', '=', id)
      .where('t.deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  private async hideThread(id: string): Promise<void> {
    const stats = await this.counters.listAuthorStats({ threadIds: [id] });
    await this.setThreadHidden(id, new Date());
    await this.index.removeThread(id);
    await this.counters.addAuthorStats(stats, -1);
  }

  private async restoreThread(id: string): Promise<void> {
    await this.setThreadHidden(id, null);
    await this.index.restoreThread(id);
    await this.counters.addAuthorStats(await this.counters.listAuthorStats({ threadIds: [id] }), 1);
  }

  /** Locks the thread first, as each command on a post does. */
  private async lockPost(id: string): Promise<ModeratedSubject | undefined> {
    await this.counters.keepLimits();
    const post = await this.findPlace(id);
    if (!post || !(await this.lockThread(post.thread_id))) return undefined;
    const locked = await this.database.db
      .selectFrom('forum_posts as p')
      .select(['p.id', 'p.author_id as authorId', 'p.thread_id'])
      .select(sql<boolean>`p.hidden_at is not null`.as('isHidden'))
      .where('p.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Moderators can move a post to another thread meanwhile.
    return locked && locked.thread_id !== post.thread_id ? this.lockPost(id) : locked;
  }

  private async hidePost(id: string): Promise<void> {
    const post = await this.findPlace(id);
    if (!post) return;
    const stats = await this.counters.listAuthorStats({ postId: id });
    await this.setPostHidden(id, post.thread_id, new Date());
    await this.index.remove(post);
    await this.counters.addAuthorStats(stats, -1);
  }

  private async restorePost(id: string): Promise<void> {
    const post = await this.findPlace(id);
    if (!post) return;
    await this.setPostHidden(id, post.thread_id, null);
    await this.index.update(id, undefined);
    await this.counters.addAuthorStats(await this.counters.listAuthorStats({ postId: id }), 1);
  }

  /** @param hidden_at null restores the thread */
  private async setThreadHidden(id: string, hidden_at: Date | null): Promise<void> {
    const thread = await this.database.db
      .updateTable('forum_threads')
      .set({ hidden_at })
      .where('id', '=', id)
      .returning((t) => [t.ref('category_id').$notNull().as('category_id'), 'post_count'])
      .executeTakeFirst();
    if (!thread) return;
    const by = hidden_at ? -1 : 1;
    this.counters.addToCategory(thread, { threads: by, posts: by * thread.post_count });
  }

  /** The last post of its thread and category may be another one afterwards. A hidden solution solves nothing. */
  private async setPostHidden(id: string, threadId: string, hidden_at: Date | null): Promise<void> {
    const changed = await this.database.db
      .updateTable('forum_posts')
      .set({ hidden_at })
      .where('id', '=', id)
      .where('hidden_at', hidden_at ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    const posts = hidden_at ? -1 : 1;
    const { rows } = await sql<CountedThread>`
      update forum_threads t
      set post_count = t.post_count + ${posts}, ${setLastPost},
          is_solved = case when t.solution_post_id = ${id} then ${!hidden_at} else t.is_solved end
      from ${fromLastPost(threadId)}
      where t.id = ${threadId}
      returning t.category_id, ${selectIsHidden('t')}`.execute(this.database.db);
    for (const thread of rows) this.counters.addToCategory(thread, { posts });
  }

  private findPlace(id: string): Promise<{ id: string; thread_id: string; number: number } | undefined> {
    return this.database.db
      .selectFrom('forum_posts')
      .select(['id', 'thread_id', 'number'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  private async findExistingThreads(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('forum_threads')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('deleted_at', 'is', null)
      .execute();
    return new Set(rows.map((row) => row.id));
  }

  private async findExistingPosts(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select('p.id')
      .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
      .where('p.deleted_at', 'is', null)
      .where('t.deleted_at', 'is', null)
      .execute();
    return new Set(rows.map((row) => row.id));
  }
}
