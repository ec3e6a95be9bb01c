import slugify from '@sindresorhus/slugify';

export const ROLE_NAME_MAX = 50;

/** Whether a path parameter can be the name of a role at all; what is not leads to 404 without asking the database. */
export const isRoleName = (value: string): boolean => /^[A-Z0-9_]{1,60}$/.test(value);

/** The internal name of a role from what somebody typed: "Über-Setzer 2" → UEBER_SETZER_2. Empty when nothing is left of it. */
export const roleNameFrom = (text: string): string =>
  slugify(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false, separator: '_' })
    .toUpperCase()
    .slice(0, ROLE_NAME_MAX)
    .replace(/_+$/, '');
