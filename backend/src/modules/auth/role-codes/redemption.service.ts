import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, DomainError, unauthorized } from '../../../platform/http/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { type RoleInfo, RolesFacade } from '../../roles/index.js';
import { RoleChangeService } from '../users/role-change.service.js';
import { User } from '../users/user.entity.js';
import { hashCode } from './role-code.js';
import { creatorMayAssign } from './role-codes.queries.js';
import { isDowngrade } from './role-code.policy.js';

interface LockedCode {
  id: string;
  role: string;
  max_uses: number;
  used_count: number;
  expires_at: Date | null;
  already_redeemed: boolean;
  creator_may_assign: boolean;
}

const HOUR = 3600;

/** Redeems role codes. */
@Injectable()
export class RedemptionService {
  constructor(
    private readonly database: Database,
    private readonly rateLimiter: RateLimiter,
    private readonly roles: RolesFacade,
    private readonly roleChange: RoleChangeService,
  ) {}

  /** Every attempt counts against the rate limit, so that codes cannot be guessed. @returns the new role */
  async redeem(actor: Actor, code: string): Promise<RoleInfo> {
    await this.rateLimiter.consume(`role-codes:${actor.userId}`, { limit: 10, windowSeconds: HOUR });
    return this.database.transaction(async (em) => {
      const { id, role } = await this.lockRedeemable(actor, code);
      const user = await em.findOne(
        User,
        { id: actor.userId, erasedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!user) throw unauthorized();
      const [current, next] = [await this.roles.find(user.role), await this.roles.find(role)];
      if (!current || !next) throw unknownCode();
      if (current.name === next.name)
        throw conflict('role_already_held', `You already have the role ${next.displayName}.`);
      if (isDowngrade(current, next))
        throw conflict(
          'role_lower',
          `This code is for the role ${next.displayName}, which may do less than yours. ` +
            `You stay ${current.displayName}.`,
        );
      await this.database.query(
        'insert into role_code_redemptions (code_id, user_id, redeemed_at) values ($1, $2, $3)',
        [id, user.id, new Date()],
      );
      await this.database.query('update role_codes set used_count = used_count + 1 where id = $1', [id]);
      await this.roleChange.assign(actor, user, next.name, { role_code_id: id });
      return next;
    });
  }

  /** Locks the code's row, so that concurrent requests cannot exceed its number of uses. */
  private async lockRedeemable(actor: Actor, text: string): Promise<LockedCode> {
    const code = await this.database.one<LockedCode>(
      `select c.id, c.role, c.max_uses, c.used_count, c.expires_at,
              exists (select 1 from role_code_redemptions d where d.code_id = c.id and d.user_id = $2)
                as already_redeemed,
              ${creatorMayAssign} as creator_may_assign
       from role_codes c join roles r on r.name = c.role where c.code_hash = $1 for update of c`,
      [hashCode(text), actor.userId],
    );
    if (!code) throw unknownCode();
    if (code.already_redeemed) throw conflict('role_code_redeemed', 'You have already redeemed this role code.');
    if (code.used_count >= code.max_uses)
      throw conflict('role_code_used_up', 'This role code has been used up. Please request a new one.');
    if (code.expires_at && code.expires_at <= new Date())
      throw conflict('role_code_expired', 'This role code has expired. Please request a new one.');
    if (!code.creator_may_assign)
      throw conflict('role_code_void', 'This role code is no longer valid. Please request a new one.');
    return code;
  }
}

const unknownCode = () =>
  new DomainError(404, 'role_code_unknown', 'This role code does not exist. Please check it for typos.');
