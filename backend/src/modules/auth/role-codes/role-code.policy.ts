import type { RoleInfo } from '../../roles/index.js';
import type { RoleCodeStatus } from './role-codes.dto.js';

interface RoleCodeFacts {
  max_uses: number;
  used_count: number;
  expires_at: Date | null;
  /** whether the user who created the code could still assign its role */
  creator_may_assign: boolean;
}

/** Why a code cannot be redeemed, in this order, or `active`. */
export function roleCodeStatus(code: RoleCodeFacts, now = new Date()): RoleCodeStatus {
  if (code.used_count >= code.max_uses) return 'used_up';
  if (code.expires_at && code.expires_at <= now) return 'expired';
  return code.creator_may_assign ? 'active' : 'void';
}

/** Whether `next` is less than `current`: it ranks lower, or grants nothing new and fewer permissions. */
export function isDowngrade(current: RoleInfo, next: RoleInfo): boolean {
  if (current.name === 'ADMIN' || next.priority < current.priority) return true;
  const grantsNothingNew = next.permissions.every((id) => current.permissions.includes(id));
  return grantsNothingNew && next.permissions.length < current.permissions.length;
}
