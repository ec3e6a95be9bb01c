import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { isShown, selectIsHidden } from '../shared/forum-visibility.js';
import { type CategoryChange, CategoryCounters } from './category-counters.js';
import { type AboutItem, ContentThreads } from './content-threads.js';

/**
 * For `update forum_threads t set … from …` after posts were deleted, hidden, restored or moved: the last post that is
 * not hidden; without one, the beginning of the thread.
 */
export const setLastPost = sql`last_post_at = coalesce(l.created_at, t.created_at),
  last_post_author_id = coalesce(l.author_id, t.author_id)`;

/** The latest post by time: posts that were moved here have higher numbers than later ones. */
export const selectLastPost = (threadId: string | RawBuilder<string>) => sql`
  select p.created_at, p.author_id from forum_posts p
  where p.thread_id = ${threadId} and p.deleted_at is null and p.hidden_at is null
  order by p.created_at desc, p.number desc limit 1`;

export const fromLastPost = (threadId: string) => sql`(select 1) one left join (${selectLastPost(threadId)}) l on true`;

type Thread = Row<'forum_threads'>;

/** Where the posts of a thread are counted. Only deleted threads have no category. */
export interface CountedThread extends Pick<Thread, 'id' | 'author_id'> {
  category_id: string;
  /** hidden threads do not count in their category */
  is_hidden?: boolean;
}

const lockedColumns = [
  't.id',
  't.author_id',
  't.title',
  't.tags',
  't.is_pinned',
  't.is_locked',
  't.is_solved',
  't.solution_post_id',
  't.last_number',
  't.post_count',
] as const;

type LockedColumn = (typeof lockedColumns)[number] extends `t.${infer Name}` ? Name : never;
export type LockedThread = Pick<Thread, LockedColumn> & { category_id: string; is_hidden: boolean };

export type NewThread = Pick<Thread, 'id' | 'author_id' | 'title' | 'tags' | 'created_at'> & { category_id: string };

/** Whether a thread has replies that are not deleted; hidden ones are not counted in post_count. */
export const hasReplies = (id: string | RawBuilder<string>) => sql<boolean>`exists (
  select 1 from forum_posts r where r.thread_id = ${id} and r.number > 1 and r.deleted_at is null
)`;

/** Whether title or tags differ. */
export const hasNewTexts = (before: LockedThread, after: LockedThread): boolean =>
  before.title !== after.title || before.tags.join('\n') !== after.tags.join('\n');

/** Loads and saves threads. Joins the caller's transaction. The order of locks is thread, user, category. */
@Injectable()
export class ThreadsRepository {
  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    private readonly audit: Audit,
    private readonly counters: CategoryCounters,
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
      ? await this.database.db
          .selectFrom('forum_threads')
          .select('merged_into_id')
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!merged?.merged_into_id) throw notFound('This thread');
    return this.lockCurrent(actor, merged.merged_into_id);
  }

  /** Locks rows in the order of their ids. Without those that are missing or not visible to the actor. */
  async lockAll(actor: Actor, ids: readonly string[]): Promise<LockedThread[]> {
    const valid = ids.filter((id) => isId(id));
    return this.selectLocked()
      .where(sql<boolean>`t.id = any(${valid}::uuid[])`)
      .where(isShown(actor, 't'))
      .orderBy('t.id')
      .forNoKeyUpdate()
      .execute();
  }

  /** Locks the thread of a post. */
  async lockOfPost(actor: Actor, postId: string): Promise<LockedThread | undefined> {
    return this.selectLocked()
      .where('t.id', '=', (select) =>
        select.selectFrom('forum_posts as p').select('p.thread_id').where('p.id', '=', postId),
      )
      .where(isShown(actor, 't'))
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  async findCategoryName(id: string): Promise<string | undefined> {
    const category = isId(id)
      ? await this.database.db.selectFrom('forum_categories').select('name').where('id', '=', id).executeTakeFirst()
      : undefined;
    return category?.name;
  }

  /** @returns false, and inserts nothing, when the category is missing */
  async insert({ id, category_id, author_id, title, tags, created_at }: NewThread): Promise<boolean> {
    if (!isId(category_id)) return false;
    const { rows } = await sql`
      insert into forum_threads (id, category_id, author_id, title, tags, created_at, last_post_at, last_post_author_id)
      select ${id}::uuid, c.id, ${author_id}::uuid, ${title}::text, ${tags}::text[], ${created_at}::timestamptz,
             ${created_at}::timestamptz, ${author_id}::uuid
      from forum_categories c where c.id = ${category_id}
      returning id`.execute(this.database.db);
    return rows.length > 0;
  }

  /** @param editedAt when title or tags changed; null keeps the former time */
  async save(actor: Actor, before: LockedThread, next: LockedThread, editedAt: Date | null): Promise<void> {
    const { category_id, title, tags, is_pinned, is_locked, is_solved, solution_post_id } = next;
    await this.database.db
      .updateTable('forum_threads')
      .set({ category_id, title, tags, is_pinned, is_locked, is_solved, solution_post_id })
      .$if(editedAt !== null, (update) => update.set({ edited_at: editedAt }))
      .where('id', '=', next.id)
      .execute();
    await this.record(actor, 'thread.updated', before, toAuditFields(next));
    this.cache.invalidate();
  }

  /** Marks the thread as deleted. */
  async delete(actor: Actor, thread: LockedThread): Promise<void> {
    await this.database.db
      .updateTable('forum_threads')
      .set({ deleted_at: new Date() })
      .where('id', '=', thread.id)
      .execute();
    await this.record(actor, 'thread.deleted', thread);
  }

  /** At the end of the transaction, see {@link CategoryCounters}. */
  countInCategories(...changes: readonly CategoryChange[]): void {
    this.counters.add(...changes);
  }

  /** @throws 400 when the actor may not see the item */
  async linkItem(actor: Actor, id: string, about: AboutItem): Promise<void> {
    await this.links.addDiscussion(actor, id, about);
  }

  /** After posts were deleted: the last post may be another one. @param count those that were not hidden */
  async removePosts(threadId: string, count: number): Promise<void> {
    await sql`
      update forum_threads t set post_count = t.post_count - ${count}, ${setLastPost}
      from ${fromLastPost(threadId)} where t.id = ${threadId}`.execute(this.database.db);
  }

  /** Whether deleting the thread would delete replies, which may be hidden. */
  async hasReplies(id: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`select ${hasReplies(id)} as found`.execute(this.database.db);
    return rows[0]?.found ?? false;
  }

  private selectLocked() {
    return this.database.db
      .selectFrom('forum_threads as t')
      .select(lockedColumns)
      .select((t) => [t.ref('t.category_id').$notNull().as('category_id'), selectIsHidden('t')]);
  }

  /** Only changes to threads of other users are audited, and what moderators do. */
  private async record(actor: Actor, action: string, thread: LockedThread, after?: object): Promise<void> {
    if (thread.author_id === actor.id && !actor.can('forum.moderate')) return;
    await this.audit.record({
      actor,
      action,
      subject: { type: 'thread', id: thread.id },
      before: toAuditFields(thread),
      ...(after && { after }),
    });
  }
}

/** The category in which a thread counts, unless it is hidden. */
export const getPlace = ({ category_id, is_hidden = false }: Omit<CountedThread, 'id' | 'author_id'>) => ({
  category_id,
  is_hidden,
});

const toAuditFields = ({
  author_id,
  title,
  tags,
  category_id,
  is_pinned,
  is_locked,
  is_solved,
  solution_post_id,
}: LockedThread) => ({ author_id, title, tags, category_id, is_pinned, is_locked, is_solved, solution_post_id });
