import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { type CategoryScope, isCategoryReadable, selectCategoryScope } from '../../auth/index.js';
import { canModerate, canSeeHidden } from '../shared/forum.policy.js';
import { isShownWithin, isThreadShown, selectIsHidden, selectScope } from '../shared/forum-visibility.js';
import type { CountedThread } from './forum-counters.js';

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
export type LockedThread = Pick<Thread, LockedColumn> & Required<CountedThread> & { scope: CategoryScope | null };

export type NewThread = Pick<Thread, 'id' | 'author_id' | 'title' | 'tags' | 'created_at'> & CountedThread;

/** Whether a thread has replies that are not deleted; hidden ones are not counted in post_count. */
export const hasReplies = (id: string | RawBuilder<string>) => sql<boolean>`exists (
  select 1 from forum_posts r where r.thread_id = ${id} and r.number > 1 and r.deleted_at is null
)`;

type Post = Row<'forum_posts'>;

export type PostRecord = Pick<Post, 'id' | 'thread_id' | 'number' | 'author_id' | 'content' | 'mentioned'> & {
  is_deleted: boolean;
  is_hidden: boolean;
};

type NewPost = Pick<Post, 'id' | 'thread_id' | 'author_id' | 'content' | 'mentioned' | 'reply_to_id' | 'created_at'>;

interface TargetCategory {
  name: string;
  scope: CategoryScope | null;
}

interface AddedPost {
  number: number;
  /** the author of the post that it replies to, if the actor sees that in the thread */
  replied_to_id: string | null;
}

interface LockedPost {
  thread: LockedThread;
  post: PostRecord;
}

/** Loads and saves threads and posts. Joins the caller's transaction. A thread is locked before its posts. */
@Injectable()
export class ForumRepository {
  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    private readonly audit: Audit,
  ) {}

  /** Locks the row. @throws 404 when it is missing or not visible to the actor */
  async lockThread(actor: Actor, id: string): Promise<LockedThread> {
    const [thread] = await this.lockThreads(actor, [id]);
    if (!thread) throw notFound('thread');
    return thread;
  }

  /**
   * As {@link lockThread}, or locks the thread that it was merged into, so that a reply to a merged thread is not lost.
   * @throws 404
   */
  async lockCurrentThread(actor: Actor, id: string): Promise<LockedThread> {
    const [thread] = await this.lockThreads(actor, [id]);
    if (thread) return thread;
    const merged = isId(id)
      ? await this.database.db
          .selectFrom('forum_threads')
          .select('merged_into_id')
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!merged?.merged_into_id) throw notFound('thread');
    return this.lockCurrentThread(actor, merged.merged_into_id);
  }

  /** Locks rows in the order of their ids. Without those that are missing or not visible to the actor. */
  async lockThreads(actor: Actor, ids: readonly string[]): Promise<LockedThread[]> {
    const valid = ids.filter((id) => isId(id));
    return this.selectThread()
      .where(sql<boolean>`t.id = any(${valid}::uuid[])`)
      .where(isThreadShown(actor))
      .orderBy('t.id')
      .forNoKeyUpdate()
      .execute();
  }

  /** Undefined when it is missing, or the actor may not read in it. */
  async findCategory(actor: Actor, id: string): Promise<TargetCategory | undefined> {
    if (!isId(id)) return undefined;
    return this.database.db
      .selectFrom('forum_categories as c')
      .select(['c.name', selectCategoryScope('c.id').as('scope')])
      .where('c.id', '=', id)
      .where(isCategoryReadable(actor, 'c.id'))
      .executeTakeFirst();
  }

  /**
   * Whether the actor may write in the category is for the caller to check.
   * @returns the limits of its category, null without any; undefined, and inserts nothing, when the category is missing
   *   or the actor may not read in it
   */
  async insertThread(
    actor: Actor,
    { id, category_id, author_id, title, tags, created_at }: NewThread,
  ): Promise<CategoryScope | null | undefined> {
    if (!isId(category_id)) return undefined;
    const { rows } = await sql<{ scope: CategoryScope | null }>`
      insert into forum_threads (id, category_id, author_id, title, tags, created_at, last_post_at, last_post_author_id)
      select ${id}::uuid, c.id, ${author_id}::uuid, ${title}::text, ${tags}::text[], ${created_at}::timestamptz,
             ${created_at}::timestamptz, ${author_id}::uuid
      from forum_categories c where c.id = ${category_id} and ${isCategoryReadable(actor, 'c.id')}
      returning ${selectCategoryScope('forum_threads.category_id')} as scope`.execute(this.database.db);
    return rows[0]?.scope;
  }

  /** @param editedAt when title or tags changed; null keeps the former time */
  async saveThread(actor: Actor, before: LockedThread, next: LockedThread, editedAt: Date | null): Promise<void> {
    const { category_id, title, tags, is_pinned, is_locked, is_solved, solution_post_id } = next;
    await this.database.db
      .updateTable('forum_threads')
      .set({ category_id, title, tags, is_pinned, is_locked, is_solved, solution_post_id })
      .$if(editedAt !== null, (update) => update.set({ edited_at: editedAt }))
      .where('id', '=', next.id)
      .execute();
    await this.auditThread(actor, 'thread.updated', before, toAuditFields(next));
    this.cache.invalidate();
  }

  /** Marks the thread as deleted; it is in the trash then. */
  async deleteThread(actor: Actor, thread: LockedThread): Promise<void> {
    await this.database.db
      .updateTable('forum_threads')
      .set({ deleted_at: new Date(), deleted_by: actor.userId })
      .where('id', '=', thread.id)
      .execute();
    await this.auditThread(actor, 'thread.deleted', thread);
  }

  /** After posts were deleted: the last post may be another one. @param count those that were not hidden */
  async subtractPosts(threadId: string, count: number): Promise<void> {
    await sql`
      update forum_threads t set post_count = t.post_count - ${count}, ${setLastPost}
      from ${fromLastPost(threadId)} where t.id = ${threadId}`.execute(this.database.db);
  }

  /** Whether deleting the thread would delete replies, which may be hidden. */
  async hasReplies(id: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`select ${hasReplies(id)} as found`.execute(this.database.db);
    return rows[0]?.found ?? false;
  }

  /** Locks a post after its thread. @throws 404 when the actor may not see the post */
  async lockPost(actor: Actor, id: string): Promise<LockedPost> {
    // Once more when the post was moved to another thread while this waited for the first one.
    const locked = isId(id) ? ((await this.tryLockPost(actor, id)) ?? (await this.tryLockPost(actor, id))) : undefined;
    if (!locked) throw notFound('post');
    return locked;
  }

  /** A reply of the thread that is not deleted; the Original Post is none. */
  findReply(threadId: string, id: string): Promise<PostRecord | undefined> {
    return this.selectPost()
      .where('p.id', '=', id)
      .where('p.thread_id', '=', threadId)
      .where('p.number', '>', 1)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst();
  }

  /** The solution of a locked thread. */
  async findSolution({ id, solution_post_id }: LockedThread): Promise<PostRecord | undefined> {
    return solution_post_id === null ? undefined : this.findReply(id, solution_post_id);
  }

  /**
   * Adds a post as the last one of its thread. Its author has read the thread then; with the first post, the author
   * watches it too. One statement, because replies to a thread wait for its row.
   */
  async insertPost(actor: Actor, post: NewPost): Promise<AddedPost> {
    const { id, thread_id, author_id, content, mentioned, reply_to_id, created_at } = post;
    const { rows } = await sql<AddedPost>`
      with thread as (
        update forum_threads
        set last_number = last_number + 1, post_count = post_count + 1, last_post_at = ${created_at},
            last_post_author_id = ${author_id}
        where id = ${thread_id} returning id, last_number, category_id
      ), post as (
        insert into forum_posts (id, thread_id, number, author_id, content, mentioned, reply_to_id, created_at)
        select ${id}::uuid, t.id, t.last_number, ${author_id}::uuid, ${content}::text, ${mentioned}::uuid[],
               ${reply_to_id}::uuid, ${created_at}::timestamptz
        from thread t
      ), read as (
        insert into thread_reads as r (user_id, thread_id, last_number, is_watched)
        select ${author_id}::uuid, t.id, t.last_number, true from thread t
        on conflict (user_id, thread_id) do update set last_number = excluded.last_number
      )
      select t.last_number as number, q.author_id as replied_to_id
      from thread t
      left join forum_posts q
        on q.id = ${reply_to_id}::uuid and q.thread_id = t.id and ${isShownWithin(actor, 'q')}`.execute(
      this.database.db,
    );
    return rows[0]!;
  }

  /** Keeps the former text in the history. */
  async updatePost(
    actor: Actor,
    post: PostRecord,
    { content, mentioned }: Pick<Post, 'content' | 'mentioned'>,
  ): Promise<void> {
    const now = new Date();
    await this.database.db
      .with('former', (db) =>
        db
          .insertInto('post_edits')
          .values({ id: uuidv7(), post_id: post.id, editor_id: actor.userId, content: post.content, created_at: now }),
      )
      .updateTable('forum_posts')
      .set({ content, mentioned, edited_at: now, edited_by_moderator: post.author_id !== actor.id })
      .where('id', '=', post.id)
      .execute();
    await this.auditPost(actor, post, 'post.edited', { content });
  }

  /** Marks the post as deleted; it is in the trash then, and the row keeps its number. */
  async deletePost(actor: Actor, post: PostRecord, was_solution: boolean): Promise<void> {
    await this.database.db
      .updateTable('forum_posts')
      .set({ deleted_at: new Date(), deleted_by: actor.userId, was_solution })
      .where('id', '=', post.id)
      .execute();
    await this.auditPost(actor, post, 'post.deleted');
  }

  /** Adds or removes a reaction with its counter. @returns false when there was nothing to change */
  async setReaction(
    reaction: Pick<Row<'post_reactions'>, 'post_id' | 'user_id' | 'type' | 'created_at'>,
    isActive: boolean,
  ): Promise<boolean> {
    const { post_id, user_id, type, created_at } = reaction;
    const counter = sql.ref(type === 'LIKE' ? 'like_count' : 'helpful_count');
    const change = isActive
      ? sql`insert into post_reactions (post_id, user_id, type, created_at)
            values (${post_id}, ${user_id}, ${type}, ${created_at}) on conflict do nothing`
      : sql`delete from post_reactions where post_id = ${post_id} and user_id = ${user_id} and type = ${type}`;
    const { rows } = await sql`
      with changed as (${change} returning post_id)
      update forum_posts p set ${counter} = ${counter} + ${isActive ? 1 : -1} from changed
      where p.id = changed.post_id returning p.id`.execute(this.database.db);
    if (rows.length) this.cache.invalidateLocally();
    return rows.length > 0;
  }

  private selectThread() {
    return this.database.db
      .selectFrom('forum_threads as t')
      .select(lockedColumns)
      .select((t) => [t.ref('t.category_id').$notNull().as('category_id'), selectIsHidden('t'), selectScope()]);
  }

  /** Only changes to threads of other users are audited, and what moderators do. */
  private async auditThread(actor: Actor, action: string, thread: LockedThread, after?: object): Promise<void> {
    if (thread.author_id === actor.id && !canModerate(actor, thread)) return;
    await this.audit.record({
      actor,
      action,
      subject: { type: 'thread', id: thread.id },
      before: toAuditFields(thread),
      ...(after && { after }),
    });
  }

  private async tryLockPost(actor: Actor, id: string): Promise<LockedPost | undefined> {
    const thread = await this.selectThread()
      .where('t.id', '=', (select) =>
        select.selectFrom('forum_posts as p').select('p.thread_id').where('p.id', '=', id),
      )
      .where(isThreadShown(actor))
      .forNoKeyUpdate()
      .executeTakeFirst();
    const post =
      thread &&
      (await this.selectPost()
        .where('p.id', '=', id)
        .where('p.thread_id', '=', thread.id)
        .where('p.deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst());
    return post && (!post.is_hidden || canSeeHidden(actor, post, thread)) ? { thread, post } : undefined;
  }

  private selectPost() {
    return this.database.db
      .selectFrom('forum_posts as p')
      .select(['p.id', 'p.thread_id', 'p.number', 'p.author_id', 'p.content', 'p.mentioned', selectIsHidden('p')])
      .select(sql<boolean>`p.deleted_at is not null`.as('is_deleted'));
  }

  /** Only changes to posts of other users are audited. */
  private async auditPost(actor: Actor, post: PostRecord, action: string, after?: object): Promise<void> {
    if (post.author_id === actor.id) return;
    await this.audit.record({
      actor,
      action,
      subject: { type: 'post', id: post.id },
      before: { author_id: post.author_id, content: post.content },
      ...(after && { after }),
    });
  }
}

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
