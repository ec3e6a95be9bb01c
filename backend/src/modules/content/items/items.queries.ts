import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import type { PendingItem } from '../../../platform/moderation/queue-registry.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { CategoryScope } from '../../auth/index.js';
import {
  isNotTrashed,
  isOpenTo,
  isVisibleTo,
  wouldBeVisiblePublished,
  selectItemCategory,
  type ContentKind,
  contentKinds,
  type ContentStatus,
  type Visibility,
} from '../audience/audience.js';
import { isSlug } from './item-fields.service.js';

/** An item that was requested by id or slug, with the columns that policies need. */
export interface ResolvedItem<Status extends ContentStatus = ContentStatus> {
  id: string;
  author_id: string;
  status: Status;
  visibility: Visibility;
  is_template: boolean;
  category_scope: CategoryScope | null;
}

/** What texts and links about an item need. */
export interface ItemCaption {
  id: string;
  kind: ContentKind;
  title: string;
  slug: string;
  visibility: Visibility;
  authorId: string;
  categoryId: string | null;
}

/** The id of the item with a slug, or of the item that had it before when no item has it now. */
const selectIdBySlug = (kind: ContentKind, slug: RawBuilder<string>): RawBuilder<string | null> =>
  sql`coalesce((select s.id from content_items s where s.kind = ${sql.lit(kind)} and s.slug = ${slug}),
            (select r.item_id from slug_redirects r where r.kind = ${sql.lit(kind)} and r.slug = ${slug}))`;

/** Whether i is the item of a kind with the id, slug or former slug. Each is found by its index. */
export const hasIdOrSlug = (kind: ContentKind, idOrSlug: string): RawBuilder<boolean> =>
  sql`i.kind = ${sql.lit(kind)}
    and i.id = ${isId(idOrSlug) ? sql`${idOrSlug}::uuid` : selectIdBySlug(kind, sql`${idOrSlug}`)}`;

/** The parameters of {@link resolveIdsOrSlugs} for ids, slugs and former slugs. */
export const toRequested = (keys: readonly string[]) => ({ keys, ids: keys.map((key) => (isId(key) ? key : null)) });

type Requested = ReturnType<typeof toRequested>;

/** The relation `requested` with a row for each requested key and the id of its item, null without one. */
export const resolveIdsOrSlugs = (
  kind: ContentKind,
  { keys, ids }: Requested | { [Name in keyof Requested]: RawBuilder<Requested[Name]> },
): RawBuilder<unknown> =>
  sql`(select a.key, coalesce(a.id, ${selectIdBySlug(kind, sql`a.key`)}) as id
    from unnest(${keys}::text[], ${ids}::uuid[]) as a (key, id)) requested`;

/** Whether the text can be an id or slug at all; other texts need no query. */
export const isIdOrSlug = (idOrSlug: string): boolean => isId(idOrSlug) || isSlug(idOrSlug);

@Injectable()
export class ItemsQueries {
  constructor(private readonly database: Database) {}

  /** Finds an item by its id, slug or former slug. @throws 404 when it is missing or the actor may not see it */
  async resolve<Status extends ContentStatus>(
    kind: ContentKind,
    idOrSlug: string,
    actor: Actor,
  ): Promise<ResolvedItem<Status>> {
    if (!isIdOrSlug(idOrSlug)) throw notFound(kind);
    const found = await this.database.db
      .selectFrom('content_items as i')
      .select([
        'i.id',
        'i.author_id',
        'i.status',
        'i.visibility',
        'i.is_template',
        selectItemCategory('i').as('category_scope'),
      ])
      .where(hasIdOrSlug(kind, idOrSlug))
      .where(isOpenTo(actor, 'i'))
      .executeTakeFirst();
    if (!found) throw notFound(kind);
    return found as ResolvedItem<Status>;
  }

  /** For code that acts for no user; the caller checks who may see the item. */
  async findCaption(id: string): Promise<ItemCaption | undefined> {
    return this.database.db
      .selectFrom('content_items')
      .select(['id', 'kind', 'title', 'slug', 'visibility', 'author_id as authorId', 'category_id as categoryId'])
      .where('id', '=', id)
      .where(isNotTrashed('content_items'))
      .executeTakeFirst();
  }

  /** The item, or the edit of it, awaits review. A share lock until the transaction ends delays decisions. */
  async lockAwaitsReview(id: string, subject: 'item' | 'edit'): Promise<boolean> {
    // Reads after the lock: a statement that waits for it would still see the edit that has been decided on meanwhile.
    await this.database.db.selectFrom('content_items').select('id').where('id', '=', id).forShare().execute();
    const { rows } = await sql<{ item: boolean; edit: boolean }>`
      select i.audience = 'REVIEW' as item,
             exists (select 1 from document_revisions r where r.item_id = i.id and r.state = 'pending') as edit
      from content_items i
      where i.id = ${id} and ${isNotTrashed('i')}`.execute(this.database.db);
    return rows[0]?.[subject] ?? false;
  }
}

/** Whether the actor would see the item i once it is published, and so can decide on it. */
export const seesPublished = (actor: Actor): RawBuilder<boolean> => wouldBeVisiblePublished(actor, 'i');

/** The items of a kind in review, for a source of the moderation queue. */
export const selectInReview = (kind: ContentKind, actor: Actor): RawBuilder<PendingItem> => sql`
  select i.id, coalesce(i.submitted_at, i.updated_at, i.created_at) as created_at, null::uuid as author_id,
         null::uuid as revision_id, ${seesPublished(actor)} as can_decide
  from content_items i
  where i.kind = ${sql.lit(kind)} and i.audience = 'REVIEW'`;

/** Statement with the ids of the items of a category that the actor may see. */
export const selectVisibleIds = (categoryId: string, actor: Actor): RawBuilder<{ id: string }> => sql`
  select i.id from content_items i where i.category_id = ${categoryId} and ${isVisibleTo(actor, 'i')}`;

/** The kind that a path parameter names. @throws 404 */
export function getKind(text: string): ContentKind {
  const kind = contentKinds.find((each) => each === text);
  if (!kind) throw notFound();
  return kind;
}

/** Path of an item in the frontend. */
export const itemPath = ({ kind, slug }: Pick<ItemCaption, 'kind' | 'slug'>): string =>
  `/${kind === 'document' ? 'docs' : 'videos'}/${slug}`;

/** {@link itemPath} over an alias of content_items. */
export const selectItemPath = (item: string): RawBuilder<string> =>
  sql`case ${sql.ref(`${item}.kind`)} when 'document' then '/docs/' else '/videos/' end || ${sql.ref(`${item}.slug`)}`;

/** Path of a comment on the item at `path`. */
export const commentPath = (path: string, commentId: string): string => `${path}#comment-${commentId}`;
