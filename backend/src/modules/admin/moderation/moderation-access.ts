import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Database } from '../../../platform/database/database.js';
import { ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { isCategoryModerated, UsersFacade } from '../../auth/index.js';
import type { ReportedSubject, ReportedType } from './reported-subjects.service.js';

/**
 * Who moderates what they may see: holders of a permission all of it, and members of groups that moderate a category
 * what is in it. Whether they see it is checked elsewhere.
 */
@Injectable()
export class ModerationAccess {
  constructor(
    private readonly database: Database,
    private readonly subjects: ModerationRegistry,
    private readonly users: UsersFacade,
    private readonly permissions: PermissionDirectory,
  ) {}

  /**
   * The rule, for statements over subjects of one type.
   * @param permissions of which one is enough
   */
  isModerated(actor: Actor, permissions: readonly string[], type: string, id: RawBuilder<string>): RawBuilder<boolean> {
    if (actor.canAny(...permissions)) return sql`true`;
    if (!actor.isCategoryModerator) return sql`false`;
    return sql`exists (
      select 1 from (select ${this.subjects.get(type).selectCategory(id)} as category_id) m
      where ${isCategoryModerated(actor, 'm.category_id')})`;
  }

  /** The rule, for rows that name subjects of several types. */
  isAnyModerated(
    actor: Actor,
    permissions: readonly string[],
    { type, id }: { type: RawBuilder<unknown>; id: RawBuilder<string> },
  ): RawBuilder<boolean> {
    if (actor.canAny(...permissions)) return sql`true`;
    const cases = this.subjects.types.map(
      (each) => sql`when ${type} = ${sql.lit(each)} then ${this.isModerated(actor, permissions, each, id)}`,
    );
    return sql`(case ${sql.join(cases, sql` `)} else false end)`;
  }

  /** @throws 403 for who moderates nothing, before they learn whether a subject exists */
  async requireAny(actor: Actor, permission: string): Promise<void> {
    if (!actor.can(permission) && !actor.isCategoryModerator)
      throw await missingPermission(this.permissions, actor, permission);
  }

  /** @throws 403 unless the actor moderates the subject */
  async require(actor: Actor, permissions: readonly [string, ...string[]], subject: ReportedSubject): Promise<void> {
    const isModerated = this.isModerated(actor, permissions, subject.type, sql`${subject.id}::uuid`);
    const { rows } = await sql<{ is: boolean }>`select ${isModerated} as is`.execute(this.database.db);
    if (!rows[0]?.is) throw await missingPermission(this.permissions, actor, permissions[0]);
  }

  /** The ids of those who moderate reports of the subject. */
  async listModerators({ type, id }: { type: ReportedType; id: string }): Promise<string[]> {
    const { rows } = await sql<{ id: string | null }>`
      select ${this.subjects.get(type).selectCategory(sql`${id}::uuid`)} as id`.execute(this.database.db);
    return [
      ...(await this.users.findIdsByPermissions('moderation.handle')),
      ...(await this.users.findCategoryModerators(rows[0]?.id ?? null)),
    ];
  }
}
