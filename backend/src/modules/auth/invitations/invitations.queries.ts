import { Injectable } from '@nestjs/common';
import { type InferResult, type Kysely, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
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
import type { InvitationResponse } from './invitations.dto.js';

const newestFirst: KeysetOrder = {
  name: 'invitations',
  direction: 'desc',
  columns: [
    { sql: sql`i.created_at`, type: 'timestamptz' },
    { sql: sql`i.id`, type: 'uuid' },
  ],
};
const selectInvitations = (db: Kysely<Schema>) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('roles as r', 'r.name', 'i.role')
    .leftJoin('people as p', 'p.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'r.name as role', 'r.display_name as role_display_name'])
    .select(['p.name as invited_by_name', 'i.is_mailed', 'i.created_at', 'i.expires_at']);
type InvitationRow = InferResult<ReturnType<typeof selectInvitations>>[number];

/** Invitations of administrators; those that users requested themselves are left out. */
@Injectable()
export class InvitationsQueries {
  constructor(private readonly database: Database) {}

  /** The newest first, without those to roles with permissions that the actor does not hold. */
  async list(actor: Actor, query: PageQuery): Promise<Page<InvitationResponse>> {
    const { db } = this.database;
    const isHeld = sql<boolean>`r.permissions <@ ${[...actor.permissions]}::text[]`;
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await selectInvitations(db)
      .select(selectSortValues(newestFirst).as('sort_values'))
      .where(isHeld)
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const total = await countRows(db, sql`from invitations i join roles r on r.name = i.role where ${isHeld}`);
    const { rows, nextCursor } = toPage(newestFirst, found, query.limit);
    return { rows: rows.map(toInvitation), nextCursor, ...total };
  }

  async find(id: string): Promise<InvitationResponse | undefined> {
    const row = await selectInvitations(this.database.db).where('i.id', '=', id).executeTakeFirst();
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
