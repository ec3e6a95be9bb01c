import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ITEM_SLUG_MAX } from '@hub/shared/limits';
import { createSlug } from '@hub/shared/slugs';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, invalid } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { ContentKind, Visibility } from '../audience/audience.js';
import type { Actor } from '../../../platform/access/actor.js';
import {
  canReadCategory,
  canWriteCategory,
  type CategoryScope,
  requireWritableCategory,
  selectCategoryScope,
} from '../../auth/index.js';
import type { Item, ItemFields } from './item.js';
import { canChangeVisibility } from './item.policy.js';
import type { ItemFieldsRequest } from './item-fields.dto.js';
import type { Localized } from '../../../platform/language/texts.js';

const reserved = new Set(['create', 'edit', 'new', 'export', 'import']);

/** Whether a path parameter can be a slug at all. */
export const isSlug = (value: string): boolean =>
  value.length <= ITEM_SLUG_MAX && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);

/**
 * Makes the fields to save of an item of any kind from a request or a former state: sets defaults and the slug, checks
 * category and visibility.
 */
@Injectable()
export class ItemFieldsService {
  constructor(private readonly database: Database) {}

  /** @throws 403 internal_not_allowed */
  requireVisibility(actor: Actor, { visibility = 'PUBLIC' }: Pick<ItemFieldsRequest, 'visibility'>): void {
    checkVisibility(actor, 'PUBLIC', visibility);
  }

  /** @throws 400 for a missing category, 403 internal_not_allowed, category_read_only, 409 slug_taken */
  async buildNew(actor: Actor, kind: ContentKind, request: ItemFieldsRequest & { title: string }): Promise<ItemFields> {
    const visibility = request.visibility ?? 'PUBLIC';
    this.requireVisibility(actor, request);
    const categoryId = request.category_id || null;
    await this.checkCategory(actor, categoryId);
    return {
      title: request.title,
      slug: request.slug ? await this.claimSlug(kind, request.slug, null) : await this.deriveSlug(kind, request.title),
      summary: request.summary ?? '',
      category_id: categoryId,
      difficulty: request.difficulty ?? 'BEGINNER',
      visibility,
      tags: distinct(request.tags ?? []),
      meta_title: request.meta_title ?? '',
      meta_description: request.meta_description ?? '',
      thumbnail_placement: request.thumbnail_placement ?? 'PAGE',
    };
  }

  /**
   * Omitted fields and nulls keep their values; a null category removes it.
   * @param base the state that the edit changes: the live one, or the actor's own pending one
   * @throws as {@link buildNew}
   */
  async buildEdit(
    actor: Actor,
    item: Item,
    base: ItemFields,
    request: ItemFieldsRequest & { title?: string },
  ): Promise<ItemFields> {
    const visibility = request.visibility ?? base.visibility;
    checkVisibility(actor, item.visibility, visibility);
    const categoryId = request.category_id === undefined ? base.category_id : request.category_id || null;
    if (categoryId !== base.category_id) await this.checkCategory(actor, categoryId);
    return {
      title: request.title ?? base.title,
      slug: request.slug ? await this.claimSlug(item.kind, request.slug, item.id) : base.slug,
      summary: request.summary ?? base.summary,
      category_id: categoryId,
      difficulty: request.difficulty ?? base.difficulty,
      visibility,
      tags: request.tags ? distinct(request.tags) : base.tags,
      meta_title: request.meta_title ?? base.meta_title,
      meta_description: request.meta_description ?? base.meta_description,
      thumbnail_placement: request.thumbnail_placement ?? base.thumbnail_placement,
    };
  }

  /**
   * Keeps the current visibility, because it may have been restricted since. Category and slug are kept where the
   * former ones no longer exist, are closed to the actor or taken.
   */
  async buildRestored(actor: Actor, item: Item, former: ItemFields): Promise<ItemFields> {
    const slug = (await this.isSlugOpen(item.kind, former.slug, item.id)) ? former.slug : item.slug;
    const categoryId = (await this.isOpenTo(actor, former.category_id)) ? former.category_id : item.category_id;
    return { ...former, slug, category_id: categoryId, visibility: item.visibility };
  }

  /**
   * The reviewer needs the permissions of the change, because the author may have lost them since.
   * @throws 403 internal_not_allowed, category_read_only, 409 slug_taken when another item has taken the new slug
   * meanwhile
   */
  async buildApproved(actor: Actor, item: Item, edit: ItemFields): Promise<ItemFields> {
    checkVisibility(actor, item.visibility, edit.visibility);
    if (edit.slug !== item.slug) await this.claimSlug(item.kind, edit.slug, item.id);
    const category = await this.findCategory(edit.category_id);
    if (category && edit.category_id !== item.category_id) requireWritableCategory(actor, 'content', category.scope);
    return { ...edit, category_id: category ? edit.category_id : null };
  }

  /** A category that the actor may not read is as missing as one that was deleted. */
  private async checkCategory(actor: Actor, id: string | null): Promise<void> {
    const category = await this.findCategory(id);
    if (!category || !canReadCategory(actor, 'content', category.scope))
      throw invalid([{ field: 'category_id', message: (texts) => texts.content.categoryGone }]);
    requireWritableCategory(actor, 'content', category.scope);
  }

  private async isOpenTo(actor: Actor, id: string | null): Promise<boolean> {
    const category = await this.findCategory(id);
    return (
      !!category &&
      canReadCategory(actor, 'content', category.scope) &&
      canWriteCategory(actor, 'content', category.scope)
    );
  }

  /** Undefined when it is missing; no category has no limits. */
  private async findCategory(id: string | null): Promise<{ scope: CategoryScope | null } | undefined> {
    if (!id) return { scope: null };
    return this.database.db
      .selectFrom('content_categories as c')
      .select(selectCategoryScope('c.id').as('scope'))
      .where('c.id', '=', id)
      .executeTakeFirst();
  }

  /** A slug from the title that no item has or had; a title without letters gives `document-xxxxxx`. */
  private async deriveSlug(kind: ContentKind, title: string): Promise<string> {
    const base = createSlug(title) || createFallbackSlug(kind);
    for (;;) {
      const slug = await this.findFreeSlug(kind, base);
      await this.reserveSlug(kind, slug);
      if (!(await this.findSlugHolder(kind, slug))) return slug;
    }
  }

  /**
   * The slug that the author typed, normalised.
   * @param itemId the item that may have it already; null for a new one
   * @throws 409 slug_taken with a suggestion that is free
   */
  async claimSlug(kind: ContentKind, typed: string, itemId: string | null): Promise<string> {
    const wanted = createSlug(typed) || createFallbackSlug(kind);
    await this.reserveSlug(kind, wanted);
    const holder = await this.findSlugHolder(kind, wanted);
    if (isFreeSlug(wanted) && (!holder || holder === itemId)) return wanted;
    throw slugTaken(wanted, await this.findFreeSlug(kind, wanted));
  }

  /** Whether the item can have this slug, for callers that cannot choose another. */
  private async isSlugOpen(kind: ContentKind, slug: string, itemId: string): Promise<boolean> {
    await this.reserveSlug(kind, slug);
    const holder = await this.findSlugHolder(kind, slug);
    return !holder || holder === itemId;
  }

  /** Keeps other transactions from choosing the slug until this one ends, so that a check after it stays true. */
  private async reserveSlug(kind: ContentKind, slug: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`slug:${kind}:${slug}`}, 0))`.execute(this.database.db);
  }

  private async findSlugHolder(kind: ContentKind, slug: string): Promise<string | undefined> {
    const row = await this.database.db
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row?.id;
  }

  private async findFreeSlug(kind: ContentKind, base: string): Promise<string> {
    const { rows } = await sql<{ slug: string }>`
      select c.slug
      from (
        select n,
               case when n = 1 then ${base}
                    else rtrim(left(${base}, ${ITEM_SLUG_MAX - 3}::int), '-') || '-' || n end as slug
        from generate_series(${isFreeSlug(base) ? 1 : 2}::int, 50) n
      ) c
      where not exists (select 1 from content_items i where i.kind = ${kind} and i.slug = c.slug)
        and not exists (select 1 from slug_redirects r where r.kind = ${kind} and r.slug = c.slug)
      order by c.n limit 1`.execute(this.database.db);
    return rows[0]?.slug ?? `${base.slice(0, ITEM_SLUG_MAX - 7)}-${randomBytes(3).toString('hex')}`;
  }
}

function checkVisibility(actor: Actor, from: Visibility, to: Visibility): void {
  if (canChangeVisibility(actor, from, to)) return;
  const message: Localized = ({ content }) =>
    to === 'INTERNAL' ? content.cannotMakeInternal : content.cannotChangeInternal;
  throw forbidden(message, 'internal_not_allowed', { errors: [{ field: 'visibility', message }] });
}

/** Keeps the first of tags that differ only in case or spaces. */
function distinct(tags: string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags.map((each) => each.trim())) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  return [...seen.values()].filter(Boolean);
}

function slugTaken(slug: string, suggestion: string) {
  const message: Localized = (texts) => texts.content.slugTaken({ slug, suggestion });
  return conflict('slug_taken', message, { suggestion, errors: [{ field: 'slug', message }] });
}

/** Routes and ids cannot be slugs: their addresses lead elsewhere. */
const isFreeSlug = (slug: string): boolean => !reserved.has(slug) && !isId(slug);
const createFallbackSlug = (kind: ContentKind): string => `${kind}-${randomBytes(3).toString('hex')}`;
