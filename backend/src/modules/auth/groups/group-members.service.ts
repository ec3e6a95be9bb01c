import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { accessChanged } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import type { Row } from '../../../schema/index.js';

export type LockedGroup = Pick<Row<'groups'>, 'id' | 'name' | 'description' | 'issuer_value'>;

/** How many members an entry of the audit log names, and a message to their windows. */
const MAX_NAMED = 100;

const isAny = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Who is in a group. Each method is one transaction, or joins that of the caller, with its audit entries. */
@Injectable()
export class GroupMembersService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly pubsub: PubSub,
  ) {}

  /** Locks a group until the transaction ends. @throws 404 */
  async lock(id: string): Promise<LockedGroup> {
    const group = await this.database.db
      .selectFrom('groups')
      .select(['id', 'name', 'description', 'issuer_value'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!group) throw notFound('group');
    return group;
  }

  /** Replaces the members. @returns the group. @throws 404, 409 group_from_issuer, 400 for users who do not exist */
  async replace(actor: Actor, groupId: string, userIds: readonly string[]): Promise<LockedGroup> {
    return this.database.transaction(async () => {
      const group = await this.lockChosen(groupId);
      const wanted = await this.requireUsers(userIds);
      const removed = await this.database.db
        .deleteFrom('group_members')
        .where('group_id', '=', group.id)
        .where(sql<boolean>`user_id <> all(${wanted}::uuid[])`)
        .returning('user_id')
        .execute();
      await this.finishChange(actor, group, {
        added: await this.insert(group.id, wanted),
        removed: removed.map(({ user_id }) => user_id),
      });
      return group;
    });
  }

  /** @returns the group. @throws as {@link replace} */
  async add(actor: Actor, groupId: string, userIds: readonly string[]): Promise<LockedGroup> {
    return this.database.transaction(async () => {
      const group = await this.lockChosen(groupId);
      const added = await this.insert(group.id, await this.requireUsers(userIds));
      await this.finishChange(actor, group, { added, removed: [] });
      return group;
    });
  }

  /** @returns the group. @throws 404 also when the user is no member, 409 group_from_issuer */
  async remove(actor: Actor, groupId: string, userId: string): Promise<LockedGroup> {
    return this.database.transaction(async () => {
      const group = await this.lockChosen(groupId);
      const removed = await this.database.db
        .deleteFrom('group_members')
        .where('group_id', '=', group.id)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst();
      if (!removed) throw notFound('user');
      await this.finishChange(actor, group, { added: [], removed: [removed.user_id] });
      return group;
    });
  }

  /**
   * Makes a user a member of exactly these groups of the hub; those of the issuer stay.
   * @throws 404, 409 group_from_issuer for a new one of the issuer, 400 for groups that do not exist
   */
  async setGroups(actor: Actor, userId: string, groupIds: readonly string[]): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      const rows = await db
        .selectFrom('groups as g')
        .select(['g.id', 'g.name', 'g.description', 'g.issuer_value'])
        .select(sql<boolean>`g.id = ${isAny(groupIds)}`.as('is_wanted'))
        .select(hasMember('g.id', userId).as('is_member'))
        .where((row) => row.or([row('g.id', '=', isAny(groupIds)), hasMember('g.id', userId)]))
        .orderBy('g.id')
        .forUpdate('g')
        .execute();
      const known = new Set(rows.map(({ id }) => id));
      if (groupIds.some((id) => !known.has(id.toLowerCase())))
        throw invalid([{ field: 'group_ids', message: (texts) => texts.auth.groupGone }]);
      const [member] = await this.requireUsers([userId], () => notFound('user'));
      for (const { is_wanted, is_member, ...group } of rows) {
        if (is_wanted === is_member || (group.issuer_value !== null && is_member)) continue;
        if (group.issuer_value !== null) throw membersFromIssuer(group);
        const users = [member!];
        if (is_wanted)
          await this.finishChange(actor, group, { added: await this.insert(group.id, users), removed: [] });
        else await this.finishChange(actor, group, { added: [], removed: await this.deleteAll(group.id, users) });
      }
    });
  }

  /** As the issuer says. Joins the transaction of the sign-in. @param groups those of the issuer */
  async syncIssuerGroups(
    userId: string,
    groups: readonly (LockedGroup & { is_member: boolean })[],
    values: ReadonlySet<string>,
  ): Promise<void> {
    for (const { is_member, ...group } of groups) {
      const isWanted = values.has(group.issuer_value ?? '');
      if (isWanted === is_member) continue;
      const changed = isWanted ? await this.insert(group.id, [userId]) : await this.deleteAll(group.id, [userId]);
      await this.finishChange(
        null,
        group,
        isWanted ? { added: changed, removed: [] } : { added: [], removed: changed },
      );
    }
  }

  /** Tells the open windows of users that they may read something else now. */
  async broadcastAccess(userIds: readonly string[]): Promise<void> {
    if (userIds.length > MAX_NAMED) await this.pubsub.publish(accessChanged, { everyone: true });
    else for (const userId of userIds) await this.pubsub.publish(accessChanged, { userId });
  }

  private async lockChosen(id: string): Promise<LockedGroup> {
    const group = await this.lock(id);
    if (group.issuer_value !== null) throw membersFromIssuer(group);
    return group;
  }

  /** Locks the users, so that none of them is erased meanwhile. @returns their ids as they are stored */
  private async requireUsers(
    ids: readonly string[],
    refuse = () => invalid([{ field: 'user_ids', message: (texts) => texts.auth.noUser }]),
  ): Promise<string[]> {
    const users = await this.database.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', isAny(ids))
      .where('erased_at', 'is', null)
      .orderBy('id')
      .forKeyShare()
      .execute();
    if (users.length < new Set(ids.map((id) => id.toLowerCase())).size) throw refuse();
    return users.map(({ id }) => id);
  }

  /** @returns those who were no members */
  private async insert(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ user_id: string }>`
      insert into group_members (group_id, user_id, created_at)
      select ${groupId}, u.id, ${new Date()} from unnest(${userIds}::uuid[]) as u (id)
      on conflict do nothing returning user_id`.execute(this.database.db);
    return rows.map(({ user_id }) => user_id);
  }

  private async deleteAll(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const removed = await this.database.db
      .deleteFrom('group_members')
      .where('group_id', '=', groupId)
      .where('user_id', '=', isAny(userIds))
      .returning('user_id')
      .execute();
    return removed.map(({ user_id }) => user_id);
  }

  private async finishChange(
    actor: Actor | null,
    { id, name }: LockedGroup,
    { added, removed }: { added: string[]; removed: string[] },
  ): Promise<void> {
    if (!added.length && !removed.length) return;
    await this.audit.record({
      actor,
      action: 'group.members_changed',
      subject: { type: 'group', id },
      after: {
        name,
        added: added.length,
        removed: removed.length,
        added_ids: added.slice(0, MAX_NAMED),
        removed_ids: removed.slice(0, MAX_NAMED),
      },
    });
    await this.broadcastAccess([...added, ...removed]);
  }
}

const hasMember = (group: string, userId: string) =>
  sql<boolean>`exists (
    select from group_members m where m.group_id = ${sql.ref(group)} and m.user_id = ${userId}::uuid)`;

const membersFromIssuer = ({ name }: LockedGroup) =>
  conflict('group_from_issuer', (texts) => texts.auth.groupFromIssuer(name));
