import { randomInt } from 'node:crypto';
import slugify from '@sindresorhus/slugify';

const MAX = 30;
const reserved = new Set(['all', 'everyone', 'here', 'admin', 'moderators', 'staff', 'system', 'former-member']);

/** What a person could be mentioned by, from their name: "Jürgen Groß" → juergen-gross. */
export function handleFrom(name: string): string {
  const base = slugify(name, { decamelize: false }).slice(0, MAX).replace(/-+$/, '');
  return base.length >= 2 && !reserved.has(base) ? base : `member-${randomInt(1000, 10_000)}`;
}

/** Another handle when that one is taken. */
export const alternativeHandle = (handle: string): string => `${handle.slice(0, MAX - 6)}-${randomInt(1000, 100_000)}`;
