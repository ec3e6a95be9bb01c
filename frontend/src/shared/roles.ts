import { messages } from '../messages/en';
import type { Tone } from '../ui/badge';

export const ROLES = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'] as const;
type BuiltIn = (typeof ROLES)[number];

const tones: Partial<Record<string, Tone>> = { ADMIN: 'red', EDITOR: 'amber', CONTRIBUTOR: 'green' };

export function roleTone(role: string): Tone {
  return tones[role] ?? 'grey';
}

/** A custom role is shown by its own name. */
export function roleName(role: string): string {
  return role in messages.roles ? messages.roles[role as BuiltIn] : role;
}

/** Where a role is chosen: the name that rules and refusals use, and beside it what people call it. */
export function roleInFull(role: string): string {
  const name = roleName(role);
  return name === role ? role : `${role} (${name})`;
}
