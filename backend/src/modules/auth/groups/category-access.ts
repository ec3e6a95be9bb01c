import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import {
  Actor,
  type CategoryArea,
  type CategoryGrants,
  createGrants,
  noGrants,
} from '../../../platform/access/actor.js';

/** Rules of a category itself; null: no limit of its own. Each level includes those before it. */
export interface CategoryRules {
  read_group_ids: string[] | null;
  write_group_ids: string[] | null;
  /** act in it as holders of forum.moderate, or of content.edit_any and content.publish */
  moderate_group_ids: string[];
}

/** What a statement knows of its reader. Prepared statements pass these as values. */
export interface CategoryReader {
  /**
   * The limited categories that are open to the reader, and those in which they write, as arrays of PostgreSQL: the
   * driver formats long ones slowly.
   */
  readable: string;
  writable: string;
  moderated: readonly string[];
  /** the areas in which no limit holds for the reader */
  unlimited: readonly CategoryArea[];
}

type Parameters<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> | Values[Name] };

const areas: readonly CategoryArea[] = ['content', 'forum'];

export const toCategoryReader = (actor: Actor): CategoryReader => ({
  readable: `{${actor.categoryGrants.read.join()}}`,
  writable: `{${actor.categoryGrants.write.join()}}`,
  moderated: actor.categoryGrants.moderate,
  unlimited: areas.filter((area) => actor.isUnlimitedIn(area)),
});

type WithLimits = Parameters<Pick<CategoryReader, 'readable' | 'unlimited'>>;

/** The ids of the categories whose limits, or those above them, keep the reader out. */
export const selectClosedCategories = (reader: WithLimits): RawBuilder<string> =>
  sql`select s.category_id from category_scopes s where ${keepsOut(reader)}`;

/**
 * The one rule for who reads what is in a category, of content and of the forum: whether the category in this column is
 * open to the reader. What is in no category has no limit.
 * @param category the column, with its alias
 */
export function isCategoryReadable(reader: Actor | WithLimits, category: string): RawBuilder<boolean> {
  const values = reader instanceof Actor ? toCategoryReader(reader) : reader;
  // Below `or`, PostgreSQL looks up the categories of few rows, and puts the closed ones into a hash table for many.
  return sql`(${sql.ref(category)} is null or not exists (
    select 1 from category_scopes s where s.category_id = ${sql.ref(category)} and ${keepsOut(values)}))`;
}

/**
 * Whether a limit keeps the reader out, over the alias s of category_scopes. PostgreSQL compares with the elements of
 * an array one after the other, but puts the rows of unnest into a hash table.
 */
const keepsOut = ({ readable, unlimited }: WithLimits): RawBuilder<boolean> =>
  sql`(s.limits_reading and s.ruled_by not in (select unnest(${readable}::uuid[]))
    and s.area <> all(${unlimited}::text[]))`;

/** Whether the limits of the category in this column let the actor write; whether they may read is not checked. */
export const isCategoryWritable = (actor: Actor, area: CategoryArea, category: string): RawBuilder<boolean> =>
  actor.isUnlimitedIn(area)
    ? sql`true`
    : sql`(${sql.ref(category)} is null or ${sql.ref(category)} not in (
        select s.category_id from category_scopes s
        where s.limits_writing and s.ruled_by <> all(${actor.categoryGrants.write}::uuid[])))`;

/**
 * The one rule for who moderates what is in the category of this column: a group of theirs moderates it or one above
 * it, and none of these leaves writing to others. {@link isCategoryReadable} checks whether they may read in it.
 */
export function isCategoryModerated(
  reader: Actor | Parameters<Pick<CategoryReader, 'moderated' | 'writable' | 'unlimited'>>,
  category: string,
): RawBuilder<boolean> {
  const { moderated, writable, unlimited } = reader instanceof Actor ? toCategoryReader(reader) : reader;
  return Array.isArray(moderated) && !moderated.length
    ? sql`false`
    : sql`coalesce(${sql.ref(category)} in (
        select s.category_id from category_scopes s where s.ruled_by = any(${moderated}::uuid[])
        except
        select s.category_id from category_scopes s
        where s.limits_writing and s.ruled_by <> all(${writable}::uuid[])
          and s.area <> all(${unlimited}::text[])), false)`;
}

/** The same rule for the user in a column instead of the actor. */
export const isCategoryModeratedBy = (category: RawBuilder<string | null>, user: string): RawBuilder<boolean> =>
  sql`(exists (${selectRuling(category, user, sql`a.level = 'moderate'`)})
    and not exists (
      select 1 from category_scopes l
      where l.category_id = ${category} and l.limits_writing and not exists (
        ${selectRuling(category, user, sql`a.level in ('write', 'moderate') and s.ruled_by = l.ruled_by`)})))`;

/** The rules over a category that name a group of the user. */
const selectRuling = (category: RawBuilder<string | null>, user: string, condition: RawBuilder<boolean>) => sql`
  select 1 from category_scopes s
  join category_access_groups a on a.category_id = s.ruled_by
  join group_members m on m.group_id = a.group_id
  where s.category_id = ${category} and m.user_id = ${sql.ref(user)} and ${condition}`;

/** Whether others than administrators and group members may read what is in the category of this column. */
export const isCategoryOpenToAll = (category: string): RawBuilder<boolean> => sql.raw(openToAllSql(category));

/** {@link isCategoryOpenToAll} as text, for statements that are compared with stored numbers. */
export const openToAllSql = (category: string): string =>
  `not exists (select 1 from category_scopes s where s.category_id = ${category} and s.limits_reading)`;

/**
 * What the groups of a user open, for {@link toCategoryGrants}; null for nothing. As text, because it is read with each
 * request of a user, and to build JSON of some hundred ids takes five times as long.
 * @param user the column with the id
 */
export const selectCategoryGrants = (user: string): RawBuilder<string | null> =>
  sql`(
    select string_agg(a.level || ':' || a.category_id, ' ')
    from group_members m join category_access_groups a on a.group_id = m.group_id
    where m.user_id = ${sql.ref(user)})`;

/** Equal texts are grants that were parsed before. */
const parsedGrants = new LRUCache<string, CategoryGrants>({ max: 200 });

export function toCategoryGrants(text: string | null): CategoryGrants {
  if (text === null) return noGrants;
  const known = parsedGrants.get(text);
  if (known) return known;
  const levels: Record<keyof CategoryGrants, string[]> = { read: [], write: [], moderate: [] };
  for (const grant of text.split(' ')) {
    const [level, categoryId] = grant.split(':') as [keyof CategoryGrants, string];
    levels[level].push(categoryId);
  }
  const grants = createGrants(levels);
  parsedGrants.set(text, grants);
  return grants;
}
