import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import slugify from '@sindresorhus/slugify';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { ContentKind } from '../audience/enums.js';

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
      const slug = await this.findFree(kind, base);
      await this.reserve(kind, slug);
      if (!(await this.findHolder(kind, slug))) return slug;
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
    const holder = await this.findHolder(kind, wanted);
    if (isFree(wanted) && (!holder || holder === itemId)) return wanted;
    throw slugTaken(wanted, await this.findFree(kind, wanted));
  }

  /**
   * The former slug redirects to the item until another item takes it. Joins the transaction that chose the new slug.
   */
  async redirect(kind: ContentKind, itemId: string, before: string | null, after: string): Promise<void> {
    if (before === after) return;
    const { db } = this.database;
    await db.deleteFrom('slug_redirects').where('kind', '=', kind).where('slug', '=', after).execute();
    if (before === null) return;
    await db
      .insertInto('slug_redirects')
      .values({ kind, slug: before, item_id: itemId })
      .onConflict((conflicting) => conflicting.columns(['kind', 'slug']).doUpdateSet({ item_id: itemId }))
      .execute();
  }

  /** Whether the item can have this slug, for callers that cannot choose another. */
  async isOpen(kind: ContentKind, slug: string, itemId: string): Promise<boolean> {
    await this.reserve(kind, slug);
    const holder = await this.findHolder(kind, slug);
    return !holder || holder === itemId;
  }

  /** Keeps other transactions from choosing the slug until this one ends, so that a check after it stays true. */
  private async reserve(kind: ContentKind, slug: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`slug:${kind}:${slug}`}, 0))`.execute(this.database.db);
  }

  private async findHolder(kind: ContentKind, slug: string): Promise<string | undefined> {
    const row = await this.database.db
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row?.id;
  }

  private async findFree(kind: ContentKind, base: string): Promise<string> {
    const { rows } = await sql<{ slug: string }>`
      select c.slug
      from (
        select n,
               case when n = 1 then ${base} else rtrim(left(${base}, ${MAX - 3}::int), '-') || '-' || n end as slug
        from generate_series(${isFree(base) ? 1 : 2}::int, 50) n
      ) c
      where not exists (select 1 from content_items i where i.kind = ${kind} and i.slug = c.slug)
        and not exists (select 1 from slug_redirects r where r.kind = ${kind} and r.slug = c.slug)
      order by c.n limit 1`.execute(this.database.db);
    return rows[0]?.slug ?? `${base.slice(0, MAX - 7)}-${randomBytes(3).toString('hex')}`;
  }
}

export function slugTaken(slug: string, suggestion: string) {
  const message = `The slug “${slug}” is already taken. “${suggestion}” is available.`;
  return conflict('slug_taken', message, { suggestion, errors: [{ field: 'slug', message }] });
}

/** Routes and ids cannot be slugs: their addresses lead elsewhere. */
const isFree = (slug: string): boolean => !reserved.has(slug) && !isId(slug);
const fallback = (kind: ContentKind): string => `${kind}-${randomBytes(3).toString('hex')}`;
