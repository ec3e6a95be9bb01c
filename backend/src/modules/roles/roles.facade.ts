import { Injectable } from '@nestjs/common';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { Database } from '../../platform/database/database.js';
import { permissions, permissionsRequiringSession } from './role/catalogue.js';

export interface RoleInfo {
  name: string;
  displayName: string;
  /** from 0 to 100; higher means more powerful */
  priority: number;
  permissions: string[];
}

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

  async listRolesWith(permission: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      'select name from roles where permissions @> array[$1]::text[] order by priority desc, name',
      [permission],
    );
    return rows.map((row) => row.name);
  }

  async listDisplayNamesWith(permission: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select display_name as name from roles
       where permissions @> array[$1]::text[] order by priority desc, roles.name`,
      [permission],
    );
    return rows.map((row) => row.name);
  }

  async find(name: string): Promise<RoleInfo | undefined> {
    return this.database.one<RoleInfo>(
      'select name, display_name as "displayName", priority, permissions from roles where name = $1',
      [name],
    );
  }

  /** By name, without those that do not exist. */
  async findAll(names: readonly string[]): Promise<Map<string, RoleInfo>> {
    const rows = await this.database.query<RoleInfo>(
      'select name, display_name as "displayName", priority, permissions from roles where name = any($1::text[])',
      [names],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }
}
