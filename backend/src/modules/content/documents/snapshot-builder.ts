import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid } from '../../../platform/http/errors/domain-error.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { Visibility } from '../items/enums.js';
import { Slugs } from '../items/slugs.js';
import type { DocumentSnapshot } from './revisions/document-revision.entity.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';
import { canChangeVisibility } from '../items/item.policy.js';

/**
 * Makes the snapshot to save from a request or a former text: sets defaults and the slug, checks category and
 * visibility.
 */
@Injectable()
export class SnapshotBuilder {
  constructor(
    private readonly database: Database,
    private readonly slugs: Slugs,
  ) {}

  async forNew(actor: Actor, request: CreateDocumentRequest): Promise<DocumentSnapshot> {
    const visibility = request.visibility ?? 'PUBLIC';
    checkVisibility(actor, 'PUBLIC', visibility);
    const category_id = request.category_id || null;
    await this.checkCategory(category_id);
    return {
      title: request.title,
      slug: request.slug
        ? await this.slugs.claim('document', request.slug, null)
        : await this.slugs.derive('document', request.title),
      summary: request.summary ?? '',
      content: request.content,
      category_id,
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
   * @param base the text that the edit changes: the live one, or the actor's own pending one
   */
  async forEdit(
    actor: Actor,
    item: ContentItem,
    base: DocumentSnapshot,
    request: UpdateDocumentRequest,
  ): Promise<DocumentSnapshot> {
    const visibility = request.visibility ?? base.visibility;
    checkVisibility(actor, item.visibility, visibility);
    const category_id = request.category_id === undefined ? base.category_id : request.category_id || null;
    if (category_id !== base.category_id) await this.checkCategory(category_id);
    return {
      title: request.title ?? base.title,
      slug: request.slug ? await this.slugs.claim('document', request.slug, item.id) : base.slug,
      summary: request.summary ?? base.summary,
      content: request.content ?? base.content,
      category_id,
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
  async forRestore(item: ContentItem, former: DocumentSnapshot): Promise<DocumentSnapshot> {
    const slug = (await this.slugs.isOpen('document', former.slug, item.id)) ? former.slug : item.slug;
    const category_id = (await this.categoryExists(former.category_id))
      ? former.category_id
      : (item.categoryId ?? null);
    return { ...former, slug, category_id, visibility: item.visibility };
  }

  /**
   * The reviewer needs the permissions of the change, because the author may have lost them since.
   * @throws 403 internal_not_allowed, 409 slug_taken when another item has taken the new slug meanwhile
   */
  async forApproval(actor: Actor, item: ContentItem, edit: DocumentSnapshot): Promise<DocumentSnapshot> {
    checkVisibility(actor, item.visibility, edit.visibility);
    if (edit.slug !== item.slug) await this.slugs.claim('document', edit.slug, item.id);
    return { ...edit, category_id: (await this.categoryExists(edit.category_id)) ? edit.category_id : null };
  }

  private async checkCategory(id: string | null): Promise<void> {
    if (!(await this.categoryExists(id)))
      throw invalid([{ field: 'category_id', message: 'This category no longer exists.' }]);
  }

  private async categoryExists(id: string | null): Promise<boolean> {
    return !id || !!(await this.database.one('select 1 as found from content_categories where id = $1', [id]));
  }
}

function checkVisibility(actor: Actor, from: Visibility, to: Visibility): void {
  if (canChangeVisibility(actor, from, to)) return;
  const message = `Your role can’t ${to === 'INTERNAL' ? 'choose' : 'change'} the visibility INTERNAL.`;
  throw forbidden(message, 'internal_not_allowed', { errors: [{ field: 'visibility', message }] });
}

/** Keeps the first of tags that differ only in case or spaces. */
function distinct(tags: string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags.map((each) => each.trim())) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  return [...seen.values()].filter(Boolean);
}
