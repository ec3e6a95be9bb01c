import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type InferResult, type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import {
  conflict,
  DomainError,
  forbidden,
  invalid,
  notFound,
  unauthorized,
} from '../../../platform/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import type { Row, Schema } from '../../../schema/index.js';
import { getRoleName, type RoleInfo, RolesFacade } from '../../roles/index.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { isDowngrade, roleCodeStatus } from './role-code.policy.js';
import type { CreateRoleCodeRequest, RoleCodeResponse } from './role-codes.dto.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageQuery,
  toPage,
} from '../../../platform/http/pagination/pagination.js';

type RoleCodeFields = Pick<Row<'role_codes'>, 'role' | 'max_uses' | 'expires_at'>;

const HOUR = 3600;

/** Without similar-looking letters and digits. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/**
 * Whether the creator of code `c` could still assign its role `r`. Otherwise an administrator who is demoted could
 * regain the role by a code of their own.
 */
const creatorMayAssign = sql<boolean>`exists (select 1 from users m join roles mr on mr.name = m.role
  where m.id = c.created_by and m.deactivated_at is null and m.erased_at is null
    and mr.permissions @> ('{system.manage}'::text[] || r.permissions))`;

const newestFirst: KeysetOrder = {
  name: 'role codes',
  direction: 'desc',
  columns: [{ sql: sql`c.id`, type: 'uuid' }],
};

type RoleCodeRow = InferResult<ReturnType<typeof selectCodes>>[number];

/** Creates, revokes and redeems role codes. */
@Injectable()
export class RoleCodesService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
    private readonly managed: ManagedUsersService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: Audit,
  ) {}

  /** @returns the id, and the code, which is not stored */
  async create(
    actor: Actor,
    { role, max_uses, expires_at }: CreateRoleCodeRequest,
  ): Promise<{ id: string; code: string }> {
    const now = new Date();
    const fields: RoleCodeFields = { role, max_uses, expires_at: expires_at ? new Date(expires_at) : null };
    if (role === 'ADMIN')
      throw invalid([
        {
          field: 'role',
          message: (texts) => texts.auth.noAdministratorCodes,
        },
      ]);
    if (fields.expires_at && fields.expires_at <= now)
      throw invalid([{ field: 'expires_at', message: (texts) => texts.auth.expiryInPast }]);
    const code = createCode();
    const id = uuidv7();
    await this.database.transaction(async () => {
      const assigned = await this.roles.find(role);
      if (!assigned) throw invalid([{ field: 'role', message: (texts) => texts.auth.noRole(role) }]);
      if (!assigned.permissions.every((permission) => actor.can(permission)))
        throw forbidden((texts) => texts.auth.assignedRoleAboveOwn, 'role_above_own');
      // The hint is enough to recognise a code in a list, and too little to redeem it.
      const hint = code.slice(0, GROUP_LENGTH);
      await this.database.db
        .insertInto('role_codes')
        .values({ id, ...fields, code_hash: hashCode(code), hint, created_by: actor.userId, created_at: now })
        .execute();
      await this.audit.record({
        actor,
        action: 'role_code.created',
        subject: { type: 'role_code', id },
        after: fields,
      });
    });
    return { id, code };
  }

  /** Deletes the code. Users who have redeemed it keep the role. */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const before = await this.database.db
        .deleteFrom('role_codes')
        .where('id', '=', id)
        .returning(['role', 'max_uses', 'used_count', 'expires_at'])
        .executeTakeFirst();
      if (!before) throw notFound('roleCode');
      await this.audit.record({ actor, action: 'role_code.revoked', subject: { type: 'role_code', id }, before });
    });
  }

  /** Every attempt counts against the rate limit, so that codes cannot be guessed. @returns the new role */
  async redeem(actor: Actor, code: string): Promise<RoleInfo> {
    await this.rateLimiter.consume(`role-codes:${actor.userId}`, { limit: 10, windowSeconds: HOUR });
    return this.database.transaction(async () => {
      const { id, role } = await this.lockRedeemable(actor, code);
      const [user] = await this.managed.lockAll([actor.userId]);
      if (!user) throw unauthorized();
      const [current, next] = [await this.roles.find(user.role), await this.roles.find(role)];
      if (!current || !next) throw unknownCode();
      if (current.name === next.name)
        throw conflict('role_already_held', (texts) => texts.auth.roleAlreadyHeld(getRoleName(texts, next)));
      if (isDowngrade(current, next))
        throw conflict('role_lower', (texts) =>
          texts.auth.roleLower({ role: getRoleName(texts, next), current: getRoleName(texts, current) }),
        );
      const { db } = this.database;
      await db
        .insertInto('role_code_redemptions')
        .values({ code_id: id, user_id: user.id, redeemed_at: new Date() })
        .execute();
      await db
        .updateTable('role_codes')
        .set((row) => ({ used_count: row('used_count', '+', 1) }))
        .where('id', '=', id)
        .execute();
      await this.managed.assignRole(actor, user, next.name, { role_code_id: id });
      return next;
    });
  }

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

  /** Locks the code's row, so that concurrent requests cannot exceed its number of uses. */
  private async lockRedeemable(actor: Actor, text: string): Promise<{ id: string; role: string }> {
    const isRedeemed = sql<boolean>`exists (
      select 1 from role_code_redemptions d where d.code_id = c.id and d.user_id = ${actor.userId})`;
    const code = await this.database.db
      .selectFrom('role_codes as c')
      .innerJoin('roles as r', 'r.name', 'c.role')
      .select(['c.id', 'c.role', 'c.max_uses', 'c.used_count', 'c.expires_at'])
      .select([isRedeemed.as('is_redeemed'), creatorMayAssign.as('creator_may_assign')])
      .where('c.code_hash', '=', hashCode(text))
      .forUpdate('c')
      .executeTakeFirst();
    if (!code) throw unknownCode();
    if (code.is_redeemed) throw conflict('role_code_redeemed', (texts) => texts.auth.roleCodeRedeemed);
    if (code.used_count >= code.max_uses) throw conflict('role_code_used_up', (texts) => texts.auth.roleCodeUsedUp);
    if (code.expires_at && code.expires_at <= new Date())
      throw conflict('role_code_expired', (texts) => texts.auth.roleCodeExpired);
    if (!code.creator_may_assign) throw conflict('role_code_void', (texts) => texts.auth.roleCodeVoid);
    return code;
  }
}

const unknownCode = () => new DomainError(404, 'role_code_unknown', (texts) => texts.auth.roleCodeUnknown);

/** A new code of 60 random bits, like K7QP-3MNX-WE5T. */
const createCode = (): string => Array.from({ length: GROUPS }, createGroup).join('-');

const createGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** Stored instead of the code. Ignores letter case, hyphens and spaces. */
function hashCode(code: string): string {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('base64url');
}

const selectCodes = (db: Kysely<Schema>) =>
  db
    .selectFrom('role_codes as c')
    .innerJoin('roles as r', 'r.name', 'c.role')
    .leftJoin('people as p', 'p.id', 'c.created_by')
    .select(['c.id', 'c.hint', 'c.role', 'r.display_name as role_display_name', 'c.max_uses', 'c.used_count'])
    .select(['c.expires_at', 'p.name as created_by_name', 'c.created_at'])
    .select(creatorMayAssign.as('creator_may_assign'));

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
