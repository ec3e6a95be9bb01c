import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { DomainError, type FieldError, notFound } from '../../../platform/errors/domain-error.js';
import { RolesFacade } from '../../roles/index.js';
import { type LockedUser, UserLocker } from './user-locker.js';
import { refuseRoleChange } from './user.policy.js';
import { UserChanges, userRoleChanged } from './user.events.js';

/** Changes the roles of users, for every screen that can do it. */
@Injectable()
export class RoleChangeService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
    private readonly managed: UserLocker,
    private readonly audit: Audit,
    private readonly events: Events,
    private readonly userChanges: UserChanges,
  ) {}

  async change(actor: Actor, userId: string, roleName: string): Promise<void> {
    await this.database.transaction(async () => {
      const admins = await this.managed.lockAdmins();
      const [user] = await this.managed.lockAll([userId]);
      if (!user) throw notFound('This user');
      const roles = await this.roles.findAll([user.role, roleName]);
      const refusal = refuseRoleChange(actor, { user, role: roleName, roles, admins });
      if (refusal) throw refusal;
      if (user.role !== roleName) await this.assign(actor, user, roleName);
    });
  }

  /**
   * Gives several users one role, all of them or none.
   * @returns how many had another role before
   * @throws 409 bulk_refused with an error per user who cannot get the role; its field is the user's id
   */
  async changeAll(actor: Actor, userIds: readonly string[], roleName: string): Promise<number> {
    return this.database.transaction(async () => {
      let admins = await this.managed.lockAdmins();
      const users = await this.managed.lockAll(userIds);
      const errors = findMissing(userIds, users);
      // One's own role is refused even where it would stay.
      const changed = users.filter(({ role, id }) => role !== roleName || id === actor.id);
      const roles = await this.roles.findAll([roleName, ...changed.map(({ role }) => role)]);
      for (const user of changed) {
        const refusal = refuseRoleChange(actor, { user, role: roleName, roles, admins });
        if (refusal?.status === 400) throw refusal;
        if (refusal) errors.push({ field: user.id, message: refusal.message });
        else admins = admins.filter((id) => id !== user.id || roleName === 'ADMIN');
      }
      if (errors.length)
        throw new DomainError(409, 'bulk_refused', 'No role was changed, because some cannot be.', { errors });
      for (const user of changed) await this.assign(actor, user, roleName);
      return changed.length;
    });
  }

  /**
   * Assigns the role without further checks. Joins the transaction in which the caller has checked and locked the user.
   * @param details further fields for the audit log
   */
  async assign(actor: Actor, user: Pick<LockedUser, 'id' | 'role'>, role: string, details: object = {}): Promise<void> {
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
}

function findMissing(ids: readonly string[], users: readonly LockedUser[]): FieldError[] {
  const found = new Set(users.map(({ id }) => id));
  return ids
    .filter((id) => !found.has(id.toLowerCase()))
    .map((field) => ({ field, message: 'This user does not exist.' }));
}
