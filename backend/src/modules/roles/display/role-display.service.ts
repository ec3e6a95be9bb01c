import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/errors/domain-error.js';

/** Visibility of role badges. */
@Injectable()
export class RoleDisplayService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
  ) {}

  /** The highest priority first. */
  async listVisible(): Promise<string[]> {
    const rows = await this.database.db
      .selectFrom('roles')
      .select('name')
      .where('badge_visible', '=', true)
      .orderBy('priority', 'desc')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  }

  /** @returns the visible roles */
  async setVisible(actor: Actor, names: readonly string[]): Promise<string[]> {
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
        throw invalid([{ field: 'visible_role_badges', message: `There is no role ${unknown.join(', ')}.` }]);
      const before = roles.filter((role) => role.badge_visible).map(({ name }) => name);
      const after = roles.filter(({ name }) => names.includes(name)).map(({ name }) => name);
      if (before.join() === after.join()) return after;
      await this.database.db
        .updateTable('roles')
        .set({ badge_visible: sql<boolean>`name = any(${after}::text[])` })
        .execute();
      this.cache.invalidate();
      await this.audit.record({
        actor,
        action: 'role.display_changed',
        subject: { type: 'role', id: 'all' },
        before: { visible_role_badges: before },
        after: { visible_role_badges: after },
      });
      return after;
    });
  }
}
