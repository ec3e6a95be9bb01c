import { Injectable } from '@nestjs/common';
import { type InferResult, type Kysely, sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageQuery,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import type { Schema } from '../../../schema/index.js';
import { roleCodeStatus } from './role-code.policy.js';
import type { RoleCodeResponse } from './role-codes.dto.js';

/**
 * Whether the creator of code `c` could still assign its role `r`. Otherwise an administrator who is demoted could
 * regain the role by a code of their own.
 */
export const creatorMayAssign = sql<boolean>`exists (select 1 from users m join roles mr on mr.name = m.role
  where m.id = c.created_by and m.deactivated_at is null and m.erased_at is null
    and mr.permissions @> ('{system.manage}'::text[] || r.permissions))`;

const newestFirst: KeysetOrder = {
  name: 'role codes',
  direction: 'desc',
  columns: [{ sql: sql`c.id`, type: 'uuid' }],
};
const selectCodes = (db: Kysely<Schema>) =>
  db
    .selectFrom('role_codes as c')
    .innerJoin('roles as r', 'r.name', 'c.role')
    .leftJoin('people as p', 'p.id', 'c.created_by')
    .select(['c.id', 'c.hint', 'c.role', 'r.display_name as role_display_name', 'c.max_uses', 'c.used_count'])
    .select(['c.expires_at', 'p.name as created_by_name', 'c.created_at'])
    .select(creatorMayAssign.as('creator_may_assign'));
type RoleCodeRow = InferResult<ReturnType<typeof selectCodes>>[number];

@Injectable()
export class RoleCodesQueries {
  constructor(private readonly database: Database) {}

  /** The newest first. */
  async list(query: PageQuery): Promise<Page<RoleCodeResponse>> {
    const { db } = this.database;
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await selectCodes(db)
      .select(selectSortValues(newestFirst).as('sort_values'))
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const { rows, nextCursor } = toPage(newestFirst, found, query.limit);
    return { rows: rows.map(toRoleCode), nextCursor, ...(await countRows(db, sql`from role_codes`)) };
  }

  async find(id: string): Promise<RoleCodeResponse | undefined> {
    const row = await selectCodes(this.database.db).where('c.id', '=', id).executeTakeFirst();
    return row && toRoleCode(row);
  }
}

const toRoleCode = (row: RoleCodeRow): RoleCodeResponse => ({
  id: row.id,
  hint: row.hint,
  role: row.role,
  role_display_name: row.role_display_name,
  max_uses: row.max_uses,
  used_count: row.used_count,
  status: roleCodeStatus(row),
  expires_at: row.expires_at?.toISOString() ?? null,
  created_by_name: row.created_by_name,
  created_at: row.created_at.toISOString(),
});
