import { Injectable } from '@nestjs/common';
import type { ApiTokenScope } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, type PageQuery, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import type { ApiTokenResponse, UserApiTokenResponse } from './api-tokens.dto.js';

interface ApiTokenRow {
  id: string;
  name: string;
  hint: string;
  scopes: ApiTokenScope[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

interface UserApiTokenRow extends ApiTokenRow {
  user_id: string;
  user_name: string;
  user_role: string;
}

const COUNT_CAP = 1000;
const newestFirst: KeysetOrder = {
  name: 'api tokens',
  direction: 'desc',
  columns: [{ sql: 't.id', type: 'uuid' }],
};
const columns = 't.id, t.name, t.hint, t.scopes, t.created_at, t.expires_at, t.last_used_at';

/** Reads of API tokens, without their hashes. */
@Injectable()
export class ApiTokensQueries {
  constructor(private readonly database: Database) {}

  /** A user's own tokens, the newest first; their number is limited. */
  async list(userId: string): Promise<ApiTokenResponse[]> {
    const rows = await this.database.query<ApiTokenRow>(
      `select ${columns} from api_tokens t where t.user_id = $1 order by t.id desc`,
      [userId],
    );
    return rows.map(toApiToken);
  }

  async find(id: string): Promise<ApiTokenResponse | undefined> {
    const row = await this.database.one<ApiTokenRow>(`select ${columns} from api_tokens t where t.id = $1`, [id]);
    return row && toApiToken(row);
  }

  /** The tokens of all users, the newest first. */
  async listAll(query: PageQuery): Promise<Page<UserApiTokenResponse>> {
    const values: unknown[] = [];
    const { isAfter, tail } = pageSql(newestFirst, query, (value) => `$${values.push(value)}`);
    const found = await this.database.query<UserApiTokenRow & SortedRow>(
      `select ${columns}, p.id as user_id, p.name as user_name, p.role as user_role, ${sortValuesSql(newestFirst)}
       from api_tokens t join people p on p.id = t.user_id
       where ${isAfter} ${tail}`,
      values,
    );
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n from (select 1 from api_tokens limit ${COUNT_CAP + 1}) c`,
    );
    const total = counted?.n ?? 0;
    const { rows, nextCursor } = toPage<UserApiTokenRow>(newestFirst, found, query.limit);
    return { rows: rows.map(toUserApiToken), nextCursor, total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP };
  }
}

const toApiToken = (row: ApiTokenRow): ApiTokenResponse => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  expired: row.expires_at !== null && row.expires_at <= new Date(),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const toUserApiToken = (row: UserApiTokenRow): UserApiTokenResponse => ({
  ...toApiToken(row),
  user_id: row.user_id,
  user_name: row.user_name,
  user_role: row.user_role,
});
