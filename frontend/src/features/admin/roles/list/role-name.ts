import slugify from '@sindresorhus/slugify';

const MAX = 50;

/**
 * Normalizes the internal name of a role by the server's rule: "Über-Setzer 2" → UEBER_SETZER_2. A trailing underscore
 * stays, because another word may follow.
 */
export function normalizeRoleName(input: string): string {
  const words = input.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  const name = slugify(words, { decamelize: false, separator: '_' }).toUpperCase();
  return (name && words.endsWith(' ') ? `${name}_` : name).slice(0, MAX);
}
