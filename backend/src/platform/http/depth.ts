/** Levels of nesting in a body. What reads bodies recurses, and must not run out of stack. */
const MAX_DEPTH = 32;

export const isTooDeep = (value: unknown, levels = MAX_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1)));
