import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import type { Row } from '../../../schema/index.js';
import type { CategoryScope } from '../../auth/index.js';
import { isNotTrashed, isVisibleTo, selectItemCategory } from '../audience/audience.js';
import { MAX_PAGE_DEPTH } from '../items/item-trail.js';
import type { ItemRef } from '../items/items.service.js';

type Position = Row<'content_positions'>;

export type LockedItemRow = Pick<
  Row<'content_items'>,
  'id' | 'kind' | 'title' | 'author_id' | 'category_id' | 'status'
> & {
  category_scope: CategoryScope | null;
};

/**
 * Loads and stores positions. Everything joins the caller's transaction. Locks are taken in the order parent, item,
 * items below it, categories; those of the categories serialise all changes of positions.
 */
@Injectable()
export class PositionsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined when it is missing or the actor may not see it. */
  lockItem(actor: Actor, { kind, id }: ItemRef): Promise<LockedItemRow | undefined> {
    return this.selectItem(actor, id).where('i.kind', '=', kind).forNoKeyUpdate().executeTakeFirst();
  }

  /** Keeps a page from being deleted. Undefined when it is missing or the actor may not see it. */
  lockParent(actor: Actor, id: string): Promise<LockedItemRow | undefined> {
    return this.selectItem(actor, id).forKeyShare().executeTakeFirst();
  }

  private selectItem(actor: Actor, id: string) {
    return this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.kind', 'i.title', 'i.author_id', 'i.category_id', 'i.status'])
      .select(selectItemCategory('i').as('category_scope'))
      .where('i.id', '=', id)
      .where(isVisibleTo(actor, 'i'));
  }

  /** Locks the items below an item before their category, as saves do, from the top. */
  async lockBelow(id: string): Promise<void> {
    const ids = (await this.listBelow(id)).map(({ item_id }) => item_id);
    if (!ids.length) return;
    await sql`
      select i.id from content_items i join unnest(${ids}::uuid[]) with ordinality as b (id, n) on b.id = i.id
      order by b.n for no key update of i`.execute(this.database.db);
  }

  /** Serialises changes of positions. Items are still created in the categories. @returns those that exist */
  async lockCategories(ids: readonly (string | null)[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('content_categories')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return new Set(rows.map((row) => row.id));
  }

  /** The categories of those that have one, by their ids. */
  async listCategories(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.db
      .selectFrom('content_positions')
      .select(['item_id', 'category_id'])
      .where('item_id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return new Map(rows.map(({ item_id, category_id }) => [item_id, category_id]));
  }

  find(id: string): Promise<Position | undefined> {
    return this.database.db.selectFrom('content_positions').selectAll().where('item_id', '=', id).executeTakeFirst();
  }

  /** An item and its ancestors, nearest first. */
  async listPath(id: string): Promise<Pick<Position, 'item_id' | 'category_id'>[]> {
    const { rows } = await sql<Pick<Position, 'item_id' | 'category_id'>>`
      with recursive path as (
        select p.item_id, p.category_id, p.parent_id, 1 as level from content_positions p where p.item_id = ${id}
        union all
        select p.item_id, p.category_id, p.parent_id, c.level + 1
        from path c join content_positions p on p.item_id = c.parent_id
        where c.level <= ${MAX_PAGE_DEPTH}
      ) select item_id, category_id from path order by level`.execute(this.database.db);
    return rows;
  }

  /** The items below an item, also those that the user may not see, from the top. `level` is 1 for children. */
  async listBelow(id: string): Promise<{ item_id: string; level: number }[]> {
    const { rows } = await sql<{ item_id: string; level: number }>`
      with recursive below as (
        select p.item_id, 1 as level from content_positions p where p.parent_id = ${id}
        union all
        select p.item_id, b.level + 1 from below b join content_positions p on p.parent_id = b.item_id
        where b.level <= ${MAX_PAGE_DEPTH}
      ) select item_id, level from below order by level, item_id`.execute(this.database.db);
    return rows;
  }

  /** Children outside of the trash, in their order. */
  async listChildren(id: string): Promise<string[]> {
    const rows = await this.database.db
      .selectFrom('content_positions as p')
      .innerJoin('content_items as i', 'i.id', 'p.item_id')
      .select('p.item_id')
      .where('p.parent_id', '=', id)
      .where(isNotTrashed('i'))
      .orderBy('p.rank')
      .orderBy('p.item_id')
      .execute();
    return rows.map(({ item_id }) => item_id);
  }

  /** The position of a sibling that the actor sees. */
  findSibling(actor: Actor, id: string, levelId: string): Promise<Position | undefined> {
    return this.database.db
      .selectFrom('content_positions as p')
      .innerJoin('content_items as i', 'i.id', 'p.item_id')
      .selectAll('p')
      .where('p.item_id', '=', id)
      .where('p.level_id', '=', levelId)
      .where(isVisibleTo(actor, 'i'))
      .executeTakeFirst();
  }

  /** The first order key of a level, or the first after another one, without an item that leaves its place. */
  async findNextRank(levelId: string, itemId: string, after?: string): Promise<string | null> {
    const { rows } = await sql<{ rank: string }>`
      select p.rank from content_positions p
      where p.level_id = ${levelId} and p.item_id <> ${itemId}
        and ${after === undefined ? sql`true` : sql`p.rank > ${after}`}
      order by p.rank limit 1`.execute(this.database.db);
    return rows[0]?.rank ?? null;
  }

  /** The last order key of a level, without an item that leaves its place. */
  async findLastRank(levelId: string, itemId: string): Promise<string | null> {
    const { rows } = await sql<{ rank: string }>`
      select p.rank from content_positions p
      where p.level_id = ${levelId} and p.item_id <> ${itemId}
      order by p.rank desc limit 1`.execute(this.database.db);
    return rows[0]?.rank ?? null;
  }

  /** Whether it is outside of the trash, in the category. */
  async isPlacedIn(id: string, categoryId: string): Promise<boolean> {
    const { rows } = await sql<{ is: boolean }>`
      select exists (
        select from content_positions p join content_items i on i.id = p.item_id
        where p.item_id = ${id} and p.category_id = ${categoryId} and ${isNotTrashed('i')}
      ) as is`.execute(this.database.db);
    return rows[0]?.is ?? false;
  }

  async set(itemId: string, categoryId: string, parentId: string | null, rank: string): Promise<void> {
    const place = { category_id: categoryId, parent_id: parentId, rank };
    await this.database.db
      .insertInto('content_positions')
      .values({ item_id: itemId, ...place })
      .onConflict((conflicting) => conflicting.column('item_id').doUpdateSet(place))
      .execute();
  }

  /** Moves items to other parents or places in their category. */
  async setAll(parentId: string | null, places: readonly { id: string; rank: string }[]): Promise<void> {
    await sql`
      update content_positions p set parent_id = ${parentId}, rank = n.rank
      from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ rank }) => rank)}::text[]) as n (id, rank)
      where p.item_id = n.id`.execute(this.database.db);
  }

  /** Items keep their parents and their order. */
  async setCategory(ids: readonly string[], categoryId: string): Promise<void> {
    await sql`
      update content_positions set category_id = ${categoryId} where item_id = any(${ids}::uuid[])`.execute(
      this.database.db,
    );
  }
}
