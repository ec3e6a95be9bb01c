import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { singleLine } from '../../../platform/http/validation/text.js';
import type { CreateCategoryRequest, UpdateCategoryRequest } from './categories.dto.js';
import { categoryAuditFields, changeCategory, newCategoryFields } from './category-fields.js';
import { Category } from './category.entity.js';
import { CategoryTree, rejectDuplicateName } from './category-tree.js';

@Injectable()
export class CategoriesService {
  private readonly tree: CategoryTree;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly events: Events,
  ) {
    this.tree = new CategoryTree(database, 'content_categories');
  }

  /** @returns the id. @throws 409 when a category beside it has that name */
  async create(actor: Actor | null, request: CreateCategoryRequest): Promise<string> {
    const name = singleLine(request.name ?? request.title ?? '');
    if (!name) throw invalid([{ field: 'name', message: 'The name is required.' }]);
    return rejectDuplicateName(name, () =>
      this.database.transaction(async (em) => {
        await this.tree.checkParent(request.parent_category_id || null, null);
        const category = em.create(Category, {
          id: uuidv7(),
          ...newCategoryFields(name, request),
          createdAt: this.events.getPastTime() ?? new Date(),
        });
        await this.record(actor, 'created', category, null);
        return category.id;
      }),
    );
  }

  /** Omitted fields stay the same; an empty parent means none. @throws 409 when a category beside it has that name */
  async update(actor: Actor, id: string, request: UpdateCategoryRequest): Promise<void> {
    await this.database.transaction(async (em) => {
      await this.tree.lock();
      const category = await em.findOne(Category, id);
      if (!category) throw notFound('This category');
      const before = categoryAuditFields(category);
      await changeCategory(this.tree, category, request);
      await rejectDuplicateName(category.name, () => em.flush());
      await this.record(actor, 'updated', category, before);
      this.cache.invalidate();
    });
  }

  private async record(
    actor: Actor | null,
    verb: 'created' | 'updated',
    category: Category,
    before: object | null,
  ): Promise<void> {
    await this.audit.record({
      actor,
      action: `category.${verb}`,
      subject: { type: 'category', id: category.id },
      ...(before && { before }),
      after: categoryAuditFields(category),
    });
  }
}
