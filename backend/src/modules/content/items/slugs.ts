import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import slugify from '@sindresorhus/slugify';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/domain-error.js';
import { isId } from '../../../platform/http/ids.js';
import type { ContentKind } from './enums.js';

const MAX = 100;
const reserved = new Set(['create', 'edit', 'new']);

/** Lower case, each run of other characters one hyphen, none at the ends; umlauts and accents are transliterated first. */
export const slugFrom = (text: string): string => slugify(text, { decamelize: false }).slice(0, MAX).replace(/-+$/, '');

@Injectable()
export class Slugs {
  constructor(private readonly database: Database) {}

  /** A free slug made from the title; a title without letters gives `document-xxxxxx`. */
  async derive(kind: ContentKind, title: string): Promise<string> {
    return this.firstFree(kind, slugFrom(title) || fallback(kind));
  }

  /**
   * Makes a slug of what the author typed.
   * @param itemId the item that may already have it
   * @throws 409 slug_taken with a suggestion that is free
   */
  async claim(kind: ContentKind, typed: string, itemId: string | null): Promise<string> {
    const wanted = slugFrom(typed) || fallback(kind);
    const holder = await this.database.one<{ id: string }>('select id from content_items where kind = $1 and slug = $2', [kind, wanted]);
    if (isFree(wanted) && (!holder || holder.id === itemId)) return wanted;
    throw slugTaken(wanted, await this.firstFree(kind, wanted));
  }

  private async firstFree(kind: ContentKind, base: string): Promise<string> {
    const row = await this.database.one<{ slug: string }>(
      `select c.slug from (select n, $2 || case when n = 1 then '' else '-' || n end as slug from generate_series($3::int, 50) n) c
       where not exists (select 1 from content_items i where i.kind = $1 and i.slug = c.slug) order by c.n limit 1`,
      [kind, base, isFree(base) ? 1 : 2],
    );
    return row?.slug ?? `${base}-${randomBytes(3).toString('hex')}`;
  }
}

export function slugTaken(slug: string, suggestion: string) {
  const message = `The address "${slug}" is already taken. "${suggestion}" is free.`;
  return conflict('slug_taken', message, { suggestion, errors: [{ field: 'slug', message }] });
}

/** Words that are routes, and ids, would never be found as a slug. */
const isFree = (slug: string): boolean => !reserved.has(slug) && !isId(slug);
const fallback = (kind: ContentKind): string => `${kind}-${randomBytes(3).toString('hex')}`;
