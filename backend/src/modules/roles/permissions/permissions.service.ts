import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { accessChanged } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid } from '../../../platform/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { permissions as catalogue } from '../role/catalogue.js';
import { toPermissionList } from '../role/role.js';
import { RolesRepository } from '../role/roles.repository.js';

/** Changes the permissions of roles. They are not cached, so that changes take effect with the next request. */
@Injectable()
export class PermissionsService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesRepository,
    private readonly audit: Audit,
    private readonly pubsub: PubSub,
  ) {}

  /**
   * Users grant and revoke only permissions they hold themselves. ADMIN keeps all.
   * @returns the permissions of the role
   */
  async set(actor: Actor, roleName: string, requested: readonly string[]): Promise<string[]> {
    const permissions = new Set(requested);
    const unknown = requested.filter((id) => !catalogue.some((permission) => permission.id === id));
    if (unknown.length)
      throw invalid([{ field: 'permissions', message: `There is no permission ${unknown.join(', ')}.` }]);
    return this.database.transaction(async () => {
      const role = await this.roles.lock('name', roleName);
      const before = role.permissions;
      const after = toPermissionList(role, permissions);
      const changed = [...permissions]
        .filter((id) => !before.includes(id))
        .concat(before.filter((id) => !permissions.has(id)));
      if (!changed.length) return before;
      const foreign = changed.filter((id) => !actor.can(id));
      if (foreign.length)
        throw forbidden(
          `You can’t grant or revoke permissions you don’t have: ${foreign.map(permissionName).join(', ')}.`,
          'permission_above_own',
        );
      await this.database.db.updateTable('roles').set({ permissions: after }).where('name', '=', role.name).execute();
      await this.audit.record({
        actor,
        action: 'role.permissions_changed',
        subject: { type: 'role', id: role.name },
        before: { permissions: before },
        after: { permissions: after },
      });
      await this.pubsub.publish(accessChanged, { role: role.name });
      return after;
    });
  }
}

const permissionName = (id: string) => catalogue.find((permission) => permission.id === id)?.name ?? id;
