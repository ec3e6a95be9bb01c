import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import type { Schema } from '../../../schema/index.js';
import { type CategoryScope, selectCategoryScope } from '../../auth/index.js';
import { isPublishedStatus, toCategoryActor } from '../audience/audience.js';
import type { Item } from './item.js';

export type MovedItem = Pick<Item, 'status' | 'category_id'>;

export async function findCategoryScope(db: Kysely<Schema>, categoryId: string | null): Promise<CategoryScope | null> {
  if (categoryId === null) return null;
  const { rows } = await sql<{ scope: CategoryScope | null }>`
    select ${selectCategoryScope('c.id')} as scope from (select ${categoryId}::uuid as id) c`.execute(db);
  return rows[0]?.scope ?? null;
}

/** The actor with the permissions that they have in a category, in which they may write. */
export async function getCategoryActor(db: Kysely<Schema>, actor: Actor, categoryId: string | null): Promise<Actor> {
  if (categoryId === null || !actor.isCategoryModerator) return actor;
  return toCategoryActor(actor, await findCategoryScope(db, categoryId));
}

/**
 * Whether a published item would leave the categories that the actor moderates, though they may not publish in the
 * other one: for its readers it was not reviewed.
 */
export async function isLeavingReview(
  db: Kysely<Schema>,
  actor: Actor,
  { status, category_id: from }: MovedItem,
  to: string | null,
): Promise<boolean> {
  if (from === to || !isPublishedStatus(status) || actor.can('content.publish')) return false;
  const mayPublish = async (id: string | null) => (await getCategoryActor(db, actor, id)).can('content.publish');
  return (await mayPublish(from)) && !(await mayPublish(to));
}
