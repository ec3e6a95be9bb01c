import type { Language } from '@hub/shared/languages';

/** Plurals and numbers of a language; the generated messages call it. */
export function createMessageFormat(language: Language) {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    getPlural: (count: number): Intl.LDMLPluralRule => plurals.select(count),
    formatNumber: (value: number): string => numbers.format(value),
  };
}
