import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, type PageQuery, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import type { InvitationResponse } from './invitations.dto.js';

interface InvitationRow {
  id: string;
  email: string;
  role: string;
  role_display_name: string;
  invited_by_name: string | null;
  is_mailed: boolean;
  created_at: Date;
  expires_at: Date;
}

const COUNT_CAP = 1000;
const newestFirst: KeysetOrder = {
  name: 'invitations',
  direction: 'desc',
  columns: [
    { sql: 'i.created_at', type: 'timestamptz' },
    { sql: 'i.id', type: 'uuid' },
  ],
};
const select = `select i.id, i.email::text as email, i.role, r.display_name as role_display_name,
    p.name as invited_by_name, i.is_mailed, i.created_at, i.expires_at, ${sortValuesSql(newestFirst)}
  from invitations i join roles r on r.name = i.role left join people p on p.id = i.invited_by`;

/** Invitations of administrators; those that users requested themselves are left out. */
@Injectable()
export class InvitationsQueries {
  constructor(private readonly database: Database) {}

  /** The newest first. */
  async list(query: PageQuery): Promise<Page<InvitationResponse>> {
    const values: unknown[] = [];
    const { isAfter, tail } = pageSql(newestFirst, query, (value) => `$${values.push(value)}`);
    const found = await this.database.query<InvitationRow & SortedRow>(`${select} where ${isAfter} ${tail}`, values);
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n
       from (select 1 from invitations where role is not null limit ${COUNT_CAP + 1}) c`,
    );
    const total = counted?.n ?? 0;
    const { rows, nextCursor } = toPage<InvitationRow>(newestFirst, found, query.limit);
    return { rows: rows.map(toInvitation), nextCursor, total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP };
  }

  async find(id: string): Promise<InvitationResponse | undefined> {
    const row = await this.database.one<InvitationRow>(`${select} where i.id = $1`, [id]);
    return row && toInvitation(row);
  }
}

const toInvitation = (row: InvitationRow): InvitationResponse => ({
  id: row.id,
  email: row.email,
  role: row.role,
  role_display_name: row.role_display_name,
  invited_by_name: row.invited_by_name,
  mailed: row.is_mailed,
  expired: row.expires_at <= new Date(),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
