import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import slugify from '@sindresorhus/slugify';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { ContentKind } from './enums.js';

const MAX = 100;
const reserved = new Set(['create', 'edit', 'new', 'export', 'import']);

/**
 * Lower case, each run of other characters one hyphen, none at the ends; umlauts and accents are transliterated first.
 * Symbols are removed first, because the library spells some out ("&" → "and") and drops apostrophes.
 */
export const slugFrom = (text: string): string =>
  slugify(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false })
    .slice(0, MAX)
    .replace(/-$/, '');

/** Whether a path parameter can be a slug at all. */
export const isSlug = (value: string): boolean => value.length <= MAX && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);

@Injectable()
export class Slugs {
  constructor(private readonly database: Database) {}

  /** A slug from the title that no item has or had; a title without letters gives `document-xxxxxx`. */
  async derive(kind: ContentKind, title: string): Promise<string> {
    const base = slugFrom(title) || fallback(kind);
    for (;;) {
      const slug = await this.firstFree(kind, base);
      await this.reserve(kind, slug);
      if (!(await this.holder(kind, slug))) return slug;
    }
  }

  /**
   * The slug that the author typed, normalised.
   * @param itemId the item that may have it already; null for a new one
   * @throws 409 slug_taken with a suggestion that is free
   */
  async claim(kind: ContentKind, typed: string, itemId: string | null): Promise<string> {
    const wanted = slugFrom(typed) || fallback(kind);
    await this.reserve(kind, wanted);
    const findOwner = await this.holder(kind, wanted);
    if (isFree(wanted) && (!findOwner || findOwner === itemId)) return wanted;
    throw slugTaken(wanted, await this.firstFree(kind, wanted));
  }

  /**
   * The former slug redirects to the item until another item takes it. Joins the transaction that chose the new slug.
   */
  async redirect(kind: ContentKind, itemId: string, before: string | null, after: string): Promise<void> {
    if (before === after) return;
    await this.database.query('delete from slug_redirects where kind = $1 and slug = $2', [kind, after]);
    if (before === null) return;
    await this.database.query(
      `insert into slug_redirects (kind, slug, item_id) values ($1, $2, $3)
       on conflict (kind, slug) do update set item_id = excluded.item_id`,
      [kind, before, itemId],
    );
  }

  /** Whether the item can have this slug, for callers that cannot choose another. */
  async isOpen(kind: ContentKind, slug: string, itemId: string): Promise<boolean> {
    await this.reserve(kind, slug);
    const holder = await this.holder(kind, slug);
    return !holder || holder === itemId;
  }

  /** Keeps other transactions from choosing the slug until this one ends, so that a check after it stays true. */
  private async reserve(kind: ContentKind, slug: string): Promise<void> {
    await this.database.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`slug:${kind}:${slug}`]);
  }

  private async holder(kind: ContentKind, slug: string): Promise<string | undefined> {
    return (
      await this.database.one<{ id: string }>('select id from content_items where kind = $1 and slug = $2', [
        kind,
        slug,
      ])
    )?.id;
  }

  private async firstFree(kind: ContentKind, base: string): Promise<string> {
    const row = await this.database.one<{ slug: string }>(
      `select c.slug
       from (
         select n, case when n = 1 then $2 else rtrim(left($2, ${MAX - 3}), '-') || '-' || n end as slug
         from generate_series($3::int, 50) n
       ) c
       where not exists (select 1 from content_items i where i.kind = $1 and i.slug = c.slug)
         and not exists (select 1 from slug_redirects r where r.kind = $1 and r.slug = c.slug)
       order by c.n limit 1`,
      [kind, base, isFree(base) ? 1 : 2],
    );
    return row?.slug ?? `${base.slice(0, MAX - 7)}-${randomBytes(3).toString('hex')}`;
  }
}

export function slugTaken(slug: string, suggestion: string) {
  const message = `The slug “${slug}” is already taken. “${suggestion}” is available.`;
  return conflict('slug_taken', message, { suggestion, errors: [{ field: 'slug', message }] });
}

/** Routes and ids cannot be slugs: their addresses lead elsewhere. */
const isFree = (slug: string): boolean => !reserved.has(slug) && !isId(slug);
const fallback = (kind: ContentKind): string => `${kind}-${randomBytes(3).toString('hex')}`;
