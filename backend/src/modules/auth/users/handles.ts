import { randomInt } from 'node:crypto';
import slugify from '@sindresorhus/slugify';

const MAX = 30;
const reserved = new Set(['all', 'everyone', 'here', 'admin', 'moderators', 'staff', 'system', 'former-member']);

/** Derives a handle for mentions from a name: "Jürgen Groß" → juergen-gross. */
export function createHandle(name: string): string {
  const base = slugify(name, { decamelize: false }).slice(0, MAX).replace(/-+$/, '');
  return base.length >= 2 && !reserved.has(base) ? base : `member-${randomInt(1000, 10_000)}`;
}

/** An alternative for a handle that is in use. */
export const addRandomSuffix = (handle: string): string => `${handle.slice(0, MAX - 6)}-${randomInt(1000, 100_000)}`;
