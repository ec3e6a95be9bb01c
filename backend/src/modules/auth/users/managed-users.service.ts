import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  conflict,
  DomainError,
  type FieldError,
  forbidden,
  invalid,
  notFound,
} from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { RolesFacade } from '../../roles/index.js';
import { AccountsService } from './accounts.service.js';
import { canManage, isActive, refuseRoleChange } from './user.policy.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Events } from '../../../platform/events/events.js';
import { UserChangeNotifier, userRoleChanged } from './user.events.js';

export type LockedUser = Pick<Row<'users'>, 'id' | 'name' | 'email' | 'role' | 'deactivated_at' | 'avatar_file_id'>;

/** Locks users whom an administrator is about to change, with the rules that all such changes share. */
@Injectable()
export class ManagedUsersService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
    private readonly accounts: AccountsService,
    private readonly audit: Audit,
    private readonly events: Events,
    private readonly userChanges: UserChangeNotifier,
  ) {}

  /**
   * Locks a user until the caller's transaction ends.
   * @throws 404, 403 role_above_own when the user has permissions that the actor does not hold
   */
  async lock(actor: Actor, userId: string): Promise<LockedUser> {
    const [user] = await this.lockAll([userId]);
    return this.requireManageable(actor, user);
  }

  /**
   * For reads of what is not public about a user.
   * @returns the id as it is stored: a path may spell a UUID in capitals
   * @throws 404, 403 role_above_own as {@link lock}
   */
  async requireReadable(actor: Actor, userId: string): Promise<string> {
    const user = await this.database.db
      .selectFrom('users')
      .select(['id', 'role'])
      .where('id', '=', userId)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    return (await this.requireManageable(actor, user)).id;
  }

  async changeRole(actor: Actor, userId: string, roleName: string): Promise<void> {
    await this.database.transaction(async () => {
      const admins = await this.lockAdmins();
      const [user] = await this.lockAll([userId]);
      if (!user) throw notFound('user');
      const roles = await this.roles.findAll([user.role, roleName]);
      const refusal = refuseRoleChange(actor, { user, role: roleName, roles, admins });
      if (refusal) throw refusal;
      if (user.role !== roleName) await this.assignRole(actor, user, roleName);
    });
  }

  /**
   * Gives several users one role, all of them or none.
   * @returns how many had another role before
   * @throws 409 bulk_refused with an error per user who cannot get the role; its field is the user's id
   */
  async changeRoles(actor: Actor, userIds: readonly string[], roleName: string): Promise<number> {
    return this.database.transaction(async () => {
      let admins = await this.lockAdmins();
      const users = await this.lockAll(userIds);
      const errors = findMissing(userIds, users);
      // One's own role is refused even where it would stay.
      const changed = users.filter(({ role, id }) => role !== roleName || id === actor.id);
      const roles = await this.roles.findAll([roleName, ...changed.map(({ role }) => role)]);
      for (const user of changed) {
        const refusal = refuseRoleChange(actor, { user, role: roleName, roles, admins });
        if (refusal?.status === 400) throw refusal;
        if (refusal) errors.push({ field: user.id, message: refusal.detail });
        else admins = admins.filter((id) => id !== user.id || roleName === 'ADMIN');
      }
      if (errors.length) throw new DomainError(409, 'bulk_refused', (texts) => texts.auth.bulkRefused, { errors });
      for (const user of changed) await this.assignRole(actor, user, roleName);
      return changed.length;
    });
  }

  /**
   * Assigns the role without further checks. Joins the transaction in which the caller has checked and locked the user.
   * @param details further fields for the audit log
   */
  async assignRole(
    actor: Actor,
    user: Pick<LockedUser, 'id' | 'role'>,
    role: string,
    details: object = {},
  ): Promise<void> {
    const { id, role: before } = user;
    await this.database.db.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', id).execute();
    await this.audit.record({
      actor,
      action: 'user.role_changed',
      subject: { type: 'user', id },
      before: { role: before },
      after: { role, ...details },
    });
    await this.events.publish(userRoleChanged, { userId: id, before, after: role, actorId: actor.userId });
    await this.userChanges.broadcastAccess(id);
  }

  private async requireManageable<Found extends Pick<LockedUser, 'id' | 'role'>>(
    actor: Actor,
    user: Found | undefined,
  ): Promise<Found> {
    if (!user) throw notFound('user');
    if (!canManage(actor, user.id, await this.roles.find(user.role)))
      throw forbidden((texts) => texts.auth.roleAboveOwn, 'role_above_own');
    return user;
  }

  /**
   * As {@link lock}, before the user loses the account.
   * @throws 403 own_account, 409 last_admin
   */
  async lockOther(actor: Actor, userId: string): Promise<LockedUser> {
    const admins = await this.lockAdmins();
    const user = await this.lock(actor, userId);
    if (user.id === actor.id) throw forbidden((texts) => texts.auth.ownAccount, 'own_account');
    if (admins.length === 1 && admins[0] === user.id) throw conflict('last_admin', (texts) => texts.auth.lastAdmin);
    return user;
  }

  /**
   * As {@link lockOther}.
   * @param typedEmail confirms that the administrator means this user
   * @throws 400 when the email address differs
   */
  async lockForErasure(actor: Actor, userId: string, typedEmail: string): Promise<LockedUser> {
    const user = await this.lockOther(actor, userId);
    if (!(await this.accounts.isSameEmail(user.email, typedEmail)))
      throw invalid([{ field: 'email', message: (texts) => texts.auth.otherEmailAddress }]);
    return user;
  }

  /** The ids of all active ADMINs, locked in one order, so that two of them cannot remove each other concurrently. */
  async lockAdmins(): Promise<string[]> {
    const admins = await this.database.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where(isActive)
      .orderBy('id')
      .forUpdate()
      .execute();
    return admins.map(({ id }) => id);
  }

  /** Those of these users that exist, locked in the order of their ids. */
  lockAll(ids: readonly string[]): Promise<LockedUser[]> {
    return this.database.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'role', 'deactivated_at', 'avatar_file_id'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('erased_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
  }
}

function findMissing(ids: readonly string[], users: readonly LockedUser[]): FieldError[] {
  const found = new Set(users.map(({ id }) => id));
  return ids
    .filter((id) => !found.has(id.toLowerCase()))
    .map((field) => ({ field, message: (texts) => texts.auth.noUser }));
}
