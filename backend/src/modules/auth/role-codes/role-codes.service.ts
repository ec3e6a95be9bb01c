import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid, notFound } from '../../../platform/http/domain-error.js';
import { RolesFacade } from '../../roles/index.js';
import { hashOf, hintOf, newCode } from './role-code.js';
import type { CreateRoleCodeRequest } from './role-codes.dto.js';

interface CodeFacts {
  role: string;
  max_uses: number;
  expires_at: Date | null;
}

/** Makes and takes back the codes by which people get a role. */
@Injectable()
export class RoleCodesService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
    private readonly audit: Audit,
  ) {}

  /** @returns the id, and the code, which is nowhere else to be had */
  async create(
    actor: Actor,
    { role, max_uses, expires_at }: CreateRoleCodeRequest,
  ): Promise<{ id: string; code: string }> {
    const now = new Date();
    const facts: CodeFacts = { role, max_uses, expires_at: expires_at ? new Date(expires_at) : null };
    if (role === 'ADMIN')
      throw invalid([
        {
          field: 'role',
          message: 'There are no codes for ADMIN. Administrators are made one by one in the user administration.',
        },
      ]);
    if (facts.expires_at && facts.expires_at <= now)
      throw invalid([{ field: 'expires_at', message: 'The expiry must lie in the future.' }]);
    const code = newCode();
    const id = uuidv7();
    await this.database.transaction(async () => {
      const given = await this.roles.find(role);
      if (!given) throw invalid([{ field: 'role', message: `There is no role ${role}.` }]);
      if (!given.permissions.every((permission) => actor.can(permission)))
        throw forbidden('You cannot give a role that may do more than you.', 'role_above_own');
      await this.database.query(
        'insert into role_codes (id, code_hash, hint, role, max_uses, expires_at, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [id, hashOf(code), hintOf(code), role, max_uses, facts.expires_at, actor.userId, now],
      );
      await this.audit.record({ actor, action: 'role_code.created', subject: { type: 'role_code', id }, after: facts });
    });
    return { id, code };
  }

  /** From now on nobody can redeem it; who has done so keeps the role. */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const before = await this.database.one<CodeFacts & { used_count: number }>(
        'delete from role_codes where id = $1 returning role, max_uses, used_count, expires_at',
        [id],
      );
      if (!before) throw notFound('This role code');
      await this.audit.record({ actor, action: 'role_code.revoked', subject: { type: 'role_code', id }, before });
    });
  }
}
