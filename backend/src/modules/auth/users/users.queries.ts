import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import type { Actor } from '../../../platform/access/actor.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { permissions } from '../../roles/index.js';
import { canManage, canManageSql, type RoleFacts } from './role-change.policy.js';
import type { OwnUserResponse, SortOrder, UserSort, UsersQuery, UserState, UserSummaryResponse } from './users.dto.js';
import type { NotificationPreferences } from './user.entity.js';

interface SummaryRow {
  id: string;
  name: string;
  email: string;
  handle: string;
  role: string;
  role_display_name: string;
  avatar_url: string | null;
  last_login_at: Date | null;
  deactivated_at: Date | null;
  post_count: number;
  created_at: Date;
}

interface OwnRow extends SummaryRow {
  show_role_badge: boolean;
  permissions: string[];
  bio: string;
  skills: string[];
  preferences: NotificationPreferences;
  signature: string;
  location: string;
  website: string;
  reputation: number;
  email_verified: boolean;
  needs_password_setup: boolean;
}

const summaryColumns = `u.id, u.name, u.email, u.handle, u.role, r.display_name as role_display_name, u.last_login_at,
  u.deactivated_at, u.created_at, p.avatar_url, p.post_count`;
const summaryTables = 'users u join people p on p.id = u.id join roles r on r.name = u.role';
const COUNT_CAP = 1000;

const stateFilters: Record<UserState, string> = {
  active: 'and u.deactivated_at is null',
  deactivated: 'and u.deactivated_at is not null',
};

/** Each with the order that a user expects first. */
const sorts: Record<UserSort, { column: KeysetOrder['columns'][number]; direction: SortOrder; isPrivate?: boolean }> = {
  name: { column: { sql: 'lower(u.name)', type: 'text' }, direction: 'asc' },
  email: { column: { sql: 'u.email', type: 'citext' }, direction: 'asc', isPrivate: true },
  role: { column: { sql: 'u.role', type: 'text' }, direction: 'asc' },
  // Users who never signed in come last in both directions.
  last_login: {
    column: { sql: 'u.last_login_at', type: 'timestamptz', isNullable: true },
    direction: 'desc',
    isPrivate: true,
  },
  joined: { column: { sql: 'u.created_at', type: 'timestamptz' }, direction: 'desc' },
};

/**
 * Ids of one direction with the column, so that an index serves both. Users whose data the actor may not read come
 * last.
 * @param isReadable SQL condition; null when the actor may read all users, which lets the index give the order
 */
function getOrder(isReadable: string | null, sort?: UserSort, order?: SortOrder): KeysetOrder {
  const id = { sql: 'u.id', type: 'uuid' } as const;
  if (!sort) return { name: 'users by id', direction: 'desc', columns: [id] };
  const { column, isPrivate, direction: usual } = sorts[sort];
  const direction = order ?? usual;
  const shown =
    isReadable && isPrivate
      ? { ...column, sql: `case when ${isReadable} then ${column.sql} end`, isNullable: true }
      : column;
  return { name: `users by ${sort} ${direction}`, direction, columns: [shown, id] };
}

/** Reads of users: for themselves and for the user administration. */
@Injectable()
export class UsersQueries {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async findOwn(id: string): Promise<OwnUserResponse | undefined> {
    const row = await this.database.one<OwnRow>(
      `select ${summaryColumns}, r.badge_visible as show_role_badge, r.permissions, u.bio, u.skills, u.preferences,
              u.signature, u.location, u.website, s.reputation, u.email_verified_at is not null as email_verified,
              u.password_hash is null as needs_password_setup
       from ${summaryTables} join user_stats s on s.user_id = u.id
       where u.id = $1`,
      [id],
    );
    return row && toOwn(row, this.prefix);
  }

  async findSummary(actor: Actor, id: string): Promise<UserSummaryResponse | undefined> {
    const row = await this.database.one<SummaryRow & RoleFacts>(
      `select ${summaryColumns}, r.permissions from ${summaryTables} where u.id = $1`,
      [id],
    );
    return row && toRow(row, canManage(actor, row.id, row), this.prefix);
  }

  /**
   * The newest accounts first, unless the query names another order. What is not public about users whom the actor may
   * not manage is neither shown nor searched, and does not order them.
   */
  async list(actor: Actor, { q, role, state, sort, order, ...page }: UsersQuery): Promise<Page<UserSummaryResponse>> {
    const pattern = q ? `%${q.replace(/^@/, '').replace(/[\\%_]/g, '\\$&')}%` : null;
    const values: unknown[] = [pattern, role ?? null];
    // No role has more permissions than all of them.
    const readsAll = permissions.every(({ id }) => actor.can(id));
    const isReadable = readsAll ? null : canManageSql('$3', '$4');
    if (!readsAll) values.push(actor.userId, [...actor.permissions]);
    const hasEmail = `u.email::text ilike $1${isReadable ? ` and ${isReadable}` : ''}`;
    const matches = `u.erased_at is null
      and ($1::text is null or u.name ilike $1 or ${hasEmail} or u.handle::text ilike $1)
      and ($2::text is null or u.role = $2)
      ${state ? stateFilters[state] : ''}`;
    const keyset = getOrder(isReadable, sort, order);
    const pageValues = [...values];
    const { isAfter, tail } = pageSql(keyset, page, (value) => `$${pageValues.push(value)}`);
    const found = await this.database.queryPlanned<SummaryRow & { is_readable: boolean } & SortedRow>(
      `select ${summaryColumns}, ${isReadable ?? 'true'} as is_readable, ${sortValuesSql(keyset)}
       from ${summaryTables} where ${matches} and ${isAfter} ${tail}`,
      pageValues,
    );
    const roles = isReadable ? 'join roles r on r.name = u.role' : '';
    const [counted] = await this.database.queryPlanned<{ n: number }>(
      `select count(*)::int as n from (select 1 from users u ${roles} where ${matches} limit ${COUNT_CAP + 1}) c`,
      values,
    );
    const total = counted?.n ?? 0;
    const { rows, nextCursor } = toPage<SummaryRow & { is_readable: boolean }>(keyset, found, page.limit);
    return {
      nextCursor,
      rows: rows.map((row) => toRow(row, row.is_readable, this.prefix)),
      total: Math.min(total, COUNT_CAP),
      capped: total > COUNT_CAP,
    };
  }

  private get prefix(): string {
    return this.config.env.API_PREFIX;
  }
}

/** A row of the user administration. */
function toRow(row: SummaryRow, isReadable: boolean, prefix: string): UserSummaryResponse {
  const summary = toSummary(row, prefix);
  return isReadable ? summary : { ...summary, email: null, last_login_at: null };
}

function toSummary(row: SummaryRow, prefix: string) {
  const avatar = addApiPrefix(prefix, row.avatar_url);
  return {
    id: row.id,
    name: row.name,
    full_name: row.name,
    email: row.email,
    handle: row.handle,
    role: row.role,
    role_display_name: row.role_display_name,
    avatar_url: avatar,
    picture: avatar,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
    post_count: row.post_count,
    created_at: row.created_at.toISOString(),
  };
}

function toOwn(row: OwnRow, prefix: string): OwnUserResponse {
  // Deactivated users cannot see their own account.
  const { deactivated_at: _deactivated, ...summary } = toSummary(row, prefix);
  return {
    ...summary,
    show_role_badge: row.show_role_badge,
    permissions: [...row.permissions].sort(),
    bio: row.bio,
    profile_bio: row.bio,
    skills: row.skills,
    profile_skills: row.skills,
    notification_preferences: row.preferences,
    signature: row.signature,
    location: row.location,
    website: row.website,
    reputation: row.reputation,
    join_date: row.created_at.toISOString(),
    email_verified: row.email_verified,
    needs_password_setup: row.needs_password_setup,
  };
}
