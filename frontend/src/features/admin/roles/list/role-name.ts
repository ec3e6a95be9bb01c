import slugify from '@sindresorhus/slugify';

const MAX = 50;

/**
 * The internal name of a role while it is typed: "Über-Setzer 2" → UEBER_SETZER_2, as the server would make it. An
 * underscore at the end stays, because the next word may follow.
 */
export function roleNameFrom(typed: string): string {
  const words = typed.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  const name = slugify(words, { decamelize: false, separator: '_' }).toUpperCase();
  return (name && words.endsWith(' ') ? `${name}_` : name).slice(0, MAX);
}
