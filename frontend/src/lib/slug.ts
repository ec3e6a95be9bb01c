import slugify from '@sindresorhus/slugify';

/** What the server takes. */
const MAX = 100;

/**
 * Lowercase, each run of non-alphanumerics one hyphen, none at the ends; accents and umlauts are written out (ü → ue).
 * Signs go before the library sees them, which would make words of some ("&" → "and") and drop apostrophes.
 */
export function slugFromTitle(title: string): string {
  return slugify(title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false })
    .slice(0, MAX)
    .replace(/-+$/, '');
}
