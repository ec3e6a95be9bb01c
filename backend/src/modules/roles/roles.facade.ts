import { Injectable } from '@nestjs/common';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { Database } from '../../platform/database/database.js';
import { permissions } from './catalogue.js';

export interface RoleInfo {
  name: string;
  displayName: string;
  /** from 0 to 100; the higher, the more powerful */
  priority: number;
  permissions: string[];
}

/** What other modules may ask about roles. */
@Injectable()
export class RolesFacade extends PermissionDirectory {
  private readonly known = new Set<string>(permissions.map(({ id }) => id));

  constructor(private readonly database: Database) {
    super();
  }

  has(permission: string): boolean {
    return this.known.has(permission);
  }

  async rolesWith(permission: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      'select name from roles where permissions @> array[$1]::text[] order by priority desc, name',
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
}
