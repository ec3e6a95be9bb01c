import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { Database } from '../../platform/database/database.js';
import type { Row } from '../../schema/index.js';
import type { Localized, Texts } from '../../platform/language/texts.js';
import { permissions, permissionsRequiringSession, systemRoles } from './role/catalogue.js';

/** The priority is from 0 to 100; higher means more powerful. */
export type RoleInfo = Pick<Row<'roles'>, 'name' | 'display_name' | 'priority' | 'permissions'>;

const builtInNames = new Map<string, string>(systemRoles.map(({ name, displayName }) => [name, displayName]));

/** The display name of a role in the language of the reader, unless administrators have named it. */
export function getRoleName({ roles }: Texts, { name, display_name }: Pick<RoleInfo, 'name' | 'display_name'>): string {
  const names: Readonly<Record<string, string>> = roles.names;
  return (builtInNames.get(name) === display_name ? names[name] : undefined) ?? display_name;
}

const columns = ['name', 'display_name', 'priority', 'permissions'] as const;

/** Roles and permissions, for other modules. */
@Injectable()
export class RolesFacade extends PermissionDirectory {
  private readonly permissionIds = new Set<string>(permissions.map(({ id }) => id));

  constructor(private readonly database: Database) {
    super();
  }

  has(permission: string): boolean {
    return this.permissionIds.has(permission);
  }

  requiresSession(permission: string): boolean {
    return permissionsRequiringSession.has(permission);
  }

  async listRolesByPermission(permission: string): Promise<string[]> {
    return (await this.listByPermission(permission)).map(({ name }) => name);
  }

  async listDisplayNamesByPermission(permission: string): Promise<Localized[]> {
    return (await this.listByPermission(permission)).map((role) => (texts) => getRoleName(texts, role));
  }

  find(name: string): Promise<RoleInfo | undefined> {
    return this.database.db.selectFrom('roles').select(columns).where('name', '=', name).executeTakeFirst();
  }

  /** By name, without those that do not exist. */
  async findAll(names: readonly string[]): Promise<Map<string, RoleInfo>> {
    const rows = await this.database.db
      .selectFrom('roles')
      .select(columns)
      .where('name', '=', sql<string>`any(${names}::text[])`)
      .execute();
    return new Map(rows.map((row) => [row.name, row]));
  }

  private listByPermission(permission: string): Promise<RoleInfo[]> {
    return this.database.db
      .selectFrom('roles')
      .select(columns)
      .where(sql<boolean>`permissions @> array[${permission}]::text[]`)
      .orderBy('priority', 'desc')
      .orderBy('name')
      .execute();
  }
}
