import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageQuery,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import type { Row } from '../../../schema/index.js';
import type { ApiTokenResponse, UserApiTokenResponse } from './api-tokens.dto.js';

const columns = ['t.id', 't.name', 't.hint', 't.scopes', 't.created_at', 't.expires_at', 't.last_used_at'] as const;
type ApiTokenRow = Omit<Row<'api_tokens'>, 'user_id' | 'token_hash'>;

const newestFirst: KeysetOrder = {
  name: 'api tokens',
  direction: 'desc',
  columns: [{ sql: sql`t.id`, type: 'uuid' }],
};

/** Reads of API tokens, without their hashes. */
@Injectable()
export class ApiTokensQueries {
  constructor(private readonly database: Database) {}

  /** A user's own tokens, the newest first; their number is limited. */
  async list(userId: string): Promise<ApiTokenResponse[]> {
    const rows = await this.database.db
      .selectFrom('api_tokens as t')
      .select(columns)
      .where('t.user_id', '=', userId)
      .orderBy('t.id', 'desc')
      .execute();
    return rows.map(toApiToken);
  }

  async find(id: string): Promise<ApiTokenResponse | undefined> {
    const { db } = this.database;
    const row = await db.selectFrom('api_tokens as t').select(columns).where('t.id', '=', id).executeTakeFirst();
    return row && toApiToken(row);
  }

  /** The tokens of all users, the newest first. */
  async listAll(query: PageQuery): Promise<Page<UserApiTokenResponse>> {
    const { db } = this.database;
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await db
      .selectFrom('api_tokens as t')
      .innerJoin('people as p', 'p.id', 't.user_id')
      .select(columns)
      .select(['p.id as user_id', 'p.name as user_name', 'p.role as user_role'])
      .select(selectSortValues(newestFirst).as('sort_values'))
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const { rows, nextCursor } = toPage(newestFirst, found, query.limit);
    return {
      rows: rows.map((row) => {
        const { user_id, user_name, user_role } = row;
        return { ...toApiToken(row), user_id, user_name, user_role };
      }),
      nextCursor,
      ...(await countRows(db, sql`from api_tokens`)),
    };
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
