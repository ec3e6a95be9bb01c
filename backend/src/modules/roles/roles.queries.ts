import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { StyleTokens } from './styling/style-tokens.js';

export interface RoleRow {
  id: string;
  name: string;
  displayName: string;
  description: string;
  color: string;
  priority: number;
  isSystem: boolean;
  permissions: string[];
  badgeVisible: boolean;
  style: Partial<StyleTokens>;
  createdAt: Date;
}

const select = `select id, name, display_name as "displayName", description, color, priority, is_system as "isSystem", permissions,
  badge_visible as "badgeVisible", style, created_at as "createdAt" from roles`;

/** Every screen about roles shows them all; there are few. */
@Injectable()
export class RolesQueries {
  constructor(private readonly database: Database) {}

  /** The most powerful first. */
  async all(): Promise<RoleRow[]> {
    return this.database.query<RoleRow>(`${select} order by priority desc, name`);
  }

  async byName(name: string): Promise<RoleRow | undefined> {
    return this.database.one<RoleRow>(`${select} where name = $1`, [name]);
  }
}
