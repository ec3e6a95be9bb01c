import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type Bind,
  VisibilityRegistry,
  type VisibleSubjects,
} from '../../../platform/visibility/visibility-registry.js';
import { canSeeHidden, seesAllHidden } from './forum.policy.js';

/** Names of SQL parameters: user (uuid or null), whether the user sees all that is hidden (boolean). */
interface SqlParameters {
  me: string;
  seesHidden: string;
}

/** SQL: whether a thread or post is shown, over its alias; for a post, whether its thread is shown is not checked. */
export const isShownTo = (row: string, { me, seesHidden }: SqlParameters): string =>
  `(${row}.deleted_at is null
    and (${row}.hidden_at is null or ${row}.author_id = ${me}::uuid or ${seesHidden}::boolean))`;

/** SQL: whether the thread is visible. */
export const threadVisibleTo = isShownTo;

/** SQL: whether a post of a visible thread is visible. */
export const postItselfVisibleTo = isShownTo;

/** SQL: the id of a thread, or of the one that it was merged into. */
export const currentThread = (id: string): string =>
  `coalesce((select m.merged_into_id from forum_threads m where m.id = ${id}::uuid), ${id}::uuid)`;

/** SQL: whether the content of a post is visible, over the aliases of posts and threads. */
export const postVisibleTo = (post: string, thread: string, parameters: SqlParameters): string =>
  `(${isShownTo(post, parameters)} and ${isShownTo(thread, parameters)})`;

/** The parameters of {@link threadVisibleTo}, in order. */
export const visibilityParameters = (actor: Actor): [string | null, boolean] => [actor.id, seesAllHidden(actor)];

interface SubjectRow {
  id: string;
  public: boolean;
}

interface HiddenRow {
  author_id: string;
  is_hidden: boolean;
  thread_author_id: string;
  is_thread_hidden: boolean;
}

/** Registers who may see threads and posts, for their files and for rows of other modules that refer to one. */
@Injectable()
export class ForumVisibility {
  constructor(
    private readonly database: Database,
    visibility: VisibilityRegistry,
  ) {
    visibility.register('thread', {
      findVisible: (actor, ids) => this.findVisibleThreads(actor, ids),
      visibleSql: (id, actor, bind) =>
        `exists (select 1 from forum_threads t
           where t.id = ${currentThread(id)} and ${threadVisibleTo('t', bound(actor, bind))})`,
      filterViewers: (id, actors) => this.filterThreadViewers(id, actors),
    });
    visibility.register('post', {
      findVisible: (actor, ids) => this.findVisiblePosts(actor, ids),
      visibleSql: (id, actor, bind) =>
        `exists (select 1 from forum_posts p join forum_threads t on t.id = p.thread_id
           where p.id = ${id} and ${postVisibleTo('p', 't', bound(actor, bind))})`,
      filterViewers: (id, actors) => this.filterPostViewers(id, actors),
    });
  }

  private async findVisibleThreads(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.query<SubjectRow>(
      `select i.id, t.hidden_at is null as public
       from unnest($3::uuid[]) as i (id) join forum_threads t on t.id = ${currentThread('i.id')}
       where ${threadVisibleTo('t', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), ids],
    );
    return subjectsOf(rows);
  }

  private async findVisiblePosts(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.query<SubjectRow>(
      `select p.id, p.hidden_at is null and t.hidden_at is null as public
       from forum_posts p join forum_threads t on t.id = p.thread_id
       where p.id = any($3::uuid[]) and ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), ids],
    );
    return subjectsOf(rows);
  }

  private async filterThreadViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const thread = await this.database.one<{ author_id: string; is_hidden: boolean }>(
      `select t.author_id, t.hidden_at is not null as is_hidden from forum_threads t
       where t.id = ${currentThread('$1')} and t.deleted_at is null`,
      [id],
    );
    return thread ? actors.filter((actor) => !thread.is_hidden || canSeeHidden(actor, thread)) : [];
  }

  private async filterPostViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const post = await this.database.one<HiddenRow>(
      `select p.author_id, p.hidden_at is not null as is_hidden, t.author_id as thread_author_id,
              t.hidden_at is not null as is_thread_hidden
       from forum_posts p join forum_threads t on t.id = p.thread_id
       where p.id = $1 and p.deleted_at is null and t.deleted_at is null`,
      [id],
    );
    if (!post) return [];
    return actors.filter(
      (actor) =>
        (!post.is_hidden || canSeeHidden(actor, post)) &&
        (!post.is_thread_hidden || canSeeHidden(actor, { author_id: post.thread_author_id })),
    );
  }
}

const bound = (actor: Actor, bind: Bind): SqlParameters => ({
  me: bind(actor.id),
  seesHidden: bind(seesAllHidden(actor)),
});

const subjectsOf = (rows: readonly SubjectRow[]): VisibleSubjects => ({
  visible: new Set(rows.map(({ id }) => id)),
  public: new Set(rows.filter((row) => row.public).map(({ id }) => id)),
});
