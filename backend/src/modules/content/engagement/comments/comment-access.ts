import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../../platform/visibility/visibility-registry.js';
import { isCategoryModerated } from '../../../auth/index.js';
import {
  isNotTrashed,
  isPublic,
  isReviewer,
  isVisibleTo,
  selectAudience,
  selectItemCategory,
} from '../../audience/audience.js';
import { canModerateComments, canSeeComment, type CommentState, type ReviewOfComment } from './comment.policy.js';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import {
  MODERATED_TEXT,
  type ModeratedCaption,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../../platform/moderation/moderation-registry.js';
import { OWN_WORDS_START } from '../../markdown/plain-excerpt.js';
import { canReview } from '../../items/item.policy.js';
import { commentPath, itemPath, selectItemPath } from '../../items/items.queries.js';

/**
 * Whether a comment is shown to an actor who sees its item. Hidden comments are shown to authors and moderators only,
 * those of a review to the author of its text and to reviewers.
 * @param alias of the row of `comments`
 */
export function isCommentShown(actor: Actor, alias = 'c'): RawBuilder<boolean> {
  const comment = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${comment('deleted_at')} is null and (
    ${comment('hidden_at')} is null
    or ${comment('author_id')} = ${actor.id}::uuid
    or ${canModerateComments(actor)}::boolean
    or ${isInModeratedCategory(actor, comment('item_id'))}
  ) and (
    ${comment('revision_id')} is null
    or exists (
      select 1 from document_revisions v join content_items reviewed on reviewed.id = v.item_id
      where v.id = ${comment('revision_id')} and ${isReviewKnown(actor, isReviewer(actor, 'reviewed'))})
  ))`;
}

/**
 * Whether the actor takes part in the review of the text `v`: as its author, or as a reviewer who may know it.
 * @param actor with the permissions of the item's category, unless `reviews` says whether they review there
 */
export const isReviewKnown = (
  actor: Actor,
  reviews: RawBuilder<boolean> = sql`${canReview(actor)}::boolean`,
): RawBuilder<boolean> =>
  sql`(v.author_id = ${actor.id}::uuid
    or ${reviews}
      and (${actor.can('content.view_internal')}::boolean or coalesce(v.snapshot->>'visibility', '') <> 'INTERNAL'))`;

const isInModeratedCategory = (actor: Actor, item: RawBuilder<unknown>): RawBuilder<boolean> =>
  actor.isCategoryModerator
    ? sql`exists (
        select 1 from content_items m where m.id = ${item} and ${isCategoryModerated(actor, 'm.category_id')})`
    : sql`false`;

/** Whether the actor may see the comment `c` on the item `i`. */
export const isCommentVisible = (actor: Actor): RawBuilder<boolean> =>
  sql`(${isCommentShown(actor)} and ${isVisibleTo(actor, 'i')})`;

/** The text in review that the comment `c` is about; null for other comments. */
export const selectReview: RawBuilder<ReviewOfComment | null> = sql`(
  select json_build_object(
    'author_id', v.author_id, 'is_internal', coalesce(v.snapshot->>'visibility', '') = 'INTERNAL')
  from document_revisions v where v.id = c.revision_id)`;

/** Whether the comment `c` is for every reader, about a passage and open. */
export const hasOpenPassage: RawBuilder<boolean> = sql`(
  c.anchor is not null and c.revision_id is null and c.resolved_at is null
  and c.deleted_at is null and c.hidden_at is null)`;

/** Whether the comment `c` on the item `i` exists for users: neither of them is in the trash. */
const isExisting: RawBuilder<boolean> = sql`(c.deleted_at is null and ${isNotTrashed('i')})`;

/** Registers comments with the platform: who may see them, and how moderation hides and restores them. */
@Injectable()
export class CommentRegistrar {
  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    visibility: VisibilityRegistry,
    moderation: ModerationRegistry,
  ) {
    visibility.register('comment', {
      findVisible: (actor, ids) => this.findVisible(actor, ids),
      isVisible: (id, actor) => sql`exists (
        select 1 from comments c join content_items i on i.id = c.item_id
        where c.id = ${id} and ${isCommentVisible(actor)}
      )`,
      selectText: (id, actor) => sql`(
        select left(c.content, ${sql.lit(OWN_WORDS_START)}) from comments c join content_items i on i.id = c.item_id
        where c.id = ${id} and ${isCommentVisible(actor)}
      )`,
      filterViewers: (id, actors) => this.filterViewers(id, actors),
    });
    moderation.register('comment', {
      lock: (id) => this.lock(id),
      hide: (id) => this.setHidden(id, new Date()),
      restore: (id) => this.setHidden(id, null),
      findCaption: (id) => this.findCaption(id),
      findExisting: (ids) => this.findExisting(ids),
      selectDescription: (id) => sql`
        select i.title, ${selectItemPath('i')} || '#comment-' || c.id as path, c.author_id,
               left(c.content, ${sql.lit(MODERATED_TEXT)}) as text, null::int as version, c.hidden_at
        from comments c join content_items i on i.id = c.item_id where c.id = ${id} and ${isExisting}`,
      selectCategory: (id) => sql`(
        select i.category_id from comments c join content_items i on i.id = c.item_id where c.id = ${id})`,
      selectHidden: () => sql`
        select c.id, c.hidden_at from comments c join content_items i on i.id = c.item_id
        where c.hidden_at is not null and ${isExisting}`,
    });
  }

  private async findVisible(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select([
        'c.id',
        sql<boolean>`${isPublic('i')} and c.hidden_at is null and c.revision_id is null`.as('is_public'),
      ])
      .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
      .where(isCommentVisible(actor))
      .execute();
    return {
      visible: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.is_public).map((row) => row.id)),
    };
  }

  private async filterViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const comment: CommentState | undefined = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select([
        'c.author_id',
        sql<boolean>`c.hidden_at is not null`.as('is_hidden'),
        'i.author_id as item_author_id',
        selectReview.as('review'),
        selectAudience('i').as('audience'),
        selectItemCategory('i').as('category'),
      ])
      .where('c.id', '=', id)
      .where(isExisting)
      .executeTakeFirst();
    return comment ? actors.filter((actor) => canSeeComment(actor, comment)) : [];
  }

  private lock(id: string): Promise<ModeratedSubject | undefined> {
    return this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select(['c.id', 'c.author_id as authorId', sql<boolean>`c.hidden_at is not null`.as('isHidden')])
      .where('c.id', '=', id)
      .where(isExisting)
      .forUpdate('c')
      .executeTakeFirst();
  }

  private async setHidden(id: string, hidden_at: Date | null): Promise<void> {
    await this.database.db.updateTable('comments').set({ hidden_at }).where('id', '=', id).execute();
    this.cache.invalidate();
  }

  private async findCaption(id: string): Promise<ModeratedCaption | undefined> {
    const item = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select(['i.title', 'i.kind', 'i.slug'])
      .where('c.id', '=', id)
      .where(isExisting)
      .executeTakeFirst();
    return item && { title: item.title, path: commentPath(itemPath(item), id) };
  }

  private async findExisting(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select('c.id')
      .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
      .where(isExisting)
      .execute();
    return new Set(rows.map((row) => row.id));
  }
}
