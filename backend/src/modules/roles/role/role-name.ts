import slugify from '@sindresorhus/slugify';

export const ROLE_NAME_MAX = 50;

/** Whether a path parameter can be a role name; others give 404 without a query. */
export const isRoleName = (value: string): boolean => /^[A-Z0-9_]{1,60}$/.test(value);

/** Derives a role name from user input: "Über-Setzer 2" → UEBER_SETZER_2. Empty without letters and digits. */
export const roleNameFrom = (text: string): string =>
  slugify(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false, separator: '_' })
    .toUpperCase()
    .slice(0, ROLE_NAME_MAX)
    .replace(/_+$/, '');
