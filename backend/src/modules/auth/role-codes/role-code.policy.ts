import type { RoleInfo } from '../../roles/index.js';

/** Whether somebody with `current` would lose by `next`: it ranks lower, or allows nothing new and less than before. */
export function lowers(current: RoleInfo, next: RoleInfo): boolean {
  if (current.name === 'ADMIN' || next.priority < current.priority) return true;
  const allowsNothingNew = next.permissions.every((id) => current.permissions.includes(id));
  return allowsNothingNew && next.permissions.length < current.permissions.length;
}
