import slugify from '@sindresorhus/slugify';

export const ROLE_NAME_MAX = 50;

/** The internal name of a role from what somebody typed: "Über-Setzer 2" → UEBER_SETZER_2. Empty when nothing is left of it. */
export const roleNameFrom = (text: string): string =>
  slugify(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false, separator: '_' }).toUpperCase().slice(0, ROLE_NAME_MAX).replace(/_+$/, '');
