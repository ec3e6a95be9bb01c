import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { RolesFacade } from '../../roles/index.js';
import { AccountsService } from './accounts.service.js';
import { canManage, isActive } from './user.policy.js';

export type LockedUser = Pick<Row<'users'>, 'id' | 'name' | 'email' | 'role' | 'deactivated_at' | 'avatar_file_id'>;

/** Locks users whom an administrator is about to change, with the rules that all such changes share. */
@Injectable()
export class UserLocker {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
    private readonly accounts: AccountsService,
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

  private async requireManageable<Found extends Pick<LockedUser, 'id' | 'role'>>(
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
   * @throws 403 own_account, 409 last_admin
   */
  async lockOther(actor: Actor, userId: string): Promise<LockedUser> {
    const admins = await this.lockAdmins();
    const user = await this.lock(actor, userId);
    if (user.id === actor.id) throw forbidden('You cannot do this to your own account.', 'own_account');
    if (admins.length === 1 && admins[0] === user.id)
      throw conflict('last_admin', 'The last active administrator must stay.');
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
      throw invalid([{ field: 'email', message: 'This is not the email address of the user.' }]);
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
