import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid, notFound } from '../../../platform/http/domain-error.js';
import { type Permission, permissions as catalogue } from '../catalogue.js';
import { Role } from '../role.entity.js';

/** Decides what each role may do. Nothing is cached anywhere, so the next request of everybody obeys. */
@Injectable()
export class PermissionsService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * Nobody gives or takes what they do not hold themselves, and nobody takes anything from ADMIN.
   * @returns what the role holds now
   */
  async set(actor: Actor, roleName: string, wanted: readonly string[]): Promise<string[]> {
    const permissions = new Set(wanted);
    const unknown = wanted.filter((id) => !catalogue.some((permission) => permission.id === id));
    if (unknown.length)
      throw invalid([{ field: 'permissions', message: `There is no permission ${unknown.join(', ')}.` }]);
    return this.database.transaction(async (em) => {
      const role = await em.findOne(Role, { name: roleName }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!role) throw notFound('This role');
      const before = [...role.permissions];
      role.allow(permissions as ReadonlySet<Permission>);
      const changed = [...permissions]
        .filter((id) => !before.includes(id))
        .concat(before.filter((id) => !permissions.has(id)));
      if (!changed.length) return before;
      const foreign = changed.filter((id) => !actor.can(id));
      if (foreign.length)
        throw forbidden(
          `You cannot give or take what you may not do yourself: ${foreign.map(nameOf).join(', ')}.`,
          'permission_above_own',
        );
      await em.flush();
      await this.audit.record({
        actor,
        action: 'role.permissions_changed',
        subject: { type: 'role', id: role.name },
        before: { permissions: before },
        after: { permissions: role.permissions },
      });
      return role.permissions;
    });
  }
}

const nameOf = (id: string) => catalogue.find((permission) => permission.id === id)?.name ?? id;
