import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { conflict, type DomainError, forbidden, invalid } from '../../../platform/errors/domain-error.js';

/** What the policy needs to know about a role. */
export interface RoleFacts {
  permissions: readonly string[];
}

interface RoleChange {
  user: { id: string; role: string };
  role: string;
  /** of all roles that the change names; without those that do not exist */
  roles: ReadonlyMap<string, RoleFacts>;
  /** ids of all active administrators */
  admins: readonly string[];
}

/** Whether the actor holds all permissions of a role. */
export const holdsAll = (actor: Actor, role: RoleFacts | undefined): boolean =>
  role?.permissions.every((id) => actor.can(id)) ?? false;

/**
 * Whether the actor may change a user's account and read what is not public about it: their own, and those of users
 * without permissions that the actor lacks.
 */
export const canManage = (actor: Actor, userId: string, role: RoleFacts | undefined): boolean =>
  userId === actor.id || holdsAll(actor, role);

/** The same in SQL, over the aliases u of users and r of their roles. */
export const isManageable = (actor: Actor) =>
  sql<boolean>`(u.id = ${actor.userId}::uuid or r.permissions <@ ${[...actor.permissions]}::text[])`;

/** Why the actor may not give a user a role; undefined when they may. */
export function refuseRoleChange(actor: Actor, { user, role, roles, admins }: RoleChange): DomainError | undefined {
  // The stored id: a path may spell a UUID in capitals.
  if (user.id === actor.id) return forbidden((texts) => texts.auth.ownRole, 'own_role');
  const next = roles.get(role);
  if (!next) return invalid([{ field: 'role', message: (texts) => texts.auth.noRole(role) }]);
  if (user.role === role) return undefined;
  if (!holdsAll(actor, next)) return forbidden((texts) => texts.auth.assignedRoleAboveOwn, 'role_above_own');
  if (!holdsAll(actor, roles.get(user.role)))
    return forbidden((texts) => texts.auth.changedRoleAboveOwn, 'role_above_own');
  if (user.role === 'ADMIN' && admins.every((id) => id === user.id))
    return conflict('last_admin', (texts) => texts.auth.lastAdminKeepsRole);
  return undefined;
}

/** Whether a user may sign in. Only `users` has these columns, so that joins need no prefix. */
export const isActive = sql<boolean>`(deactivated_at is null and erased_at is null)`;
