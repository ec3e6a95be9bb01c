import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, notFound } from '../../../platform/http/errors/domain-error.js';
import { RolesFacade } from '../../roles/index.js';
import { canManage } from './role-change.policy.js';
import { User } from './user.entity.js';

/** Locks users whom an administrator is about to change, with the rules that all such changes share. */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
  ) {}

  /**
   * Locks a user until the caller's transaction ends.
   * @throws 404, 403 role_above_own when the user has permissions that the actor does not hold
   */
  async lock(actor: Actor, userId: string): Promise<User> {
    const [user] = await this.lockAll([userId]);
    return this.requireManageable(actor, user);
  }

  /**
   * For reads of what is not public about a user.
   * @returns the id as it is stored: a path may spell a UUID in capitals
   * @throws 404, 403 role_above_own as {@link lock}
   */
  async requireReadable(actor: Actor, userId: string): Promise<string> {
    const user = await this.database.one<{ id: string; role: string }>(
      'select id, role from users where id = $1 and erased_at is null',
      [userId],
    );
    return (await this.requireManageable(actor, user)).id;
  }

  private async requireManageable<Found extends { id: string; role: string }>(
    actor: Actor,
    user: Found | undefined,
  ): Promise<Found> {
    if (!user) throw notFound('This user');
    if (!canManage(actor, user.id, await this.roles.find(user.role)))
      throw forbidden('You cannot do this to a user with more permissions than you.', 'role_above_own');
    return user;
  }

  /**
   * As {@link lock}, before the user loses the account.
   * @throws 403 own_account, 409 last_admin besides
   */
  async lockOther(actor: Actor, userId: string): Promise<User> {
    const admins = await this.lockAdmins();
    const user = await this.lock(actor, userId);
    if (user.id === actor.id) throw forbidden('You cannot do this to your own account.', 'own_account');
    if (admins.length === 1 && admins[0] === user.id)
      throw conflict('last_admin', 'The last active administrator must stay.');
    return user;
  }

  /** The ids of all active ADMINs, locked in one order, so that two of them cannot remove each other concurrently. */
  async lockAdmins(): Promise<string[]> {
    const admins = await this.database.query<{ id: string }>(
      `select id from users where role = 'ADMIN' and deactivated_at is null and erased_at is null
       order by id for update`,
    );
    return admins.map(({ id }) => id);
  }

  /** Those of these users that exist, locked in the order of their ids. */
  async lockAll(ids: readonly string[]): Promise<User[]> {
    return this.database.transaction((em) =>
      em.find(
        User,
        { id: { $in: [...ids] }, erasedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
      ),
    );
  }
}
