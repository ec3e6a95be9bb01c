import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import type { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { conflict, DomainError, invalid } from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { DEFAULT_COLOR } from './categories.dto.js';
import { type CategoryLimits, type CategoryNode, isCategoryReadable, selectCategoryLimits } from '../../auth/index.js';
import type { Localized } from '../../../platform/language/texts.js';

/** Categories with parents, in a table with `id` and `parent_category_id`. Joins the caller's transaction. */
export class CategoryTree {
  constructor(
    private readonly database: Database,
    private readonly table: 'content_categories' | 'forum_categories',
  ) {}

  /** All categories with those above them, to say which limits hold where. */
  async list(): Promise<CategoryNode[]> {
    const { rows } = await sql<CategoryNode>`
      select c.id, c.name, c.parent_category_id from ${sql.table(this.table)} c`.execute(this.database.db);
    return rows;
  }

  /** Two concurrent moves could otherwise create a cycle that neither of them sees. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${this.table}, 0))`.execute(this.database.db);
  }

  /**
   * Removes the categories of a demo that have neither content nor subcategories, from the last level up.
   * @param completedAt when the demo was complete
   * @param kept ids of those that stay
   * @param remove throws 409 when a category has content. @returns how many
   */
  async removeEmptyDemo(
    completedAt: Date,
    kept: ReadonlySet<string>,
    remove: (id: string) => Promise<void>,
  ): Promise<number> {
    let removed = 0;
    for (const id of await this.listLastLevelFirst(completedAt)) {
      if (kept.has(id) || (await this.hasSubcategories(id))) continue;
      try {
        await remove(id);
        removed++;
      } catch (error) {
        // It has content, or another request has deleted it.
        if (!(error instanceof DomainError)) throw error;
      }
    }
    return removed;
  }

  private async listLastLevelFirst(createdUntil: Date): Promise<string[]> {
    const table = sql.table(this.table);
    const { rows } = await sql<{ id: string }>`
      with recursive tree as (
        select c.id, c.created_at, 1 as level from ${table} c where c.parent_category_id is null
        union all
        select c.id, c.created_at, t.level + 1 from ${table} c join tree t on t.id = c.parent_category_id
      ) select t.id from tree t where t.created_at <= ${createdUntil} order by t.level desc, t.id`.execute(
      this.database.db,
    );
    return rows.map(({ id }) => id);
  }

  private async hasSubcategories(id: string): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`
      select exists (select 1 from ${sql.table(this.table)} c where c.parent_category_id = ${id}) as has`.execute(
      this.database.db,
    );
    return rows[0]!.has;
  }

  /**
   * @param actor null for seeds
   * @param id the category that gets this parent; null for a new one
   * @throws 400 when the parent does not exist or the actor may not read in it, or it is the category itself or one of
   *   its descendants
   */
  async checkParent(actor: Actor | null, parent: string | null, id: string | null): Promise<void> {
    if (!parent) return;
    const table = sql.table(this.table);
    const { rows: above } = await sql<{ id: string }>`
      with recursive above as (
        select c.id, c.parent_category_id from ${table} c
        where c.id = ${parent} and ${actor ? isCategoryReadable(actor, 'c.id') : sql`true`}
        union select c.id, c.parent_category_id from ${table} c join above a on c.id = a.parent_category_id
      ) select id from above`.execute(this.database.db);
    if (!above.length)
      throw invalid([{ field: 'parent_category_id', message: (texts) => texts.content.noParentCategory }]);
    if (above.some((category) => category.id === id))
      throw invalid([{ field: 'parent_category_id', message: (texts) => texts.content.categoryCircle }]);
  }
}

/** Runs a write of a category. @throws 409 category_exists when a category with the same parent has this name */
export async function rejectDuplicateName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message: Localized = (texts) => texts.content.categoryNameTaken(name);
    if (isUniqueViolation(error)) throw conflict('category_exists', message, { errors: [{ field: 'name', message }] });
    throw error;
  }
}

/** In depth-first order: each category is followed by its subcategories. */
export function inTreeOrder<T extends { id: string; parent_category_id: string | null }>(
  categories: readonly T[],
): T[] {
  const below = Map.groupBy(categories, ({ parent_category_id }) => parent_category_id);
  const from = (parent: string | null): T[] =>
    (below.get(parent) ?? []).flatMap((category) => [category, ...from(category.id)]);
  return from(null);
}

/** What can be changed of a category of content or of the forum; the audit log keeps these columns. */
export const categoryFields = ['name', 'description', 'icon', 'color', 'parent_category_id', 'order_index'] as const;
export type CategoryFields = Pick<Row<'content_categories'>, (typeof categoryFields)[number]>;

/** What rows of content categories and of forum categories have in common. */
export interface CategoryRow extends Omit<Row<'content_categories'>, 'is_series'>, CategoryLimits {
  parent_name: string | null;
}

/** The columns of {@link CategoryRow} of the category `c` and its parent `parent`. */
export const selectCategory = sql<CategoryRow>`
  c.id, c.name, c.description, c.icon, c.color, c.parent_category_id, parent.name as parent_name, c.order_index,
  c.created_at, ${selectCategoryLimits('c.id')}`;

/** What their responses have in common. */
export const toCategoryFields = (row: CategoryRow) => ({
  id: row.id,
  title: row.name,
  name: row.name,
  description: row.description,
  icon: row.icon,
  color: row.color,
  parent_category_id: row.parent_category_id,
  parent_title: row.parent_name,
  order_index: row.order_index,
  is_restricted: row.restricted_to !== null,
  restricted_to: row.restricted_to ?? [],
  created_at: row.created_at.toISOString(),
});

interface CategoryChanges {
  name?: string;
  /** the second spelling of name */
  title?: string;
  description?: string;
  icon?: string;
  color?: string;
  /** empty or null: none */
  parent_category_id?: string | null;
  order_index?: number;
}

/** The fields of a new category; those that are missing in the request get their defaults. */
export const buildCategory = (name: string, request: Omit<CategoryChanges, 'name' | 'title'>): CategoryFields => ({
  name,
  description: request.description ?? '',
  icon: request.icon ?? '',
  color: request.color || DEFAULT_COLOR,
  parent_category_id: request.parent_category_id || null,
  order_index: request.order_index ?? 0,
});

/**
 * The fields of a changed category. Omitted fields stay the same. The caller has locked the tree.
 * @throws 400 when the new parent does not exist or the actor may not read in it, or would make a cycle
 */
export async function editCategory(
  actor: Actor,
  tree: CategoryTree,
  id: string,
  former: CategoryFields,
  request: CategoryChanges,
): Promise<CategoryFields> {
  const parent =
    request.parent_category_id === undefined ? former.parent_category_id : request.parent_category_id || null;
  if (parent !== former.parent_category_id) await tree.checkParent(actor, parent, id);
  return {
    name: request.name ?? request.title ?? former.name,
    description: request.description ?? former.description,
    icon: request.icon ?? former.icon,
    color: request.color ?? former.color,
    parent_category_id: parent,
    order_index: request.order_index ?? former.order_index,
  };
}
