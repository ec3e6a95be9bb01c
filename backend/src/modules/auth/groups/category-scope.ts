import { type RawBuilder, sql } from 'kysely';
import type { Actor, CategoryArea } from '../../../platform/access/actor.js';
import { forbidden } from '../../../platform/errors/domain-error.js';

/**
 * Which categories rule over what is in a category, for decisions in memory. The same for all users, so that rows with
 * it can be shared.
 */
export interface CategoryScope {
  /** their limits of reading hold */
  read: string[];
  /** their limits of writing hold */
  write: string[];
  /** all of them: who moderates one of these moderates what is in the category */
  rules: string[];
}

/** The scope of the category in this column; null where no rule holds. */
export const selectCategoryScope = (category: string): RawBuilder<CategoryScope | null> =>
  sql`(
    select json_build_object(
      'read', coalesce(json_agg(s.ruled_by) filter (where s.limits_reading), '[]'),
      'write', coalesce(json_agg(s.ruled_by) filter (where s.limits_writing), '[]'),
      'rules', json_agg(s.ruled_by))
    from category_scopes s where s.category_id = ${sql.ref(category)} having count(*) > 0)`;

/** What the response of a category says of its limits. */
export interface CategoryLimits {
  scope: CategoryScope | null;
  /** names of the groups that the nearest limit lets read, by name; null without limits */
  restricted_to: string[] | null;
}

/** The columns of {@link CategoryLimits}. */
export const selectCategoryLimits = (category: string): RawBuilder<CategoryLimits> =>
  sql`${selectCategoryScope(category)} as scope, ${selectRestrictedTo(category)} as restricted_to`;

/**
 * Joins {@link CategoryLimits} as `limits`, for many rows of few categories: PostgreSQL remembers those of each, also
 * for the rows that a page skips.
 */
export const joinCategoryLimits = (category: string): RawBuilder<unknown> =>
  sql`left join lateral (select ${selectCategoryLimits(category)} offset 0) limits on true`;

/** Names of the groups that the nearest limit of the category in this column lets read; null without limits. */
export const selectRestrictedTo = (category: string): RawBuilder<string[] | null> =>
  sql`(
    select coalesce(
      (select array_agg(g.name order by lower(g.name), g.name) from category_access_groups a
       join groups g on g.id = a.group_id where a.category_id = nearest.ruled_by), '{}')
    from (
      select s.ruled_by from category_scopes s
      where s.category_id = ${sql.ref(category)} and s.limits_reading order by s.distance limit 1
    ) nearest)`;

/** The same rule as isCategoryReadable in memory. */
export const canReadCategory = (actor: Actor, area: CategoryArea, scope: CategoryScope | null): boolean =>
  scope === null || actor.isUnlimitedIn(area) || scope.read.every((id) => actor.categoryGrants.read.includes(id));

/** Whether the actor, who may read in the category, may also write. */
export const canWriteCategory = (actor: Actor, area: CategoryArea, scope: CategoryScope | null): boolean =>
  scope === null || actor.isUnlimitedIn(area) || scope.write.every((id) => actor.categoryGrants.write.includes(id));

/** Whether a group of the actor moderates what is in the category, unless a category within it keeps them out. */
export const canModerateCategory = (actor: Actor, area: CategoryArea, scope: CategoryScope | null): boolean =>
  scope !== null &&
  scope.rules.some((id) => actor.categoryGrants.moderate.includes(id)) &&
  canReadCategory(actor, area, scope) &&
  canWriteCategory(actor, area, scope);

/** @throws 403 category_read_only */
export function requireWritableCategory(actor: Actor, area: CategoryArea, scope: CategoryScope | null): void {
  if (!canWriteCategory(actor, area, scope))
    throw forbidden((texts) => texts.auth.categoryReadOnly, 'category_read_only');
}
