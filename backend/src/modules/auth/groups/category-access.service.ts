import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor, CategoryArea } from '../../../platform/access/actor.js';
import { accessChanged } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import type { Row } from '../../../schema/index.js';
import {
  type CategoryRules,
  isCategoryReadable,
  isCategoryWritable,
  selectCategoryGrants,
  toCategoryGrants,
} from './category-access.js';

/** A category with the one above it. */
export interface CategoryNode {
  id: string;
  name: string;
  parent_category_id: string | null;
}

export interface DescribedRules extends CategoryRules {
  groups: { id: string; name: string }[];
  /** the nearest first */
  inherited: { category_id: string; category_name: string; limits_reading: boolean }[];
}

type Level = Row<'category_access_groups'>['level'];

const openRules: CategoryRules = { read_group_ids: null, write_group_ids: null, moderate_group_ids: [] };

/**
 * Stores which groups may read, write and moderate in a category of content or of the forum. Joins the transaction of
 * the caller, who holds the lock of the tree of categories. Rows of content and threads know nothing of it: statements
 * compare their category with category_scopes, so a change takes effect with the next statement everywhere
 * (docs/decisions/0074).
 */
@Injectable()
export class CategoryAccessService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly pubsub: PubSub,
  ) {}

  /** The rules of the category itself, not those above it. */
  async find(categoryId: string): Promise<CategoryRules> {
    const { db } = this.database;
    const access = await db
      .selectFrom('category_access')
      .selectAll()
      .where('category_id', '=', categoryId)
      .executeTakeFirst();
    if (!access) return openRules;
    const groups = await db
      .selectFrom('category_access_groups')
      .select(['group_id', 'level'])
      .where('category_id', '=', categoryId)
      .orderBy('group_id')
      .execute();
    const listGroups = (...levels: Level[]) =>
      groups.filter(({ level }) => levels.includes(level)).map(({ group_id }) => group_id);
    return {
      read_group_ids: access.limits_reading ? listGroups('read', 'write', 'moderate') : null,
      write_group_ids: access.limits_writing ? listGroups('write', 'moderate') : null,
      moderate_group_ids: listGroups('moderate'),
    };
  }

  /** The rules of a category with the names of their groups, and what limits it from above. @param tree of its area */
  async describe(categoryId: string, tree: readonly CategoryNode[]): Promise<DescribedRules> {
    const { db } = this.database;
    const rules = await this.find(categoryId);
    const groups = await db
      .selectFrom('groups as g')
      .innerJoin('category_access_groups as a', 'a.group_id', 'g.id')
      .select(['g.id', 'g.name'])
      .where('a.category_id', '=', categoryId)
      .orderBy('g.name')
      .execute();
    const above = await db
      .selectFrom('category_scopes')
      .select(['ruled_by as category_id', 'limits_reading'])
      .where('category_id', '=', categoryId)
      .where('distance', '>', 0)
      .where((row) => row.or([row('limits_reading', '=', true), row('limits_writing', '=', true)]))
      .orderBy('distance')
      .execute();
    const names = new Map(tree.map(({ id, name }) => [id, name]));
    return {
      ...rules,
      groups,
      inherited: above.map((limit) => ({ ...limit, category_name: names.get(limit.category_id) ?? '' })),
    };
  }

  /**
   * @param changes rules that are missing stay the same
   * @param tree all categories of the area
   * @throws 400 for groups that do not exist, and for rules that would keep the actor out
   */
  async change(
    actor: Actor | null,
    { area, id, type }: { area: CategoryArea; id: string; type: string },
    changes: Partial<CategoryRules>,
    tree: readonly CategoryNode[],
  ): Promise<void> {
    const { db } = this.database;
    const before = await this.find(id);
    const rules = { ...before, ...pickRules(changes) };
    const levels = toLevels(rules);
    await this.requireGroups(rules);
    await db.deleteFrom('category_access').where('category_id', '=', id).execute();
    if (rules.read_group_ids || rules.write_group_ids || rules.moderate_group_ids.length) {
      const limits = { limits_reading: rules.read_group_ids !== null, limits_writing: rules.write_group_ids !== null };
      await db
        .insertInto('category_access')
        .values({ category_id: id, area, ...limits })
        .execute();
      if (levels.size)
        await db
          .insertInto('category_access_groups')
          .values([...levels].map(([group_id, level]) => ({ category_id: id, group_id, level })))
          .execute();
    }
    await this.writeScopes(area, tree);
    if (actor) await this.requireReader(actor, id);
    const subject = { type, id };
    await this.audit.record({ actor, action: `${type}.access_changed`, subject, before, after: rules });
    await this.pubsub.publish(accessChanged, { everyone: true });
  }

  /** The actor with what their groups open now: rules that a command has changed hold for its response. */
  async refresh(actor: Actor): Promise<Actor> {
    const { rows } = await sql<{ grants: string | null }>`
      select ${selectCategoryGrants('u.id')} as grants
      from (select ${actor.userId}::uuid as id) u`.execute(this.database.db);
    return actor.withCategoryGrants(toCategoryGrants(rows[0]!.grants));
  }

  /** Who loses sight of a category by new rules could not undo them. @throws 400 */
  private async requireReader(actor: Actor, categoryId: string): Promise<void> {
    const { rows } = await sql<{ is_readable: boolean }>`
      select ${isCategoryReadable(await this.refresh(actor), 'c.id')} as is_readable
      from (select ${categoryId}::uuid as id) c`.execute(this.database.db);
    if (!rows[0]!.is_readable)
      throw invalid([{ field: 'read_group_ids', message: (texts) => texts.auth.rulesKeepOut }]);
  }

  /**
   * Follows a change of the tree: which limits hold where. Open windows hear of it when it changes some.
   * @param tree all categories of the area
   */
  async syncScopes(area: CategoryArea, tree: readonly CategoryNode[]): Promise<void> {
    if (await this.writeScopes(area, tree)) await this.pubsub.publish(accessChanged, { everyone: true });
  }

  /** @returns whether other limits hold somewhere */
  private async writeScopes(area: CategoryArea, tree: readonly CategoryNode[]): Promise<boolean> {
    const { db } = this.database;
    const limited = await db.selectFrom('category_access').selectAll().where('area', '=', area).execute();
    const rules = new Map(limited.map((row) => [row.category_id, row]));
    const parents = new Map(tree.map(({ id, parent_category_id }) => [id, parent_category_id]));
    const scopes = tree.flatMap(({ id }) =>
      listAbove(id, parents).flatMap((above, distance) => {
        const rule = rules.get(above);
        return rule ? [{ ...rule, category_id: id, ruled_by: above, distance }] : [];
      }),
    );
    const before = await db.deleteFrom('category_scopes').where('area', '=', area).returningAll().execute();
    if (scopes.length)
      await sql`
        insert into category_scopes (category_id, ruled_by, distance, area, limits_reading, limits_writing)
        select category_id, ruled_by, distance, area, limits_reading, limits_writing
        from jsonb_populate_recordset(null::category_scopes, ${JSON.stringify(scopes)}::jsonb)`.execute(db);
    this.cache.invalidate();
    return toText(before) !== toText(scopes);
  }

  /**
   * Before a category is deleted. What it says of reading, writing and moderating does not move down, so those below it
   * must not have been under it.
   * @throws 409 category_limited while it limits others
   */
  async remove(categoryId: string, name: string): Promise<void> {
    const { db } = this.database;
    const below = await db
      .selectFrom('category_scopes')
      .select('category_id')
      .where('ruled_by', '=', categoryId)
      .where('category_id', '<>', categoryId)
      .limit(sql.lit(1))
      .executeTakeFirst();
    if (below) throw conflict('category_limited', (texts) => texts.auth.categoryLimited(name));
    await db.deleteFrom('category_access').where('category_id', '=', categoryId).execute();
  }

  /** @throws 404 when the actor may not read in the category, 403 category_read_only when they may not write */
  async requireWritable(actor: Actor, area: CategoryArea, categoryId: string | null): Promise<void> {
    if (categoryId === null || actor.isUnlimitedIn(area)) return;
    const { rows } = await sql<{ is_readable: boolean; is_writable: boolean }>`
      select ${isCategoryReadable(actor, 'c.id')} as is_readable,
             ${isCategoryWritable(actor, area, 'c.id')} as is_writable
      from (select ${categoryId}::uuid as id) c`.execute(this.database.db);
    if (!rows[0]?.is_readable) throw notFound('category');
    if (!rows[0].is_writable) throw forbidden((texts) => texts.auth.categoryReadOnly, 'category_read_only');
  }

  /** Whether the same rules hold in two categories, so that they have the same readers, writers and moderators. */
  async haveSameRules(one: string | null, other: string | null): Promise<boolean> {
    if (one === other) return true;
    const { rows } = await sql<{ is: boolean }>`
      select not exists (
        select from category_scopes s where s.category_id in (${one}::uuid, ${other}::uuid)
        group by s.ruled_by having count(*) = 1
      ) as is`.execute(this.database.db);
    return rows[0]?.is ?? false;
  }

  /** After items went to another category: open windows of users who may no longer read them learn of it. */
  async announceMove(from: string | null, to: string | null): Promise<void> {
    if (!(await this.haveSameRules(from, to))) await this.pubsub.publish(accessChanged, { everyone: true });
  }

  private async requireGroups({ read_group_ids, write_group_ids, moderate_group_ids }: CategoryRules): Promise<void> {
    const given = { read_group_ids: read_group_ids ?? [], write_group_ids: write_group_ids ?? [], moderate_group_ids };
    const ids = Object.values(given).flat();
    const found = await this.database.db
      .selectFrom('groups')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    const known = new Set(found.map(({ id }) => id));
    const wrong = Object.entries(given).filter(([, groups]) => groups.some((id) => !known.has(id)));
    if (wrong.length) throw invalid(wrong.map(([field]) => ({ field, message: (texts) => texts.auth.groupGone })));
  }
}

/** Whether a request contains rules. */
export const hasRules = (request: Partial<CategoryRules>): boolean => Object.keys(pickRules(request)).length > 0;

/** The rules that a request contains. */
const pickRules = ({ read_group_ids, write_group_ids, moderate_group_ids }: Partial<CategoryRules>) => ({
  ...(read_group_ids !== undefined && { read_group_ids }),
  ...(write_group_ids !== undefined && { write_group_ids }),
  ...(moderate_group_ids !== undefined && { moderate_group_ids }),
});

/** Scopes as one text, to compare them. */
const toText = (scopes: readonly Row<'category_scopes'>[]): string =>
  scopes
    .map(({ category_id, ruled_by, distance, limits_reading, limits_writing }) =>
      [category_id, ruled_by, distance, limits_reading, limits_writing].join(),
    )
    .sort()
    .join(' ');

/** The highest level of each group. */
const toLevels = ({ read_group_ids, write_group_ids, moderate_group_ids }: CategoryRules): Map<string, Level> =>
  new Map<string, Level>([
    ...(read_group_ids ?? []).map((id): [string, Level] => [id, 'read']),
    ...(write_group_ids ?? []).map((id): [string, Level] => [id, 'write']),
    ...moderate_group_ids.map((id): [string, Level] => [id, 'moderate']),
  ]);

/** The category and those above it. */
function listAbove(id: string, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) path.push(at);
  return path;
}
