/* Numbers, plurals and lists in the language of the texts; the generated messages import them. */

export { abbreviate } from '@hub/shared/formats';

const language = 'en';
const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);

/** Formats a number by the rules of the language: 1,234. */
export const formatNumber = (value: number): string => numbers.format(value);

/** The form that a count has in the language: one or other in English, more in others. */
export const getPlural = (count: number): Intl.LDMLPluralRule => plurals.select(count);

/** Joins texts: a, b, and c. */
export const formatList = (texts: readonly string[]): string => new Intl.ListFormat(language).format(texts);

/** Joins alternatives: a, b, or c. */
export const formatChoice = (texts: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(texts);
