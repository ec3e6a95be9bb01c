import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../platform/access/actor.js';
import { Audit } from '../../platform/audit/audit.js';
import { Database } from '../../platform/database/database.js';
import { isUniqueViolation, sqlState } from '../../platform/database/pg-errors.js';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors/domain-error.js';
import { requireCustom, type Role, toPermissionList } from './role/role.js';
import { DEFAULT_ROLE_COLOR, defaultStyle, styleDifferences, type StyleTokens } from './role/style-tokens.js';
import type { CreateCustomRoleRequest, SetRoleStyleRequest, UpdateCustomRoleRequest } from './roles.dto.js';
import { accessChanged } from '../../platform/access/ports.js';
import { PubSub } from '../../platform/pubsub/pubsub.js';
import { permissions as catalogue } from './role/catalogue.js';
import { sql } from 'kysely';
import { createRoleName } from '@hub/shared/slugs';
import { QueryCache } from '../../platform/cache/query-cache.js';
import type { Localized, Texts } from '../../platform/language/texts.js';

const columns = [
  'id',
  'name',
  'display_name',
  'description',
  'color',
  'priority',
  'is_system',
  'permissions',
  'badge_visible',
  'style',
  'created_at',
] as const;

const DEFAULT_PRIORITY = 50;

const FOREIGN_KEY_STATES = ['23001', '23503'];

/**
 * The commands of roles. Permissions are not cached, so that changes take effect with the next request. There are few
 * roles, so lists have no pages.
 */
@Injectable()
export class RolesService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly pubsub: PubSub,
    private readonly cache: QueryCache,
  ) {}

  /** The new role has no permissions and no visible badge. @throws 409 role_exists */
  async create(actor: Actor, request: CreateCustomRoleRequest): Promise<Role> {
    const name = createRoleName(request.name);
    if (!name) throw invalid([{ field: 'name', message: (texts) => texts.roles.nameNeedsLetters }]);
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
        await this.auditChange(actor, 'role.created', name, { after: toAuditFields(role) });
      });
    } catch (error) {
      const message: Localized = (texts) => texts.roles.roleExists(name);
      if (isUniqueViolation(error)) throw conflict('role_exists', message, { errors: [{ field: 'name', message }] });
      throw error;
    }
    return role;
  }

  /** Omitted fields stay unchanged. @throws 403 system_role, 404 */
  async update(actor: Actor, id: string, request: UpdateCustomRoleRequest): Promise<Role> {
    return this.database.transaction(async () => {
      const before = await this.lock('id', id);
      requireCustom(before);
      const fields = {
        display_name: request.display_name ?? before.display_name,
        description: request.description ?? before.description,
        color: request.color ?? before.color,
        priority: request.priority ?? before.priority,
      };
      await this.database.db.updateTable('roles').set(fields).where('name', '=', before.name).execute();
      await this.auditChange(actor, 'role.updated', before.name, { before: toAuditFields(before), after: fields });
      return { ...before, ...fields };
    });
  }

  /** @throws 403 system_role, 404, 409 role_in_use while users have it */
  async remove(actor: Actor, id: string): Promise<void> {
    try {
      await this.database.transaction(async () => {
        const role = await this.lock('id', id);
        requireCustom(role);
        await this.database.db.deleteFrom('roles').where('name', '=', role.name).execute();
        const before = { ...toAuditFields(role), permissions: role.permissions };
        await this.auditChange(actor, 'role.deleted', role.name, { before });
      });
    } catch (error) {
      if (FOREIGN_KEY_STATES.includes(sqlState(error) ?? ''))
        throw conflict('role_in_use', (texts) => texts.roles.roleInUse);
      throw error;
    }
  }

  /**
   * Users grant and revoke only permissions they hold themselves. ADMIN keeps all.
   * @returns the permissions of the role
   */
  async setPermissions(actor: Actor, roleName: string, requested: readonly string[]): Promise<string[]> {
    const permissions = new Set(requested);
    const unknown = requested.filter((id) => !catalogue.some((permission) => permission.id === id));
    if (unknown.length)
      throw invalid([{ field: 'permissions', message: (texts) => texts.roles.noPermission(unknown.join(', ')) }]);
    return this.database.transaction(async () => {
      const role = await this.lock('name', roleName);
      const before = role.permissions;
      const after = toPermissionList(role, permissions);
      const changed = [...permissions]
        .filter((id) => !before.includes(id))
        .concat(before.filter((id) => !permissions.has(id)));
      if (!changed.length) return before;
      const foreign = changed.filter((id) => !actor.can(id));
      if (foreign.length)
        throw forbidden(
          (texts) => texts.roles.permissionAboveOwn(foreign.map((id) => getPermissionName(texts, id)).join(', ')),
          'permission_above_own',
        );
      await this.database.db.updateTable('roles').set({ permissions: after }).where('name', '=', role.name).execute();
      await this.auditChange(actor, 'role.permissions_changed', role.name, {
        before: { permissions: before },
        after: { permissions: after },
      });
      await this.pubsub.publish(accessChanged, { role: role.name });
      return after;
    });
  }

  /** The names of the roles whose badge is visible, the highest priority first. */
  async listVisibleBadges(): Promise<string[]> {
    return (await this.list()).filter((role) => role.badge_visible).map(({ name }) => name);
  }

  /** @returns the visible roles */
  async setVisibleBadges(actor: Actor, names: readonly string[]): Promise<string[]> {
    return this.database.transaction(async () => {
      const roles = await this.database.db
        .selectFrom('roles')
        .select(['name', 'badge_visible'])
        .orderBy('priority', 'desc')
        .orderBy('name')
        .forNoKeyUpdate()
        .execute();
      const unknown = names.filter((name) => !roles.some((role) => role.name === name));
      if (unknown.length)
        throw invalid([{ field: 'visible_role_badges', message: (texts) => texts.roles.noRole(unknown.join(', ')) }]);
      const before = roles.filter((role) => role.badge_visible).map(({ name }) => name);
      const after = roles.filter(({ name }) => names.includes(name)).map(({ name }) => name);
      if (before.join() === after.join()) return after;
      await this.database.db
        .updateTable('roles')
        .set({ badge_visible: sql<boolean>`name = any(${after}::text[])` })
        .execute();
      this.cache.invalidate();
      await this.auditChange(actor, 'role.display_changed', 'all', {
        before: { visible_role_badges: before },
        after: { visible_role_badges: after },
      });
      return after;
    });
  }

  /** Stores only the differences from the default. @throws 404 */
  async setStyle(actor: Actor, roleName: string, request: SetRoleStyleRequest): Promise<Role> {
    return this.updateStyle(actor, roleName, 'role.styled', (role) => {
      const fallback = defaultStyle(role);
      return styleDifferences(toTokens(request, fallback), fallback);
    });
  }

  /** @throws 404 */
  async resetStyle(actor: Actor, roleName: string): Promise<Role> {
    return this.updateStyle(actor, roleName, 'role.style_reset', () => ({}));
  }

  /** The highest priority first. */
  list(): Promise<Role[]> {
    return this.database.db.selectFrom('roles').select(columns).orderBy('priority', 'desc').orderBy('name').execute();
  }

  private async updateStyle(
    actor: Actor,
    roleName: string,
    action: string,
    createStyle: (role: Role) => Partial<StyleTokens>,
  ): Promise<Role> {
    return this.database.transaction(async () => {
      const role = await this.lock('name', roleName);
      const style = createStyle(role);
      await this.database.db
        .updateTable('roles')
        .set({ style: JSON.stringify(style) })
        .where('name', '=', role.name)
        .execute();
      await this.auditChange(actor, action, role.name, { before: { style: role.style }, after: { style } });
      return { ...role, style };
    });
  }

  /** Locks a role until the transaction ends. @throws 404 */
  private async lock(column: 'id' | 'name', value: string): Promise<Role> {
    const { db } = this.database;
    const role = await db.selectFrom('roles').select(columns).where(column, '=', value).forUpdate().executeTakeFirst();
    if (!role) throw notFound('role');
    return role;
  }

  private async auditChange(actor: Actor, action: string, id: string, change: { before?: object; after?: object }) {
    await this.audit.record({ actor, action, subject: { type: 'role', id }, ...change });
  }
}

const toAuditFields = ({ display_name, description, color, priority }: Role) => ({
  display_name,
  description,
  color,
  priority,
});

function getPermissionName({ permissionNames }: Texts, id: string): string {
  const names: Readonly<Record<string, string>> = permissionNames;
  return names[id.replace('.', '_')] ?? id;
}

/** Lists the fields, so that no others are stored. Empty means the default where it has no meaning of its own. */
const toTokens = (request: SetRoleStyleRequest, fallback: StyleTokens): StyleTokens => ({
  display_name: request.display_name || fallback.display_name,
  background_color: request.background_color || fallback.background_color,
  text_color: request.text_color ?? fallback.text_color,
  border_color: request.border_color ?? fallback.border_color,
  font_weight: request.font_weight ?? fallback.font_weight,
  font_size: request.font_size ?? fallback.font_size,
  border_radius: request.border_radius ?? fallback.border_radius,
  padding: request.padding ?? fallback.padding,
  margin: request.margin ?? fallback.margin,
  css_class: request.css_class || fallback.css_class,
  is_active: request.is_active ?? fallback.is_active,
});
