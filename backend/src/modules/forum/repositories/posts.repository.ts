import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { isShown, selectIsHidden } from '../shared/forum-visibility.js';
import { type LockedThread, ThreadsRepository } from './threads.repository.js';

type Post = Row<'forum_posts'>;

export type PostRecord = Pick<Post, 'id' | 'thread_id' | 'number' | 'author_id' | 'content' | 'mentioned'> & {
  is_deleted: boolean;
  is_hidden: boolean;
};

export type NewPost = Pick<
  Post,
  'id' | 'thread_id' | 'author_id' | 'content' | 'mentioned' | 'reply_to_id' | 'created_at'
>;

interface AddedPost {
  number: number;
  /** the author of the post that it replies to, if the actor sees that in the thread */
  replied_to_id: string | null;
}

export interface LockedPost {
  thread: LockedThread;
  post: PostRecord;
}

/** Loads and saves posts. Joins the caller's transaction. */
@Injectable()
export class PostsRepository {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadsRepository,
    private readonly audit: Audit,
  ) {}

  /** Locks a post after its thread. @throws 404 when the actor may not see the post */
  async lock(actor: Actor, id: string): Promise<LockedPost> {
    // Once more when the post was moved to another thread while this waited for the first one.
    const locked = isId(id) ? ((await this.tryLock(actor, id)) ?? (await this.tryLock(actor, id))) : undefined;
    if (!locked) throw notFound('This post');
    return locked;
  }

  /** A reply of the thread that is not deleted; the Original Post is none. */
  findReply(threadId: string, id: string): Promise<PostRecord | undefined> {
    return this.select()
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
  async insert(actor: Actor, post: NewPost): Promise<AddedPost> {
    const { id, thread_id, author_id, content, mentioned, reply_to_id, created_at } = post;
    const { rows } = await sql<AddedPost>`
      with thread as (
        update forum_threads
        set last_number = last_number + 1, post_count = post_count + 1, last_post_at = ${created_at},
            last_post_author_id = ${author_id}
        where id = ${thread_id} returning id, last_number
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
      left join forum_posts q on q.id = ${reply_to_id}::uuid and q.thread_id = t.id and ${isShown(actor, 'q')}`.execute(
      this.database.db,
    );
    return rows[0]!;
  }

  /** Keeps the former text in the history. */
  async edit(
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
    await this.record(actor, post, 'post.edited', { content });
  }

  /** Marks the post as deleted; the row keeps its number. */
  async delete(actor: Actor, post: PostRecord): Promise<void> {
    await this.database.db
      .updateTable('forum_posts')
      .set({ deleted_at: new Date() })
      .where('id', '=', post.id)
      .execute();
    await this.record(actor, post, 'post.deleted');
  }

  private async tryLock(actor: Actor, id: string): Promise<LockedPost | undefined> {
    const thread = await this.threads.lockOfPost(actor, id);
    const post =
      thread &&
      (await this.select()
        .where('p.id', '=', id)
        .where('p.thread_id', '=', thread.id)
        .where(isShown(actor, 'p'))
        .forNoKeyUpdate()
        .executeTakeFirst());
    return post && { thread, post };
  }

  private select() {
    return this.database.db
      .selectFrom('forum_posts as p')
      .select(['p.id', 'p.thread_id', 'p.number', 'p.author_id', 'p.content', 'p.mentioned', selectIsHidden('p')])
      .select(sql<boolean>`p.deleted_at is not null`.as('is_deleted'));
  }

  /** Only changes to posts of other users are audited. */
  private async record(actor: Actor, post: PostRecord, action: string, after?: object): Promise<void> {
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
