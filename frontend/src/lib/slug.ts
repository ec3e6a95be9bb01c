import slugify from '@sindresorhus/slugify';

/** What the server takes. */
const MAX = 100;

/**
 * Lowercase, each run of non-alphanumerics one hyphen, none at the ends; accents and umlauts are written out (ü → ue).
 * The library's "&" → "and" and its dropping of apostrophes are undone: the rule knows no words.
 */
export function slugFromTitle(title: string): string {
  return slugify(title.replace(/['’&♥🦄]/gu, ' '), { decamelize: false })
    .slice(0, MAX)
    .replace(/-+$/, '');
}
