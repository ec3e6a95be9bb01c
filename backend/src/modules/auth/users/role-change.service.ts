import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { accessChanged } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { RolesFacade } from '../../roles/index.js';
import { userRoleChanged } from './user.events.js';
import { User } from './user.entity.js';

/** Changes a user's role, for every screen that can do it. */
@Injectable()
export class RoleChangeService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesFacade,
    private readonly audit: Audit,
    private readonly events: Events,
    private readonly pubsub: PubSub,
  ) {}

  async change(actor: Actor, userId: string, roleName: string): Promise<void> {
    await this.database.transaction(async (em) => {
      // All active ADMINs are locked in one order, so that two of them cannot demote each other concurrently.
      const admins = await this.database.query<{ id: string }>(
        `select id from users where role = 'ADMIN' and deactivated_at is null and erased_at is null
         order by id for update`,
      );
      const user = await em.findOne(User, { id: userId, erasedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!user) throw notFound('This user');
      // The stored id: a path may spell a UUID in capitals.
      if (user.id === actor.id) throw forbidden('You cannot change your own role.', 'own_role');
      const [current, next] = [await this.roles.find(user.role), await this.roles.find(roleName)];
      if (!next) throw invalid([{ field: 'role', message: `There is no role ${roleName}.` }]);
      if (user.role === roleName) return;
      if (!next.permissions.every((id) => actor.can(id)))
        throw forbidden('You cannot assign a role with more permissions than yours.', 'role_above_own');
      if (!current?.permissions.every((id) => actor.can(id)))
        throw forbidden('You cannot change the role of a user with more permissions than you.', 'role_above_own');
      if (user.role === 'ADMIN' && admins.every(({ id }) => id === user.id))
        throw conflict('last_admin', 'The last active administrator cannot lose this role.');
      await this.assign(actor, user, roleName);
    });
  }

  /**
   * Assigns the role without further checks: the caller has checked in the same transaction, with the user's row
   * locked.
   * @param details further fields for the audit log
   */
  async assign(actor: Actor, user: User, role: string, details: object = {}): Promise<void> {
    await this.database.transaction(async (em) => {
      const before = user.role;
      user.changeRole(role);
      await em.flush();
      await this.audit.record({
        actor,
        action: 'user.role_changed',
        subject: { type: 'user', id: user.id },
        before: { role: before },
        after: { role, ...details },
      });
      await this.events.publish(userRoleChanged, { userId: user.id, before, after: role, actorId: actor.userId });
      await this.pubsub.publish(accessChanged, { userId: user.id });
    });
  }
}
