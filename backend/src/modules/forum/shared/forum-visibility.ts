import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';
import { OWN_WORDS_START } from '../../content/index.js';
import { canSeeHidden, seesAllHidden } from './forum.policy.js';

/** What a prepared statement knows of its actor. */
export interface PreparedActor {
  me: string | null;
  sees_hidden: boolean;
}

type Parameters = { [Name in keyof PreparedActor]: RawBuilder<PreparedActor[Name]> };

export const prepareActor = (actor: Actor): PreparedActor => ({ me: actor.id, sees_hidden: seesAllHidden(actor) });

/** Whether the thread or post of this alias is shown; for a post, its thread is not checked. */
export function isShown(actor: Actor | Parameters, row: string): RawBuilder<boolean> {
  const { me, sees_hidden } = actor instanceof Actor ? prepareActor(actor) : actor;
  return sql`(${sql.ref(`${row}.deleted_at`)} is null and (${sql.ref(`${row}.hidden_at`)} is null
    or ${sql.ref(`${row}.author_id`)} = ${me}::uuid or ${sees_hidden}::boolean))`;
}

/** Whether the content of a post is shown, by the aliases of the post and its thread. */
export const isPostShown = (actor: Actor | Parameters, post = 'p', thread = 't'): RawBuilder<boolean> =>
  sql`(${isShown(actor, post)} and ${isShown(actor, thread)})`;

/** SQL: the post p of the thread t is shown to everyone, is in the search index and counts for its author. */
export const IS_PUBLIC_POST =
  '(p.deleted_at is null and p.hidden_at is null and t.deleted_at is null and t.hidden_at is null)';

/** The column is_hidden of the thread or post of this alias. */
export const selectIsHidden = (row: string) => sql<boolean>`${sql.ref(`${row}.hidden_at`)} is not null`.as('is_hidden');

/** The id of a thread, or of the one that it was merged into. */
export const currentThread = (id: string | RawBuilder<string>): RawBuilder<string> =>
  sql`coalesce((select m.merged_into_id from forum_threads m where m.id = ${id}::uuid), ${id}::uuid)`;

interface SubjectRow {
  id: string;
  public: boolean;
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
      isVisible: (id, actor) =>
        sql`exists (select 1 from forum_threads t where t.id = ${currentThread(id)} and ${isShown(actor, 't')})`,
      filterViewers: (id, actors) => this.filterThreadViewers(id, actors),
    });
    visibility.register('post', {
      findVisible: (actor, ids) => this.findVisiblePosts(actor, ids),
      isVisible: (id, actor) =>
        sql`exists (select 1 from forum_posts p join forum_threads t on t.id = p.thread_id
          where p.id = ${id} and ${isPostShown(actor)})`,
      selectText: (id, actor) => sql`(
        select left(p.content, ${sql.lit(OWN_WORDS_START)})
        from forum_posts p join forum_threads t on t.id = p.thread_id
        where p.id = ${id} and ${isPostShown(actor)}
      )`,
      filterViewers: (id, actors) => this.filterPostViewers(id, actors),
    });
  }

  private async findVisibleThreads(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const { rows } = await sql<SubjectRow>`
      select i.id, t.hidden_at is null as public
      from unnest(${ids}::uuid[]) as i (id) join forum_threads t on t.id = ${currentThread(sql.ref('i.id'))}
      where ${isShown(actor, 't')}`.execute(this.database.db);
    return toSubjects(rows);
  }

  private async findVisiblePosts(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select(['p.id', sql<boolean>`p.hidden_at is null and t.hidden_at is null`.as('public')])
      .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
      .where(isPostShown(actor))
      .execute();
    return toSubjects(rows);
  }

  private async filterThreadViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const thread = await this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.author_id', selectIsHidden('t')])
      .where('t.id', '=', currentThread(id))
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
    return thread ? actors.filter((actor) => !thread.is_hidden || canSeeHidden(actor, thread)) : [];
  }

  private async filterPostViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const post = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select(['p.author_id', selectIsHidden('p'), 't.author_id as thread_author_id'])
      .select(sql<boolean>`t.hidden_at is not null`.as('is_thread_hidden'))
      .where('p.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!post) return [];
    return actors.filter(
      (actor) =>
        (!post.is_hidden || canSeeHidden(actor, post)) &&
        (!post.is_thread_hidden || canSeeHidden(actor, { author_id: post.thread_author_id })),
    );
  }
}

const toSubjects = (rows: readonly SubjectRow[]): VisibleSubjects => ({
  visible: new Set(rows.map(({ id }) => id)),
  public: new Set(rows.filter((row) => row.public).map(({ id }) => id)),
});
