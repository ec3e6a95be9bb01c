import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { type KeysetOrder, selectSortValues, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { buildPage, toPage } from '../../../platform/http/pagination/pagination.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { isVisibleTo, selectShownStatus } from '../audience/audience.js';
import { isCategoryModerated, isCategoryWritable } from '../../auth/index.js';
import { CategoriesQueries } from '../categories/categories.queries.js';
import { MAX_PAGE_DEPTH, type PageRefResponse } from '../items/item-trail.js';
import { getKind, hasIdOrSlug, isIdOrSlug } from '../items/items.queries.js';
import type {
  NeighboursResponse,
  PagesBelowResponse,
  TreeItemResponse,
  TreeLevelQuery,
  TreeLevelResponse,
} from './tree.dto.js';

const order: KeysetOrder = {
  name: 'pages of a level',
  direction: 'asc',
  columns: [
    { sql: sql`p.rank`, type: 'text' },
    { sql: sql`p.item_id`, type: 'uuid' },
  ],
};

/**
 * Trees of categories, as far as the actor sees them: what is below a page that they do not see has no place in their
 * tree.
 */
@Injectable()
export class TreeQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly categories: CategoriesQueries,
  ) {}

  /**
   * The children of a page, or the root level of a category, in one statement; an empty level takes two.
   * @throws 404 for a category or parent that is missing or not visible to the actor
   */
  async listLevel(categoryId: string, { parent_id, ...page }: TreeLevelQuery, actor: Actor) {
    const parentId = parent_id || undefined;
    if (!isId(categoryId)) throw notFound('category');
    const levelId = parentId ?? categoryId;
    const { isAfter, tail } = buildPage(order, page);
    const isParentVisible = parentId ? isPageOf(categoryId, parentId, actor) : sql`true`;
    const { rows: found } = await sql<TreeItemResponse & SortedRow>`
      select i.kind as type, i.id, i.slug, i.title, ${selectShownStatus('i')} as status,
             exists (
               select from content_positions b join content_items c on c.id = b.item_id
               where b.level_id = i.id and ${isVisibleTo(actor, 'c')}
             ) as has_children,
             case when k.is_series then (
               (select count(*) from content_positions p join content_items i on i.id = p.item_id
                where p.level_id = ${levelId} and not ${isAfter} and ${isVisibleTo(actor, 'i')})
               + row_number() over (order by p.rank, p.item_id)
             )::int end as number,
             case when k.is_series then exists (
               select from content_progress d where d.item_id = i.id and d.user_id = ${actor.id}::uuid
             ) end as is_done,
             ${canMove(actor)} as can_move,
             ${selectSortValues(order)} as sort_values
      from content_positions p join content_items i on i.id = p.item_id
      join content_categories k on k.id = p.category_id
      where p.level_id = ${levelId} and ${isVisibleTo(actor, 'i')} and ${isParentVisible} and ${isAfter}
      ${tail}`.execute(this.database.db);
    if (!found.length) await this.requireLevel(categoryId, parentId, actor);
    const { rows: items, nextCursor: next_cursor } = toPage<TreeItemResponse>(order, found, page.limit);
    return { items, next_cursor } satisfies TreeLevelResponse;
  }

  private async requireLevel(categoryId: string, parentId: string | undefined, actor: Actor): Promise<void> {
    if (!(await this.categories.find(categoryId, actor))) throw notFound('category');
    if (!parentId) return;
    const { rows } = await sql<{ is: boolean }>`
      select ${isPageOf(categoryId, parentId, actor)} as is`.execute(this.database.db);
    if (!rows[0]?.is) throw notFound('page');
  }

  /** The number of pages below an item that the actor sees, of all levels. @throws 404 */
  async countBelow(kind: string, idOrSlug: string, actor: Actor): Promise<PagesBelowResponse> {
    const type = getKind(kind);
    if (!isIdOrSlug(idOrSlug)) throw notFound(type);
    const { rows } = await sql<PagesBelowResponse>`
      with recursive item as (
        select i.id from content_items i where ${hasIdOrSlug(type, idOrSlug)} and ${isVisibleTo(actor, 'i')}
      ), below as (
        select p.item_id, 1 as level from item join content_positions p on p.parent_id = item.id
        union all
        select p.item_id, b.level + 1 from below b join content_positions p on p.parent_id = b.item_id
        where b.level < ${MAX_PAGE_DEPTH}
      )
      select (
        select count(*)::int from below b join content_items i on i.id = b.item_id where ${isVisibleTo(actor, 'i')}
      ) as count
      from item`.execute(this.database.db);
    if (!rows[0]) throw notFound(type);
    return rows[0];
  }

  /** The pages before and after an item in reading order, where each page is followed by its children. */
  async findNeighbours(kind: string, idOrSlug: string, actor: Actor): Promise<NeighboursResponse> {
    const type = getKind(kind);
    if (!isIdOrSlug(idOrSlug)) throw notFound(type);
    const { rows } = await sql<NeighboursResponse>`
      with recursive item as (
        select i.id from content_items i where ${hasIdOrSlug(type, idOrSlug)} and ${isVisibleTo(actor, 'i')}
      ), up as (
        select p.item_id, p.parent_id, p.level_id, p.rank, 0 as level
        from item join content_positions p on p.item_id = item.id
        union all
        select p.item_id, p.parent_id, p.level_id, p.rank, u.level + 1
        from up u join content_positions p on p.item_id = u.parent_id
        where u.level < ${MAX_PAGE_DEPTH}
      ), following as (
        select n.item_id, -1 as level from item cross join lateral ${selectEdge(sql`item.id`, 'first', actor)} n
        union all
        select n.item_id, u.level from up u cross join lateral ${selectSibling('after', actor)} n
      ), down as (
        select n.item_id, 0 as level from up u cross join lateral ${selectSibling('before', actor)} n where u.level = 0
        union all
        select n.item_id, d.level + 1 from down d cross join lateral ${selectEdge(sql`d.item_id`, 'last', actor)} n
        where d.level < ${MAX_PAGE_DEPTH}
      ), preceding as (
        select d.item_id, d.level from down d
        union all
        select u.item_id, -u.level from up u join content_items i on i.id = u.item_id
        where u.level > 0 and ${isVisibleTo(actor, 'i')}
      )
      select ${selectPage(sql`(select f.item_id from following f order by f.level limit 1)`)} as next,
             ${selectPage(sql`(select p.item_id from preceding p order by p.level desc limit 1)`)} as previous
      from item`.execute(this.database.db);
    if (!rows[0]) throw notFound(type);
    return rows[0];
  }
}

/** The rule of ItemsService.requireEditable, over the alias i: authors and moderators only where they may write. */
const canMove = (actor: Actor): RawBuilder<boolean> =>
  actor.can('content.edit_any')
    ? sql`true`
    : sql`((coalesce(i.author_id = ${actor.can('content.create') ? actor.id : null}, false)
          or ${isCategoryModerated(actor, 'i.category_id')})
        and ${isCategoryWritable(actor, 'content', 'i.category_id')})`;

/** Whether a page is in the category and the actor sees it. */
const isPageOf = (categoryId: string, id: string, actor: Actor): RawBuilder<boolean> => sql`exists (
  select from content_positions o join content_items u on u.id = o.item_id
  where o.item_id = ${id} and o.category_id = ${categoryId} and ${isVisibleTo(actor, 'u')})`;

/** The nearest sibling of `u` that the actor sees. */
const selectSibling = (side: 'before' | 'after', actor: Actor): RawBuilder<{ item_id: string }> => sql`(
  select p.item_id from content_positions p join content_items i on i.id = p.item_id
  where p.level_id = u.level_id and (p.rank, p.item_id) ${sql.raw(side === 'after' ? '>' : '<')} (u.rank, u.item_id)
    and ${isVisibleTo(actor, 'i')}
  order by p.rank ${sql.raw(side === 'after' ? 'asc' : 'desc')}, p.item_id ${sql.raw(side === 'after' ? 'asc' : 'desc')}
  limit 1)`;

/** The first or last child that the actor sees. */
const selectEdge = (
  parentId: RawBuilder<unknown>,
  edge: 'first' | 'last',
  actor: Actor,
): RawBuilder<{ item_id: string }> => sql`(
  select p.item_id from content_positions p join content_items i on i.id = p.item_id
  where p.level_id = ${parentId} and ${isVisibleTo(actor, 'i')}
  order by p.rank ${sql.raw(edge === 'first' ? 'asc' : 'desc')}, p.item_id ${sql.raw(edge === 'first' ? 'asc' : 'desc')}
  limit 1)`;

const selectPage = (id: RawBuilder<unknown>): RawBuilder<PageRefResponse | null> => sql`(
  select json_build_object('type', i.kind, 'id', i.id, 'slug', i.slug, 'title', i.title)
  from content_items i where i.id = ${id})`;
