import { Injectable } from '@nestjs/common';
import { type Compilable, type InferResult, type Kysely, type RawBuilder, sql } from 'kysely';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { plannedForValues } from '../../../platform/database/pg-dialect.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { Actor } from '../../../platform/access/actor.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import { buildPage, countRows, type Page, toPage } from '../../../platform/http/pagination/pagination.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { Schema } from '../../../schema/index.js';
import { permissions } from '../../roles/index.js';
import { canManage, isManageable } from './user.policy.js';
import type {
  OwnUserResponse,
  PublicProfileResponse,
  SortOrder,
  UserSort,
  UsersQuery,
  UserSummaryResponse,
} from './users.dto.js';

type RowOf<Select extends (db: Kysely<Schema>) => Compilable> = InferResult<ReturnType<Select>>[number];

const selectIdentity = (db: Kysely<Schema>) =>
  db
    .selectFrom('users as u')
    .innerJoin('people as p', 'p.id', 'u.id')
    .innerJoin('roles as r', 'r.name', 'u.role')
    .select(['u.id', 'u.name', 'u.handle', 'u.role', 'r.display_name as role_display_name', 'u.created_at'])
    .select(['p.avatar_url', 'p.post_count']);

/** How many groups of a user a row names. */
const MAX_GROUPS = 10;

const selectSummary = (db: Kysely<Schema>) =>
  selectIdentity(db)
    .select(['u.email', 'u.last_login_at', 'u.deactivated_at'])
    .select(sql<number>`(select count(*)::int from group_members m where m.user_id = u.id)`.as('group_count'))
    .select(
      sql<{ id: string; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
        from (
          select g.id, g.name from group_members m join groups g on g.id = m.group_id
          where m.user_id = u.id order by lower(g.name) limit ${sql.lit(MAX_GROUPS)}
        ) g)`.as('groups'),
    );

const selectProfile = (db: Kysely<Schema>) =>
  selectIdentity(db)
    .innerJoin('user_stats as s', 's.user_id', 'u.id')
    .select(['r.badge_visible as show_role_badge', 'u.bio', 'u.skills', 'u.signature', 'u.location', 'u.website'])
    .select('s.reputation');

const selectOwn = (db: Kysely<Schema>) =>
  selectProfile(db)
    .select(['u.email', 'u.last_login_at', 'r.permissions', 'u.preferences', 'u.language'])
    .select(sql<boolean>`u.email_verified_at is not null`.as('email_verified'))
    .select(sql<boolean>`u.password_hash is null`.as('needs_password_setup'))
    .select(
      sql<boolean>`exists (
        select 1 from group_members m join category_access_groups a on a.group_id = m.group_id
        where m.user_id = u.id and a.level = 'moderate')`.as('moderates_categories'),
    );

const findOwn = prepared((db, values: { id: RawBuilder<string> }) => selectOwn(db).where('u.id', '=', values.id));
const findProfile = prepared((db, values: { id: RawBuilder<string> }) =>
  selectProfile(db).where('u.id', '=', values.id).where('u.erased_at', 'is', null),
);

/** Each with the order that a user expects first. */
const sorts: Record<UserSort, { column: KeysetOrder['columns'][number]; direction: SortOrder; isPrivate?: boolean }> = {
  name: { column: { sql: sql`lower(u.name)`, type: 'text' }, direction: 'asc' },
  email: { column: { sql: sql`u.email`, type: 'citext' }, direction: 'asc', isPrivate: true },
  role: { column: { sql: sql`u.role`, type: 'text' }, direction: 'asc' },
  // Users who never signed in come last in both directions.
  last_login: {
    column: { sql: sql`u.last_login_at`, type: 'timestamptz', isNullable: true },
    direction: 'desc',
    isPrivate: true,
  },
  joined: { column: { sql: sql`u.created_at`, type: 'timestamptz' }, direction: 'desc' },
};

/**
 * Ids of one direction with the column, so that an index serves both. Users whose data the actor may not read come
 * last.
 * @param isReadable null when the actor may read all users, which lets the index give the order
 */
function getOrder(isReadable: RawBuilder<boolean> | null, sort?: UserSort, order?: SortOrder): KeysetOrder {
  const id = { sql: sql`u.id`, type: 'uuid' } as const;
  if (!sort) return { name: 'users by id', direction: 'desc', columns: [id] };
  const { column, isPrivate, direction: usual } = sorts[sort];
  const direction = order ?? usual;
  const shown =
    isReadable && isPrivate
      ? { ...column, sql: sql`case when ${isReadable} then ${column.sql} end`, isNullable: true }
      : column;
  return { name: `users by ${sort} ${direction}`, direction, columns: [shown, id] };
}

/** Reads of users: for themselves, for everyone and for the user administration. */
@Injectable()
export class UsersQueries {
  constructor(
    private readonly database: Database,
    private readonly reader: DatabaseReader,
    private readonly config: Config,
  ) {}

  async findOwn(id: string): Promise<OwnUserResponse | undefined> {
    const [row] = await findOwn(this.database.db, { id });
    return row && toOwn(row, this.prefix);
  }

  /** Never includes the email address. Undefined for unknown and erased users. */
  async findProfile(id: string): Promise<PublicProfileResponse | undefined> {
    const [row] = isId(id) ? await findProfile(this.reader.db, { id }) : [];
    return row && toProfile(row, this.prefix);
  }

  async findSummary(actor: Actor, id: string): Promise<UserSummaryResponse | undefined> {
    const row = await selectSummary(this.database.db).select('r.permissions').where('u.id', '=', id).executeTakeFirst();
    return row && toRow(row, canManage(actor, row.id, row), this.prefix);
  }

  /**
   * The newest accounts first, unless the query names another order. What is not public about users whom the actor may
   * not manage is neither shown nor searched, and does not order them.
   */
  async list(
    actor: Actor,
    { q, role, group, state, sort, order, ...page }: UsersQuery,
  ): Promise<Page<UserSummaryResponse>> {
    const pattern = q && `%${q.replace(/^@/, '').replace(/[\\%_]/g, '\\$&')}%`;
    // No role has more permissions than all of them.
    const readsAll = permissions.every(({ id }) => actor.can(id));
    const isReadable = readsAll ? null : isManageable(actor);
    const hasEmail = sql`u.email::text ilike ${pattern} ${isReadable ? sql`and ${isReadable}` : sql``}`;
    const matches = sql<boolean>`u.erased_at is null
      ${pattern ? sql`and (u.name ilike ${pattern} or ${hasEmail} or u.handle::text ilike ${pattern})` : sql``}
      ${role ? sql`and u.role = ${role}` : sql``}
      ${group ? sql`and exists (select from group_members m where m.user_id = u.id and m.group_id = ${group})` : sql``}
      ${state ? sql`and u.deactivated_at is ${sql.raw(state === 'active' ? 'null' : 'not null')}` : sql``}`;
    const keyset = getOrder(isReadable, sort, order);
    const { isAfter, tail } = buildPage(keyset, page);
    const db = this.database.db.withPlugin(plannedForValues);
    const found = await selectSummary(db)
      .select([(isReadable ?? sql<boolean>`true`).as('is_readable'), selectSortValues(keyset).as('sort_values')])
      .where(matches)
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const total = await countRows(
      db,
      sql`from users u ${isReadable ? sql`join roles r on r.name = u.role` : sql``} where ${matches}`,
    );
    const { rows, nextCursor } = toPage(keyset, found, page.limit);
    return {
      nextCursor,
      rows: rows.map((row) => toRow(row, row.is_readable, this.prefix)),
      ...total,
    };
  }

  private get prefix(): string {
    return this.config.env.API_PREFIX;
  }
}

/** A row of the user administration. */
function toRow(row: RowOf<typeof selectSummary>, isReadable: boolean, prefix: string): UserSummaryResponse {
  return {
    ...toIdentity(row, prefix),
    email: isReadable ? row.email : null,
    last_login_at: (isReadable && row.last_login_at?.toISOString()) || null,
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
    groups: row.groups,
    group_count: row.group_count,
  };
}

function toIdentity(row: RowOf<typeof selectIdentity>, prefix: string) {
  const avatar = addApiPrefix(prefix, row.avatar_url);
  return {
    id: row.id,
    name: row.name,
    full_name: row.name,
    handle: row.handle,
    role: row.role,
    role_display_name: row.role_display_name,
    avatar_url: avatar,
    picture: avatar,
    post_count: row.post_count,
    created_at: row.created_at.toISOString(),
  };
}

const toProfile = (row: RowOf<typeof selectProfile>, prefix: string): PublicProfileResponse => ({
  ...toIdentity(row, prefix),
  show_role_badge: row.show_role_badge,
  bio: row.bio,
  profile_bio: row.bio,
  skills: row.skills,
  profile_skills: row.skills,
  signature: row.signature,
  location: row.location,
  website: row.website,
  reputation: row.reputation,
  join_date: row.created_at.toISOString(),
});

const toOwn = (row: RowOf<typeof selectOwn>, prefix: string): OwnUserResponse => ({
  ...toProfile(row, prefix),
  email: row.email,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  permissions: [...row.permissions].sort(),
  notification_preferences: row.preferences,
  language: row.language ?? 'auto',
  email_verified: row.email_verified,
  needs_password_setup: row.needs_password_setup,
  moderates_categories: row.moderates_categories,
});
