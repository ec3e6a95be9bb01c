import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { postItselfVisibleTo, threadVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';
import type { PostState } from '../shared/forum.policy.js';
import { type LockedThread, lockedThreadColumns } from './threads.repository.js';

export interface PostRecord extends PostState {
  id: string;
  thread_id: string;
  number: number;
  content: string;
  mentioned: string[];
}

export interface NewPostRow extends Pick<PostRecord, 'id' | 'thread_id' | 'author_id' | 'content' | 'mentioned'> {
  reply_to_id: string | null;
  created_at: Date;
}

export interface LockedPost {
  thread: LockedThread;
  post: PostRecord;
}

/** What a post of others earns its author when it solves a thread. */
export const SOLUTION_REPUTATION = 10;

/** What posts count in the profile of their author. */
export interface AuthorStats {
  author_id: string;
  posts: number;
  reputation: number;
}

/** SQL: a post counts in the profile of its author. @param post alias @param thread alias of its thread */
export const countsForAuthor = (post: string, thread: string): string =>
  `(${post}.deleted_at is null and ${post}.hidden_at is null
    and ${thread}.deleted_at is null and ${thread}.hidden_at is null)`;

const columns = `
  p.id, p.thread_id, p.number, p.author_id, p.content, p.mentioned, p.deleted_at is not null as is_deleted,
  p.hidden_at is not null as is_hidden`;

/** Loads and saves posts. Joins the caller's transaction. */
@Injectable()
export class PostsRepository {
  constructor(
    private readonly database: Database,
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
  async findReply(threadId: string, id: string): Promise<PostRecord | undefined> {
    return this.database.one<PostRecord>(
      `select ${columns} from forum_posts p
       where p.id = $2 and p.thread_id = $1 and p.number > 1 and p.deleted_at is null`,
      [threadId, id],
    );
  }

  /** A post of the thread that the actor sees and can reply to. */
  async findInThread(actor: Actor, threadId: string, id: string): Promise<{ author_id: string } | undefined> {
    return this.database.one<{ author_id: string }>(
      `select p.author_id from forum_posts p
       where p.id = $4 and p.thread_id = $3 and ${postItselfVisibleTo('p', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), threadId, id],
    );
  }

  /**
   * Adds a post as the last one of its thread. Its author has read the thread then; with the first post, the author
   * watches it too. One statement, because replies to a thread wait for its row.
   * @returns the number of the post
   */
  async add(post: NewPostRow): Promise<number> {
    const added = await this.database.one<{ number: number }>(
      `with thread as (
         update forum_threads
         set last_number = last_number + 1, post_count = post_count + 1, last_post_at = $7, last_post_author_id = $3
         where id = $2 returning id, last_number
       ), post as (
         insert into forum_posts (id, thread_id, number, author_id, content, mentioned, reply_to_id, created_at)
         select $1, t.id, t.last_number, $3, $4, $5, $6, $7 from thread t
       ), read as (
         insert into thread_reads as r (user_id, thread_id, last_number, is_watched)
         select $3, t.id, t.last_number, true from thread t
         on conflict (user_id, thread_id) do update set last_number = excluded.last_number
       )
       select t.last_number as number from thread t`,
      [post.id, post.thread_id, post.author_id, post.content, post.mentioned, post.reply_to_id, post.created_at],
    );
    return added?.number ?? 0;
  }

  /** Keeps the former text in the history. */
  async edit(
    actor: Actor,
    post: PostRecord,
    { content, mentioned }: Pick<PostRecord, 'content' | 'mentioned'>,
  ): Promise<void> {
    const now = new Date();
    await this.database.query(
      'insert into post_edits (id, post_id, editor_id, content, created_at) values ($1, $2, $3, $4, $5)',
      [uuidv7(), post.id, actor.userId, post.content, now],
    );
    await this.database.query(
      `update forum_posts set content = $2, mentioned = $3, edited_at = $4, edited_by_moderator = $5 where id = $1`,
      [post.id, content, mentioned, now, post.author_id !== actor.id],
    );
    await this.record(actor, post, 'post.edited', { content });
  }

  /** Marks the post as deleted; the row keeps its number. */
  async delete(actor: Actor, post: PostRecord): Promise<void> {
    await this.database.query('update forum_posts set deleted_at = $2 where id = $1', [post.id, new Date()]);
    await this.record(actor, post, 'post.deleted');
  }

  /** What posts count for their authors now, by author: nothing when they or their thread are deleted or hidden. */
  async listStats(condition: { postId: string } | { threadId: string }): Promise<AuthorStats[]> {
    const [column, id] = 'postId' in condition ? ['p.id', condition.postId] : ['p.thread_id', condition.threadId];
    return this.database.query(
      `with counted as materialized (
         select p.id, p.author_id, p.id = t.solution_post_id and p.author_id <> t.author_id as is_rewarded
         from forum_posts p join forum_threads t on t.id = p.thread_id
         where ${column} = $1 and ${countsForAuthor('p', 't')}
       ),
       earned as (
         select c.author_id, count(*) as n
         from counted c join post_reactions o on o.post_id = c.id
         where o.user_id <> c.author_id group by c.author_id
       )
       select c.author_id, count(*)::int as posts,
              (coalesce(max(e.n), 0)
                + ${SOLUTION_REPUTATION} * count(*) filter (where c.is_rewarded))::int as reputation
       from counted c left join earned e on e.author_id = c.author_id
       group by c.author_id`,
      [id],
    );
  }

  private async tryLock(actor: Actor, id: string): Promise<LockedPost | undefined> {
    const values = [...visibilityParameters(actor), id];
    const parameters = { me: '$1', seesHidden: '$2' };
    const thread = await this.database.one<LockedThread>(
      `select ${lockedThreadColumns} from forum_threads t
       where t.id = (select p.thread_id from forum_posts p where p.id = $3) and ${threadVisibleTo('t', parameters)}
       for no key update`,
      values,
    );
    const post =
      thread &&
      (await this.database.one<PostRecord>(
        `select ${columns} from forum_posts p
         where p.id = $3 and p.thread_id = $4 and ${postItselfVisibleTo('p', parameters)}
         for no key update`,
        [...values, thread.id],
      ));
    return post && { thread, post };
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
