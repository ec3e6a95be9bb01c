/* Numbers, plurals and lists in the language of the texts; the generated messages import them. */
import {
  abbreviate as abbreviateInEnglish,
  formatMegabytes as formatMegabytesInEnglish,
  formatSize as formatSizeInEnglish,
} from '@hub/shared/formats';
import { SOURCE_LANGUAGE } from '@hub/shared/languages';
import { language } from './language';

const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);

/** Formats a number by the rules of the language: 1,234. */
export const formatNumber = (value: number): string => numbers.format(value);

const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a count in few characters: 1.2K, in the way of the language. */
export const abbreviate: (count: number) => string =
  language === SOURCE_LANGUAGE ? abbreviateInEnglish : (count) => compact.format(count);

const [, decimalSign = '.'] = numbers.format(0.5);

/** Formats a number with this many decimals: 8.73. */
export const formatDecimal = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('.', decimalSign);

/** Formats a file size: 1.5 KB. */
export const formatSize = (bytes: number): string => formatSizeInEnglish(bytes).replace('.', decimalSign);

/** Formats a limit: 500 MB, 1.5 GB. */
export const formatMegabytes = (megabytes: number): string =>
  formatMegabytesInEnglish(megabytes).replace('.', decimalSign);

/** The form that a count has in the language: one or other in English, more in others. */
export const getPlural = (count: number): Intl.LDMLPluralRule => plurals.select(count);

/** Joins texts: a, b, and c. */
export const formatList = (texts: readonly string[]): string => new Intl.ListFormat(language).format(texts);

/** Joins alternatives: a, b, or c. */
export const formatChoice = (texts: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(texts);
