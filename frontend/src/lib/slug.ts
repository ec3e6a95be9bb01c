import slugify from '@sindresorhus/slugify';

/** The API's limit. */
const MAX = 100;

/**
 * Lowercase; each run of non-alphanumerics becomes one hyphen, none at the ends; accents and umlauts are transliterated
 * (ü → ue). Symbols are removed first, because the library would spell some out ("&" → "and") and drop apostrophes.
 */
export function createSlug(title: string): string {
  return slugify(title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false })
    .slice(0, MAX)
    .replace(/-$/, '');
}
