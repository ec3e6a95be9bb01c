import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { StyleTokens } from './style-tokens.js';

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

const select = `select id, name, display_name as "displayName", description, color, priority, is_system as "isSystem",
  permissions, badge_visible as "badgeVisible", style, created_at as "createdAt" from roles`;

/** Reads of roles. There are few, so lists have no pages. */
@Injectable()
export class RolesQueries {
  constructor(private readonly database: Database) {}

  /** The highest priority first. */
  async list(): Promise<RoleRow[]> {
    return this.database.query<RoleRow>(`${select} order by priority desc, name`);
  }

  async findByName(name: string): Promise<RoleRow | undefined> {
    return this.database.one<RoleRow>(`${select} where name = $1`, [name]);
  }
}
