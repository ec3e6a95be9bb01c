import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, type PageQuery, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { type RoleCodeFacts, roleCodeStatus } from './role-code.policy.js';
import type { RoleCodeResponse } from './role-codes.dto.js';

interface RoleCodeRow extends RoleCodeFacts {
  id: string;
  hint: string;
  role: string;
  role_display_name: string;
  created_by_name: string | null;
  created_at: Date;
}

/**
 * SQL: whether the creator of code `c` could still assign its role `r`. Otherwise an administrator who is demoted could
 * regain the role by a code of their own.
 */
export const creatorMayAssign = `exists (select 1 from users m join roles mr on mr.name = m.role
  where m.id = c.created_by and m.deactivated_at is null and m.erased_at is null
    and mr.permissions @> ('{system.manage}'::text[] || r.permissions))`;

const COUNT_CAP = 1000;
const newestFirst: KeysetOrder = {
  name: 'role codes',
  direction: 'desc',
  columns: [{ sql: 'c.id', type: 'uuid' }],
};
const select = `select c.id, c.hint, c.role, r.display_name as role_display_name, c.max_uses, c.used_count,
    c.expires_at, p.name as created_by_name, c.created_at, ${creatorMayAssign} as creator_may_assign,
    ${sortValuesSql(newestFirst)}
  from role_codes c join roles r on r.name = c.role left join people p on p.id = c.created_by`;

@Injectable()
export class RoleCodesQueries {
  constructor(private readonly database: Database) {}

  /** The newest first. */
  async list(query: PageQuery): Promise<Page<RoleCodeResponse>> {
    const values: unknown[] = [];
    const { isAfter, tail } = pageSql(newestFirst, query, (value) => `$${values.push(value)}`);
    const found = await this.database.query<RoleCodeRow & SortedRow>(`${select} where ${isAfter} ${tail}`, values);
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n from (select 1 from role_codes limit ${COUNT_CAP + 1}) c`,
    );
    const total = counted?.n ?? 0;
    const { rows, nextCursor } = toPage<RoleCodeRow>(newestFirst, found, query.limit);
    return { rows: rows.map(toRoleCode), nextCursor, total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP };
  }

  async find(id: string): Promise<RoleCodeResponse | undefined> {
    const row = await this.database.one<RoleCodeRow>(`${select} where c.id = $1`, [id]);
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
