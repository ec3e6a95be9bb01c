import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
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
const sorts: Record<UserSort, { column: KeysetOrder['columns'][number]; direction: SortOrder }> = {
  name: { column: { sql: 'lower(u.name)', type: 'text' }, direction: 'asc' },
  email: { column: { sql: 'u.email', type: 'citext' }, direction: 'asc' },
  role: { column: { sql: 'u.role', type: 'text' }, direction: 'asc' },
  // Users who never signed in come last in both directions.
  last_login: { column: { sql: 'u.last_login_at', type: 'timestamptz', isNullable: true }, direction: 'desc' },
  joined: { column: { sql: 'u.created_at', type: 'timestamptz' }, direction: 'desc' },
};

/** Ids of one direction with the column, so that an index serves both. */
function getOrder(sort?: UserSort, order?: SortOrder): KeysetOrder {
  const sorted = sort && sorts[sort];
  const direction = (sorted && (order ?? sorted.direction)) ?? 'desc';
  const id = { sql: 'u.id', type: 'uuid' } as const;
  return {
    name: `users by ${sort ?? 'id'} ${direction}`,
    direction,
    columns: sorted ? [sorted.column, id] : [id],
  };
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

  async findSummary(id: string): Promise<UserSummaryResponse | undefined> {
    const row = await this.database.one<SummaryRow>(`select ${summaryColumns} from ${summaryTables} where u.id = $1`, [
      id,
    ]);
    return row && toSummary(row, this.prefix);
  }

  /** The newest accounts first, unless the query names another order. */
  async list({ q, role, state, sort, order, ...page }: UsersQuery): Promise<Page<UserSummaryResponse>> {
    const pattern = q ? `%${q.replace(/^@/, '').replace(/[\\%_]/g, '\\$&')}%` : null;
    const matches = `u.erased_at is null
      and ($1::text is null or u.name ilike $1 or u.email::text ilike $1 or u.handle::text ilike $1)
      and ($2::text is null or u.role = $2)
      ${state ? stateFilters[state] : ''}`;
    const filters = [pattern, role ?? null];
    const keyset = getOrder(sort, order);
    const values: unknown[] = [...filters];
    const { isAfter, tail } = pageSql(keyset, page, (value) => `$${values.push(value)}`);
    const found = await this.database.queryPlanned<SummaryRow & SortedRow>(
      `select ${summaryColumns}, ${sortValuesSql(keyset)} from ${summaryTables}
       where ${matches} and ${isAfter} ${tail}`,
      values,
    );
    const [counted] = await this.database.queryPlanned<{ n: number }>(
      `select count(*)::int as n from (select 1 from users u where ${matches} limit ${COUNT_CAP + 1}) c`,
      filters,
    );
    const total = counted?.n ?? 0;
    const { rows, nextCursor } = toPage<SummaryRow>(keyset, found, page.limit);
    return {
      nextCursor,
      rows: rows.map((row) => toSummary(row, this.prefix)),
      total: Math.min(total, COUNT_CAP),
      capped: total > COUNT_CAP,
    };
  }

  private get prefix(): string {
    return this.config.env.API_PREFIX;
  }
}

function toSummary(row: SummaryRow, prefix: string): UserSummaryResponse {
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
