import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { Database } from '../../platform/database/database.js';
import type { Row } from '../../schema/index.js';
import { permissions, permissionsRequiringSession } from './role/catalogue.js';

/** The priority is from 0 to 100; higher means more powerful. */
export type RoleInfo = Pick<Row<'roles'>, 'name' | 'display_name' | 'priority' | 'permissions'>;

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

  async listDisplayNamesByPermission(permission: string): Promise<string[]> {
    return (await this.listByPermission(permission)).map(({ display_name }) => display_name);
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
