import { Injectable } from '@nestjs/common';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation, sqlState } from '../../../platform/database/pg-errors.js';
import { conflict, invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { Role, toRoleName } from '../role/role.entity.js';
import { DEFAULT_ROLE_COLOR } from '../role/style-tokens.js';
import type { CreateCustomRoleRequest, UpdateCustomRoleRequest } from './custom-roles.dto.js';

const DEFAULT_PRIORITY = 50;
const FOREIGN_KEY_STATES = ['23001', '23503'];

/** Creates, updates and deletes custom roles. */
@Injectable()
export class CustomRolesService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** @throws 409 role_exists */
  async create(actor: Actor, request: CreateCustomRoleRequest): Promise<Role> {
    const name = toRoleName(request.name);
    if (!name) throw invalid([{ field: 'name', message: 'The name needs letters or digits.' }]);
    const fields = {
      displayName: request.display_name,
      description: request.description ?? '',
      color: request.color ?? DEFAULT_ROLE_COLOR,
      priority: request.priority ?? DEFAULT_PRIORITY,
    };
    try {
      return await this.database.transaction(async (em) => {
        const role = Role.createCustom({ id: uuidv7(), name, ...fields });
        em.persist(role);
        await em.flush();
        await this.audit.record({
          actor,
          action: 'role.created',
          subject: { type: 'role', id: name },
          after: toAuditFields(role),
        });
        return role;
      });
    } catch (error) {
      const message = `There is already a role ${name}.`;
      if (isUniqueViolation(error)) throw conflict('role_exists', message, { errors: [{ field: 'name', message }] });
      throw error;
    }
  }

  async update(actor: Actor, id: string, request: UpdateCustomRoleRequest): Promise<Role> {
    return this.database.transaction(async (em) => {
      const role = await this.lock(em, id);
      const before = toAuditFields(role);
      role.update({
        displayName: request.display_name,
        description: request.description,
        color: request.color,
        priority: request.priority,
      });
      await em.flush();
      await this.audit.record({
        actor,
        action: 'role.updated',
        subject: { type: 'role', id: role.name },
        before,
        after: toAuditFields(role),
      });
      return role;
    });
  }

  /** @throws 409 role_in_use while users have it */
  async remove(actor: Actor, id: string): Promise<void> {
    try {
      await this.database.transaction(async (em) => {
        const role = await this.lock(em, id);
        role.requireCustom();
        const before = { ...toAuditFields(role), permissions: role.permissions };
        em.remove(role);
        await em.flush();
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

  private async lock(em: EntityManager, id: string): Promise<Role> {
    const role = await em.findOne(Role, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!role) throw notFound('This role');
    return role;
  }
}

/** The fields in the audit log. */
const toAuditFields = ({ displayName, description, color, priority }: Role) => ({
  display_name: displayName,
  description,
  color,
  priority,
});
