import slugify from '@sindresorhus/slugify';
import { ITEM_SLUG_MAX, ROLE_NAME_MAX } from './limits.js';

/** Symbols are removed first, because the library would spell some out ("&" → "and") and drop apostrophes. */
const toWords = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');

/**
 * The slug of a title: lower case, each run of other characters one hyphen, none at the ends; umlauts and accents are
 * transliterated (ü → ue).
 */
export const createSlug = (title: string): string =>
  slugify(toWords(title), { decamelize: false }).slice(0, ITEM_SLUG_MAX).replace(/-$/, '');

/** The internal name of a role: "Über-Setzer 2" → UEBER_SETZER_2. Empty without letters and digits. */
export const createRoleName = (text: string): string => normalizeRoleName(text).replace(/_$/, '');

/** A role name while it is typed: an underscore at the end stays, because another word may follow. */
export function normalizeRoleName(typed: string): string {
  const words = toWords(typed);
  const name = slugify(words, { decamelize: false, separator: '_' }).toUpperCase();
  return (name && words.endsWith(' ') ? `${name}_` : name).slice(0, ROLE_NAME_MAX);
}
