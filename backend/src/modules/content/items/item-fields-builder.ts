import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid } from '../../../platform/errors/domain-error.js';
import type { Item, ItemFields } from './item.js';
import type { ContentKind, Visibility } from '../audience/enums.js';
import { canChangeVisibility } from './item.policy.js';
import { Slugs } from './slugs.js';
import type { ItemFieldsRequest } from './item-fields.dto.js';

/**
 * Makes the fields to save of an item of any kind from a request or a former state: sets defaults and the slug, checks
 * category and visibility.
 */
@Injectable()
export class ItemFieldsBuilder {
  constructor(
    private readonly database: Database,
    private readonly slugs: Slugs,
  ) {}

  /** @throws 403 internal_not_allowed */
  checkNew(actor: Actor, { visibility = 'PUBLIC' }: Pick<ItemFieldsRequest, 'visibility'>): void {
    checkVisibility(actor, 'PUBLIC', visibility);
  }

  /** @throws 400 for a missing category, 403 internal_not_allowed, 409 slug_taken */
  async forNew(actor: Actor, kind: ContentKind, request: ItemFieldsRequest & { title: string }): Promise<ItemFields> {
    const visibility = request.visibility ?? 'PUBLIC';
    this.checkNew(actor, request);
    const categoryId = request.category_id || null;
    await this.checkCategory(categoryId);
    return {
      title: request.title,
      slug: request.slug
        ? await this.slugs.claim(kind, request.slug, null)
        : await this.slugs.derive(kind, request.title),
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
   * @throws as {@link forNew}
   */
  async forEdit(
    actor: Actor,
    item: Item,
    base: ItemFields,
    request: ItemFieldsRequest & { title?: string },
  ): Promise<ItemFields> {
    const visibility = request.visibility ?? base.visibility;
    checkVisibility(actor, item.visibility, visibility);
    const categoryId = request.category_id === undefined ? base.category_id : request.category_id || null;
    if (categoryId !== base.category_id) await this.checkCategory(categoryId);
    return {
      title: request.title ?? base.title,
      slug: request.slug ? await this.slugs.claim(item.kind, request.slug, item.id) : base.slug,
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
   * former ones no longer exist or are taken.
   */
  async forRestore(item: Item, former: ItemFields): Promise<ItemFields> {
    const slug = (await this.slugs.isOpen(item.kind, former.slug, item.id)) ? former.slug : item.slug;
    const categoryId = (await this.categoryExists(former.category_id)) ? former.category_id : item.category_id;
    return { ...former, slug, category_id: categoryId, visibility: item.visibility };
  }

  /**
   * The reviewer needs the permissions of the change, because the author may have lost them since.
   * @throws 403 internal_not_allowed, 409 slug_taken when another item has taken the new slug meanwhile
   */
  async forApproval(actor: Actor, item: Item, edit: ItemFields): Promise<ItemFields> {
    checkVisibility(actor, item.visibility, edit.visibility);
    if (edit.slug !== item.slug) await this.slugs.claim(item.kind, edit.slug, item.id);
    return { ...edit, category_id: (await this.categoryExists(edit.category_id)) ? edit.category_id : null };
  }

  private async checkCategory(id: string | null): Promise<void> {
    if (!(await this.categoryExists(id)))
      throw invalid([{ field: 'category_id', message: 'This category no longer exists.' }]);
  }

  private async categoryExists(id: string | null): Promise<boolean> {
    if (!id) return true;
    const { db } = this.database;
    return !!(await db.selectFrom('content_categories').select('id').where('id', '=', id).executeTakeFirst());
  }
}

function checkVisibility(actor: Actor, from: Visibility, to: Visibility): void {
  if (canChangeVisibility(actor, from, to)) return;
  const message =
    to === 'INTERNAL'
      ? 'Your role can’t make content internal.'
      : 'Your role can’t change the visibility of internal content.';
  throw forbidden(message, 'internal_not_allowed', { errors: [{ field: 'visibility', message }] });
}

/** Keeps the first of tags that differ only in case or spaces. */
function distinct(tags: string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags.map((each) => each.trim())) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  return [...seen.values()].filter(Boolean);
}
