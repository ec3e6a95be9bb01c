import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';
import {
  canReadCategory,
  type CategoryReader,
  type CategoryScope,
  isCategoryModerated,
  isCategoryOpenToAll,
  isCategoryReadable,
  openToAllSql,
  selectCategoryScope,
  toCategoryReader,
} from '../../auth/index.js';
import { OWN_WORDS_START } from '../../content/index.js';
import { canSeeHidden, seesAllHidden } from './forum.policy.js';

/** What a prepared statement knows of its actor. */
export interface PreparedActor extends CategoryReader {
  me: string | null;
  sees_hidden: boolean;
}

type Parameters<Name extends keyof PreparedActor> = { [Key in Name]: RawBuilder<PreparedActor[Key]> };

export const prepareActor = (actor: Actor): PreparedActor => ({
  me: actor.id,
  sees_hidden: seesAllHidden(actor),
  ...toCategoryReader(actor),
});

/**
 * Whether the thread or post of this alias is shown to the actor, if they may read in the category: that is checked by
 * {@link isThreadShown} or, where readers share a row, by {@link canReadIn}.
 * @param thread the alias of the thread
 */
export function isShownWithin(
  actor: Actor | Parameters<'me' | 'sees_hidden' | 'moderated' | 'writable' | 'unlimited'>,
  row: string,
  thread = 't',
): RawBuilder<boolean> {
  const { me, sees_hidden } = actor instanceof Actor ? prepareActor(actor) : actor;
  return sql`(${sql.ref(`${row}.deleted_at`)} is null and (${sql.ref(`${row}.hidden_at`)} is null
    or ${sql.ref(`${row}.author_id`)} = ${me}::uuid or ${sees_hidden}::boolean
    or ${isCategoryModerated(actor, `${thread}.category_id`)}))`;
}

/** Whether the thread of this alias is shown to the actor. */
export const isThreadShown = (actor: Actor | Parameters<keyof PreparedActor>, thread = 't'): RawBuilder<boolean> =>
  sql`(${isShownWithin(actor, thread, thread)} and ${isCategoryReadable(actor, `${thread}.category_id`)})`;

/** Whether the content of a post is shown to the actor, by the aliases of the post and its thread. */
export const isPostShown = (
  actor: Actor | Parameters<keyof PreparedActor>,
  post = 'p',
  thread = 't',
): RawBuilder<boolean> => sql`(${isShownWithin(actor, post, thread)} and ${isThreadShown(actor, thread)})`;

/** Whether the actor may read in the category of a row. */
export const canReadIn = (actor: Actor, { scope }: { scope: CategoryScope | null }): boolean =>
  canReadCategory(actor, 'forum', scope);

/** The column of {@link canReadIn} and of the policies, over the alias of a thread. */
export const selectScope = (thread = 't') => selectCategoryScope(`${thread}.category_id`).as('scope');

/** SQL: the post p of the thread t is shown to all who may read in its category, and is in the search index. */
export const IS_LISTED_POST =
  '(p.deleted_at is null and p.hidden_at is null and t.deleted_at is null and t.hidden_at is null)';

/** SQL: the post p of the thread t counts for its author: those in categories with limits would show in figures. */
export const IS_COUNTED_POST = `(${IS_LISTED_POST} and ${openToAllSql('t.category_id')})`;

/** The column is_hidden of the thread or post of this alias. */
export const selectIsHidden = (row: string) => sql<boolean>`${sql.ref(`${row}.hidden_at`)} is not null`.as('is_hidden');

/** The id of a thread, or of the one that it was merged into. */
export const currentThread = (id: string | RawBuilder<string>): RawBuilder<string> =>
  sql`coalesce((select m.merged_into_id from forum_threads m where m.id = ${id}::uuid), ${id}::uuid)`;

/** Whether posts of the thread count for their authors, as {@link IS_COUNTED_POST} says. */
export const isCounted = ({ is_hidden, scope }: { is_hidden?: boolean; scope: CategoryScope | null }): boolean =>
  !is_hidden && !scope?.read.length;

const isPublicThread = sql<boolean>`(t.hidden_at is null and ${isCategoryOpenToAll('t.category_id')})`;

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
        sql`exists (select 1 from forum_threads t where t.id = ${currentThread(id)} and ${isThreadShown(actor)})`,
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
      select i.id, ${isPublicThread} as public
      from unnest(${ids}::uuid[]) as i (id) join forum_threads t on t.id = ${currentThread(sql.ref('i.id'))}
      where ${isThreadShown(actor)}`.execute(this.database.db);
    return toSubjects(rows);
  }

  private async findVisiblePosts(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select(['p.id', sql<boolean>`p.hidden_at is null and ${isPublicThread}`.as('public')])
      .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
      .where(isPostShown(actor))
      .execute();
    return toSubjects(rows);
  }

  private async filterThreadViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const thread = await this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.author_id', selectIsHidden('t'), selectScope()])
      .where('t.id', '=', currentThread(id))
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!thread) return [];
    return actors.filter(
      (actor) => canReadIn(actor, thread) && (!thread.is_hidden || canSeeHidden(actor, thread, thread)),
    );
  }

  private async filterPostViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const post = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select(['p.author_id', selectIsHidden('p'), 't.author_id as thread_author_id', selectScope()])
      .select(sql<boolean>`t.hidden_at is not null`.as('is_thread_hidden'))
      .where('p.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!post) return [];
    return actors.filter(
      (actor) =>
        canReadIn(actor, post) &&
        (!post.is_hidden || canSeeHidden(actor, post, post)) &&
        (!post.is_thread_hidden || canSeeHidden(actor, { author_id: post.thread_author_id }, post)),
    );
  }
}

const toSubjects = (rows: readonly SubjectRow[]): VisibleSubjects => ({
  visible: new Set(rows.map(({ id }) => id)),
  public: new Set(rows.filter((row) => row.public).map(({ id }) => id)),
});
