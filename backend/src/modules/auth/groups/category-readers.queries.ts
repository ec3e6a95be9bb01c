import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { type CategoryArea, unlimitedBy } from '../../../platform/access/actor.js';
import { PrivacyResolver } from '../../../platform/access/ports.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isActive } from '../users/user.policy.js';
import { isCategoryOpenToAll } from './category-access.js';
import { selectRestrictedTo } from './category-scope.js';

/** How a change of category or of rules changes who may read. Numbers of users and names of groups, never of users. */
export interface ReaderChanges {
  /** users who may read some of it afterwards and not before */
  gained: number;
  /** users who may read some of it before and not afterwards */
  lost: number;
  guests_gain: boolean;
  guests_lose: boolean;
  /** no limit holds afterwards; an item itself may still keep readers out */
  is_open_after: boolean;
  /** the groups that read where only some did, by name */
  groups_before: string[];
  groups_after: string[];
}

/** What changes its readers: everything in one category that is for the same readers. */
export interface MovedContent {
  /** where it is now; null: in no category */
  category_id: string | null;
  /** what it takes to read it, such as content.view_internal; null: nothing */
  permission: string | null;
  is_for_guests: boolean;
}

/** The limits that hold afterwards. */
export interface TargetLimits {
  /** those of this category and above it; null: of none */
  category_id: string | null;
  /** only these groups read, within the limits of the category; null: no further limit */
  group_ids: readonly string[] | null;
}

/** Who may read in a category, as numbers. */
@Injectable()
export class CategoryReadersQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly privacy: PrivacyResolver,
  ) {}

  /** Compares who may read before a change with who may read after it. Guests read nothing of a private hub. */
  async compare(area: CategoryArea, moved: readonly MovedContent[], target: TargetLimits): Promise<ReaderChanges> {
    const isPrivate = await this.privacy.isPrivate();
    const categories = moved.map(({ category_id }) => category_id);
    const permissions = moved.map(({ permission }) => permission);
    const isForGuests = moved.map(({ is_for_guests }) => is_for_guests && !isPrivate);
    const groups = target.group_ids;
    // Users are counted only where some limit holds before or after: most moves change no reader. They are joined with
    // those who are let in, because a condition for each user would take seconds in a hub of 100,000.
    const { rows } = await sql<ReaderChanges>`
      with moved as (
        select m.*, ${isCategoryOpenToAll('m.category_id')} as is_open
        from unnest(${categories}::uuid[], ${permissions}::text[], ${isForGuests}::boolean[])
          as m (category_id, permission, is_for_guests)
      ), target as (
        select t.category_id, ${groups}::uuid[] is null and ${isCategoryOpenToAll('t.category_id')} as is_open
        from (select ${target.category_id}::uuid as category_id) t
      ), limits as (
        select s.category_id, count(*) as n from category_scopes s
        where s.limits_reading and s.category_id in (select category_id from moved union select category_id from target)
        group by s.category_id
      ), let_in as (
        select s.category_id, g.user_id from limits l
        join category_scopes s on s.category_id = l.category_id and s.limits_reading
        join category_access_groups a on a.category_id = s.ruled_by
        join group_members g on g.group_id = a.group_id
        group by s.category_id, l.n, g.user_id having count(distinct s.ruled_by) = l.n
      ), chosen as (
        select distinct g.user_id from group_members g where g.group_id = any(${groups}::uuid[])
      ), readers as (
        select bool_or(r.after and not r.before) as gains, bool_or(r.before and not r.after) as loses
        from (
          select users.id, ${isUnlimited(area)} or m.is_open or b.user_id is not null as before,
                 ${isUnlimited(area)} or (l.n is null or a.user_id is not null)
                   and (${groups}::uuid[] is null or c.user_id is not null) as after
          from users join roles on roles.name = users.role
          join moved m on m.permission is null or m.permission = any(roles.permissions)
          cross join target t
          left join limits l on l.category_id = t.category_id
          left join let_in b on (b.category_id, b.user_id) = (m.category_id, users.id)
          left join let_in a on (a.category_id, a.user_id) = (t.category_id, users.id)
          left join chosen c on c.user_id = users.id
          where ${isActive} and (not (select is_open from target) or exists (select 1 from moved where not is_open))
        ) r group by r.id
      )
      select (select count(*)::int from readers where gains) as gained,
             (select count(*)::int from readers where loses) as lost,
             t.is_open and exists (select 1 from moved where is_for_guests and not is_open) as guests_gain,
             not t.is_open and exists (select 1 from moved where is_for_guests and is_open) as guests_lose,
             t.is_open as is_open_after,
             coalesce((
               select array_agg(distinct g.name order by g.name)
               from moved m cross join lateral unnest(${selectRestrictedTo('m.category_id')}) as g (name)
             ), '{}') as groups_before,
             coalesce(case when ${groups}::uuid[] is null then ${selectRestrictedTo('t.category_id')} else (
               select array_agg(g.name order by lower(g.name), g.name) from groups g where g.id = any(${groups}::uuid[])
             ) end, '{}') as groups_after
      from target t`.execute(this.database.db);
    return rows[0]!;
  }

  /** The same for all that may be in a category and below it: for a new parent or new rules, and for threads. */
  compareAll(area: CategoryArea, id: string | null, target: TargetLimits): Promise<ReaderChanges> {
    return this.compare(area, [{ category_id: id, permission: null, is_for_guests: true }], target);
  }
}

/** Whether the limits of the category in one column let the user in another read it. */
export const isCategoryReadableBy = (area: CategoryArea, category: string, user: string): RawBuilder<boolean> =>
  sql`exists (
    select 1 from users join roles on roles.name = users.role
    where users.id = ${sql.ref(user)} and ${isActive} and ${passesLimits(area, sql.ref(category))})`;

/** Whether no limit of the area holds for the user of the row. */
const isUnlimited = (area: CategoryArea): RawBuilder<boolean> =>
  sql`roles.permissions @> ${[unlimitedBy[area]]}::text[]`;

/** Whether the limits of a category let the user of the row in. */
const passesLimits = (area: CategoryArea, category: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${isUnlimited(area)} or not exists (
    select 1 from category_scopes s
    where s.category_id = ${category} and s.limits_reading and not exists (
      select 1 from category_access_groups a join group_members m on m.group_id = a.group_id
      where a.category_id = s.ruled_by and m.user_id = users.id)))`;
