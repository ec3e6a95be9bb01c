import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import type { Role } from './role.js';

/** Loads roles. There are few, so lists have no pages. */
@Injectable()
export class RolesRepository {
  constructor(private readonly database: Database) {}

  /** The highest priority first. */
  list(): Promise<Role[]> {
    return this.select().orderBy('priority', 'desc').orderBy('name').execute();
  }

  findByName(name: string): Promise<Role | undefined> {
    return this.select().where('name', '=', name).executeTakeFirst();
  }

  /** Locks a role until the caller's transaction ends. @throws 404 */
  async lock(column: 'id' | 'name', value: string): Promise<Role> {
    const role = await this.select().where(column, '=', value).forUpdate().executeTakeFirst();
    if (!role) throw notFound('This role');
    return role;
  }

  private select() {
    return this.database.db
      .selectFrom('roles')
      .select([
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
      ]);
  }
}
