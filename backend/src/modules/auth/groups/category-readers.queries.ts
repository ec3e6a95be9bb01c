import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { type CategoryArea, unlimitedBy } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isActive } from '../users/user.policy.js';
import { isCategoryOpenToAll } from './category-access.js';

/** How a move changes who may read, before it happens. Numbers of users, never their names. */
export interface ReaderChanges {
  /** users who may read afterwards and not before */
  gained: number;
  /** users who may read before and not afterwards */
  lost: number;
  /** the limits let everybody in, also guests; the item itself may still keep them out */
  is_open_before: boolean;
  is_open_after: boolean;
}

/** Who may read in a category, as numbers. */
@Injectable()
export class CategoryReadersQueries {
  constructor(private readonly database: DatabaseReader) {}

  /**
   * Compares the readers of two categories of one area.
   * @param from null for no category
   * @param permission counts only its holders, such as content.view_internal for what is INTERNAL
   */
  async compare(area: CategoryArea, from: string | null, to: string, permission?: string): Promise<ReaderChanges> {
    const { rows } = await sql<ReaderChanges>`
      select count(*) filter (where r.after and not r.before)::int as gained,
             count(*) filter (where r.before and not r.after)::int as lost,
             (select ${isCategoryOpenToAll('c.id')} from (select ${from}::uuid as id) c) as is_open_before,
             (select ${isCategoryOpenToAll('c.id')} from (select ${to}::uuid as id) c) as is_open_after
      from (
        select ${passesLimits(area, sql`${from}::uuid`)} as before, ${passesLimits(area, sql`${to}::uuid`)} as after
        from users join roles on roles.name = users.role
        where ${isActive} and ${permission ? sql`roles.permissions @> ${[permission]}::text[]` : sql`true`}
      ) r`.execute(this.database.db);
    return rows[0]!;
  }
}

/** Whether the limits of the category in one column let the user in another read it. */
export const isCategoryReadableBy = (area: CategoryArea, category: string, user: string): RawBuilder<boolean> =>
  sql`exists (
    select 1 from users join roles on roles.name = users.role
    where users.id = ${sql.ref(user)} and ${isActive} and ${passesLimits(area, sql.ref(category))})`;

/** Whether the limits of a category let the user of the row in. */
const passesLimits = (area: CategoryArea, category: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(roles.permissions @> ${[unlimitedBy[area]]}::text[] or not exists (
    select 1 from category_scopes s
    where s.category_id = ${category} and s.limits_reading and not exists (
      select 1 from category_access_groups a join group_members m on m.group_id = a.group_id
      where a.category_id = s.ruled_by and m.user_id = users.id)))`;
