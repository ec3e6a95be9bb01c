import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import type { Localized } from '../../../platform/language/texts.js';
import { Settings } from '../../../platform/settings/settings.js';
import { issuerGroups } from '../registration-settings.js';
import { GroupMembersService, type LockedGroup } from './group-members.service.js';
import type { GroupRequest } from './groups.dto.js';

/** The commands of groups; their members are those of {@link GroupMembersService}. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly database: Database,
    private readonly members: GroupMembersService,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
  ) {}

  /** @returns the id. @throws 409 group_exists */
  async create(actor: Actor, { name, description = '' }: GroupRequest): Promise<string> {
    const id = uuidv7();
    await refuseTaken(name, () =>
      this.database.transaction(async () => {
        await this.database.db
          .insertInto('groups')
          .values({ id, name, description, issuer_value: null, created_at: new Date() })
          .execute();
        await this.auditChange(actor, 'group.created', id, { after: { name, description } });
      }),
    );
    return id;
  }

  /** A group of the demo. Repeatable: an existing one keeps its members. @returns the id */
  async seed(actor: Actor, group: GroupRequest, userIds: readonly string[]): Promise<string> {
    return this.database.transaction(async () => {
      const existing = await this.database.db
        .selectFrom('groups')
        .select('id')
        .where('name', '=', group.name)
        .executeTakeFirst();
      if (existing) return existing.id;
      const id = await this.create(actor, group);
      await this.members.add(actor, id, userIds);
      return id;
    });
  }

  /** Also of a group of the issuer, whose values are often no names. @throws 404, 409 group_exists */
  async update(actor: Actor, groupId: string, { name, description }: GroupRequest): Promise<void> {
    await refuseTaken(name, () =>
      this.database.transaction(async () => {
        const { id, ...before } = await this.members.lock(groupId);
        const fields = { name, description: description ?? before.description };
        await this.database.db.updateTable('groups').set(fields).where('id', '=', id).execute();
        await this.auditChange(actor, 'group.updated', id, { before: toAuditFields(before), after: fields });
        // Restricted categories show the names of their groups.
        this.cache.invalidate();
      }),
    );
  }

  /**
   * Its categories keep their limits, so what only this group could read is left to administrators.
   * @returns the name. @throws 404, 409 group_kept_by_issuer while the settings name it
   */
  async remove(actor: Actor, groupId: string): Promise<string> {
    return this.database.transaction(async () => {
      const { db } = this.database;
      const group = await this.members.lock(groupId);
      const { id, name, issuer_value } = group;
      if (issuer_value !== null && (await this.settings.get(issuerGroups)).includes(issuer_value))
        throw conflict('group_kept_by_issuer', (texts) => texts.auth.groupKeptByIssuer({ name, value: issuer_value }));
      const members = await db.deleteFrom('group_members').where('group_id', '=', id).returning('user_id').execute();
      await db.deleteFrom('groups').where('id', '=', id).execute();
      const before = { ...toAuditFields(group), members: members.length };
      await this.auditChange(actor, 'group.deleted', id, { before });
      this.cache.invalidate();
      await this.members.broadcastAccess(members.map(({ user_id }) => user_id));
      return name;
    });
  }

  private async auditChange(actor: Actor, action: string, id: string, change: { before?: object; after?: object }) {
    await this.audit.record({ actor, action, subject: { type: 'group', id }, ...change });
  }
}

const toAuditFields = ({ name, description }: Pick<LockedGroup, 'name' | 'description'>) => ({ name, description });

async function refuseTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message: Localized = (texts) => texts.auth.groupExists(name);
    if (isUniqueViolation(error)) throw conflict('group_exists', message, { errors: [{ field: 'name', message }] });
    throw error;
  }
}
