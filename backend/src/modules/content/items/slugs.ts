import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import slugify from '@sindresorhus/slugify';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/ids.js';
import type { ContentKind } from './enums.js';

const MAX = 100;
const reserved = new Set(['create', 'edit', 'new', 'export', 'import']);

/**
 * Lower case, each run of other characters one hyphen, none at the ends; umlauts and accents are transliterated first.
 * Signs go before the library sees them, which would make words of some ("&" → "and") and drop apostrophes.
 */
export const slugFrom = (text: string): string =>
  slugify(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '), { decamelize: false })
    .slice(0, MAX)
    .replace(/-+$/, '');

/** Whether a path parameter can be a slug at all. */
export const isSlug = (value: string): boolean => value.length <= MAX && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);

@Injectable()
export class Slugs {
  constructor(private readonly database: Database) {}

  /** A free slug made from the title, and none that old links use; a title without letters gives `document-xxxxxx`. */
  async derive(kind: ContentKind, title: string): Promise<string> {
    const base = slugFrom(title) || fallback(kind);
    for (;;) {
      const slug = await this.firstFree(kind, base);
      await this.reserve(kind, slug);
      if (!(await this.holder(kind, slug))) return slug;
    }
  }

  /**
   * Makes a slug of what the author typed.
   * @param itemId the item that may already have it
   * @throws 409 slug_taken with a suggestion that is free
   */
  async claim(kind: ContentKind, typed: string, itemId: string | null): Promise<string> {
    const wanted = slugFrom(typed) || fallback(kind);
    await this.reserve(kind, wanted);
    const holder = await this.holder(kind, wanted);
    if (isFree(wanted) && (!holder || holder === itemId)) return wanted;
    throw slugTaken(wanted, await this.firstFree(kind, wanted));
  }

  /** An old address goes on leading to its item, until another item takes it. Joins the transaction that has chosen the new one. */
  async moved(kind: ContentKind, itemId: string, before: string | null, after: string): Promise<void> {
    if (before === after) return;
    await this.database.query('delete from slug_redirects where kind = $1 and slug = $2', [kind, after]);
    if (before === null) return;
    await this.database.query(
      'insert into slug_redirects (kind, slug, item_id) values ($1, $2, $3) on conflict (kind, slug) do update set item_id = excluded.item_id',
      [kind, before, itemId],
    );
  }

  /** Whether the item could have this slug now, without a person who would choose another. */
  async isOpen(kind: ContentKind, slug: string, itemId: string): Promise<boolean> {
    await this.reserve(kind, slug);
    const holder = await this.holder(kind, slug);
    return !holder || holder === itemId;
  }

  /** Until this transaction ends nobody else can choose the slug; so whether it is free, asked after this, stays true. */
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
      `select c.slug from (select n, case when n = 1 then $2 else rtrim(left($2, ${MAX - 3}), '-') || '-' || n end as slug from generate_series($3::int, 50) n) c
       where not exists (select 1 from content_items i where i.kind = $1 and i.slug = c.slug)
         and not exists (select 1 from slug_redirects r where r.kind = $1 and r.slug = c.slug) order by c.n limit 1`,
      [kind, base, isFree(base) ? 1 : 2],
    );
    return row?.slug ?? `${base.slice(0, MAX - 7)}-${randomBytes(3).toString('hex')}`;
  }
}

export function slugTaken(slug: string, suggestion: string) {
  const message = `The address "${slug}" is already taken. "${suggestion}" is free.`;
  return conflict('slug_taken', message, { suggestion, errors: [{ field: 'slug', message }] });
}

/** Words that are routes, and ids, would never be found as a slug. */
const isFree = (slug: string): boolean => !reserved.has(slug) && !isId(slug);
const fallback = (kind: ContentKind): string => `${kind}-${randomBytes(3).toString('hex')}`;
