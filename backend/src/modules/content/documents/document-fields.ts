import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid } from '../../../platform/http/domain-error.js';
import type { ContentItem, ItemFields } from '../items/content-item.entity.js';
import type { Visibility } from '../items/enums.js';
import { Slugs } from '../items/slugs.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';

/** Turns a checked request into the fields of an item: defaults, slug, and what needs the database to be judged. */
@Injectable()
export class DocumentFields {
  constructor(
    private readonly database: Database,
    private readonly slugs: Slugs,
  ) {}

  async forNew(actor: Actor, request: CreateDocumentRequest): Promise<ItemFields> {
    this.checkVisibility(actor, request.visibility);
    const categoryId = request.category_id || null;
    await this.checkCategory(categoryId);
    return {
      title: request.title,
      slug: request.slug ? await this.slugs.claim('document', request.slug, null) : await this.slugs.derive('document', request.title),
      summary: request.summary ?? '',
      categoryId,
      difficulty: request.difficulty ?? 'BEGINNER',
      visibility: request.visibility ?? 'PUBLIC',
      tags: distinct(request.tags ?? []),
      metaTitle: request.meta_title ?? '',
      metaDescription: request.meta_description ?? '',
    };
  }

  /** Only what the request carries; null means "not given", but for the category, where it means none. */
  async forEdit(actor: Actor, item: ContentItem, request: UpdateDocumentRequest): Promise<Partial<ItemFields>> {
    if (request.visibility !== item.visibility) this.checkVisibility(actor, request.visibility);
    const current = item.categoryId ?? null;
    const categoryId = request.category_id === undefined ? current : request.category_id || null;
    if (categoryId !== current) await this.checkCategory(categoryId);
    const slug = request.slug ? await this.slugs.claim('document', request.slug, item.id) : item.slug;
    return {
      title: request.title ?? item.title,
      slug,
      summary: request.summary ?? item.summary,
      categoryId,
      difficulty: request.difficulty ?? item.difficulty,
      visibility: request.visibility ?? item.visibility,
      tags: request.tags ? distinct(request.tags) : item.tags,
      metaTitle: request.meta_title ?? item.metaTitle,
      metaDescription: request.meta_description ?? item.metaDescription,
    };
  }

  private checkVisibility(actor: Actor, visibility: Visibility | undefined): void {
    if (visibility !== 'INTERNAL' || actor.can('content.set_internal')) return;
    const message = 'Your role may not choose the visibility INTERNAL.';
    throw forbidden(message, 'internal_not_allowed', { errors: [{ field: 'visibility', message }] });
  }

  private async checkCategory(id: string | null): Promise<void> {
    if (id && !(await this.database.one('select 1 as found from content_categories where id = $1', [id]))) {
      throw invalid([{ field: 'category_id', message: 'This category does not exist any more.' }]);
    }
  }
}

/** Tags differ by more than case and spaces. */
function distinct(tags: string[]): string[] {
  const seen = new Map(tags.map((tag) => [tag.trim().toLowerCase(), tag.trim()]));
  return [...seen.values()].filter(Boolean);
}
