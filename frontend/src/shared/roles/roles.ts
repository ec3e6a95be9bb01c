import { messages } from '../../messages/en';
import type { Tone } from '../../ui/badge';

export const ROLES = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'] as const;
type BuiltInRole = (typeof ROLES)[number];

const tonesByRole: Partial<Record<string, Tone>> = { ADMIN: 'red', EDITOR: 'amber', CONTRIBUTOR: 'green' };

export function getRoleTone(role: string): Tone {
  return tonesByRole[role] ?? 'grey';
}

/** Returns the display name of a built-in role; custom roles return their own name. */
export function getRoleName(role: string): string {
  return role in messages.roles ? messages.roles[role as BuiltInRole] : role;
}

/** The role code used in rules and errors, followed by the display name. */
export function getFullRoleName(role: string): string {
  const name = getRoleName(role);
  return name === role ? role : `${role} (${name})`;
}
