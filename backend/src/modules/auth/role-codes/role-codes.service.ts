import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { RolesFacade } from '../../roles/index.js';
import { hashCode, codeHint, createCode } from './role-code.js';
import type { CreateRoleCodeRequest } from './role-codes.dto.js';

interface RoleCodeFields {
  role: string;
  max_uses: number;
  expires_at: Date | null;
}

/** Creates and revokes role codes. */
@Injectable()
export class RoleCodesService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
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
          message: 'Role codes cannot grant the role ADMIN. Please assign it in the user administration.',
        },
      ]);
    if (fields.expires_at && fields.expires_at <= now)
      throw invalid([{ field: 'expires_at', message: 'The expiry date must be in the future.' }]);
    const code = createCode();
    const id = uuidv7();
    await this.database.transaction(async () => {
      const assigned = await this.roles.find(role);
      if (!assigned) throw invalid([{ field: 'role', message: `There is no role ${role}.` }]);
      if (!assigned.permissions.every((permission) => actor.can(permission)))
        throw forbidden('You cannot assign a role with more permissions than yours.', 'role_above_own');
      await this.database.query(
        `insert into role_codes (id, code_hash, hint, role, max_uses, expires_at, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, hashCode(code), codeHint(code), role, max_uses, fields.expires_at, actor.userId, now],
      );
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
      const before = await this.database.one<RoleCodeFields & { used_count: number }>(
        'delete from role_codes where id = $1 returning role, max_uses, used_count, expires_at',
        [id],
      );
      if (!before) throw notFound('This role code');
      await this.audit.record({ actor, action: 'role_code.revoked', subject: { type: 'role_code', id }, before });
    });
  }
}
