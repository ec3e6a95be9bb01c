import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation, sqlState } from '../../../platform/database/pg-errors.js';
import { conflict, invalid } from '../../../platform/errors/domain-error.js';
import { requireCustom, type Role, toRoleName } from '../role/role.js';
import { RolesRepository } from '../role/roles.repository.js';
import { DEFAULT_ROLE_COLOR } from '../role/style-tokens.js';
import type { CreateCustomRoleRequest, UpdateCustomRoleRequest } from './custom-roles.dto.js';

const DEFAULT_PRIORITY = 50;
const FOREIGN_KEY_STATES = ['23001', '23503'];

/** Creates, updates and deletes custom roles. */
@Injectable()
export class CustomRolesService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesRepository,
    private readonly audit: Audit,
  ) {}

  /** The new role has no permissions and no visible badge. @throws 409 role_exists */
  async create(actor: Actor, request: CreateCustomRoleRequest): Promise<Role> {
    const name = toRoleName(request.name);
    if (!name) throw invalid([{ field: 'name', message: 'The name needs letters or digits.' }]);
    const role: Role = {
      id: uuidv7(),
      name,
      display_name: request.display_name,
      description: request.description ?? '',
      color: request.color ?? DEFAULT_ROLE_COLOR,
      priority: request.priority ?? DEFAULT_PRIORITY,
      is_system: false,
      permissions: [],
      badge_visible: false,
      style: {},
      created_at: new Date(),
    };
    try {
      await this.database.transaction(async () => {
        await this.database.db
          .insertInto('roles')
          .values({ ...role, style: JSON.stringify(role.style) })
          .execute();
        const subject = { type: 'role', id: name };
        await this.audit.record({ actor, action: 'role.created', subject, after: toAuditFields(role) });
      });
    } catch (error) {
      const message = `There is already a role ${name}.`;
      if (isUniqueViolation(error)) throw conflict('role_exists', message, { errors: [{ field: 'name', message }] });
      throw error;
    }
    return role;
  }

  /** Omitted fields stay unchanged. @throws 403 system_role, 404 */
  async update(actor: Actor, id: string, request: UpdateCustomRoleRequest): Promise<Role> {
    return this.database.transaction(async () => {
      const before = await this.roles.lock('id', id);
      requireCustom(before);
      const fields = {
        display_name: request.display_name ?? before.display_name,
        description: request.description ?? before.description,
        color: request.color ?? before.color,
        priority: request.priority ?? before.priority,
      };
      await this.database.db.updateTable('roles').set(fields).where('name', '=', before.name).execute();
      await this.audit.record({
        actor,
        action: 'role.updated',
        subject: { type: 'role', id: before.name },
        before: toAuditFields(before),
        after: fields,
      });
      return { ...before, ...fields };
    });
  }

  /** @throws 403 system_role, 404, 409 role_in_use while users have it */
  async remove(actor: Actor, id: string): Promise<void> {
    try {
      await this.database.transaction(async () => {
        const role = await this.roles.lock('id', id);
        requireCustom(role);
        await this.database.db.deleteFrom('roles').where('name', '=', role.name).execute();
        const before = { ...toAuditFields(role), permissions: role.permissions };
        await this.audit.record({ actor, action: 'role.deleted', subject: { type: 'role', id: role.name }, before });
      });
    } catch (error) {
      if (FOREIGN_KEY_STATES.includes(sqlState(error) ?? ''))
        throw conflict(
          'role_in_use',
          'This role cannot be deleted while users have it. Assign them another role first.',
        );
      throw error;
    }
  }
}

const toAuditFields = ({ display_name, description, color, priority }: Role) => ({
  display_name,
  description,
  color,
  priority,
});
