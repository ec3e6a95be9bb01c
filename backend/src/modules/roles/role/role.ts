import { type Permission } from '@hub/shared/permissions';
import { forbidden } from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { permissions as catalogue } from './catalogue.js';

/** The name is UPPER_SNAKE and never changes, since users refer to it; the style has only what is not the default. */
export type Role = Row<'roles'>;

/** Whether a path parameter can be a role name; others give 404 without a query. */
export const isRoleName = (value: string): boolean => /^[A-Z0-9_]{1,60}$/.test(value);

/** @throws 403 for a system role */
export function requireCustom(role: Pick<Role, 'is_system'>): void {
  if (role.is_system) throw forbidden((texts) => texts.roles.systemRole, 'system_role');
}

/** The new permissions of a role, in the order of the catalogue. @throws 403 when ADMIN would lose one */
export function toPermissionList({ name }: Pick<Role, 'name'>, permissions: ReadonlySet<string>): Permission[] {
  if (name === 'ADMIN' && permissions.size < catalogue.length)
    throw forbidden((texts) => texts.roles.adminLocked, 'admin_locked');
  return catalogue.filter(({ id }) => permissions.has(id)).map(({ id }) => id);
}
