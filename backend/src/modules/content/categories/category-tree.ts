import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { conflict, invalid } from '../../../platform/errors/domain-error.js';

/** Categories with parents, in a table with `id` and `parent_category_id`. Joins the caller's transaction. */
export class CategoryTree {
  constructor(
    private readonly database: Database,
    private readonly table: 'content_categories' | 'forum_categories',
  ) {}

  /** Two concurrent moves could otherwise create a cycle that neither of them sees. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${this.table}, 0))`.execute(this.database.db);
  }

  /**
   * @param id the category that gets this parent; null for a new one
   * @throws 400 when the parent does not exist, or is the category itself or one of its descendants
   */
  async checkParent(parent: string | null, id: string | null): Promise<void> {
    if (!parent) return;
    const table = sql.table(this.table);
    const { rows: above } = await sql<{ id: string }>`
      with recursive above as (
        select c.id, c.parent_category_id from ${table} c where c.id = ${parent}
        union select c.id, c.parent_category_id from ${table} c join above a on c.id = a.parent_category_id
      ) select id from above`.execute(this.database.db);
    if (!above.length)
      throw invalid([{ field: 'parent_category_id', message: 'This parent category does not exist.' }]);
    if (above.some((category) => category.id === id))
      throw invalid([{ field: 'parent_category_id', message: 'A category cannot be its own parent or descendant.' }]);
  }
}

/** Runs a write of a category. @throws 409 category_exists when a category with the same parent has this name */
export async function rejectDuplicateName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = `A category named “${name}” already exists.`;
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
