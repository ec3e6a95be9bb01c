import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, DomainError, notFound } from '../../../platform/http/errors/domain-error.js';
import {
  categoryAuditFields,
  CategoryTree,
  changeCategory,
  newCategoryFields,
  rejectDuplicateName,
} from '../../content/index.js';
import { defaultCategories } from './default-categories.js';
import type { CreateForumCategoryRequest, UpdateForumCategoryRequest } from './forum-categories.dto.js';
import { ForumCategory } from './forum-category.entity.js';

type CategoryFields = Pick<CreateForumCategoryRequest, 'name' | 'description'> & Partial<CreateForumCategoryRequest>;

/** Administers the categories of the forum. Each command is one transaction with its audit records. */
@Injectable()
export class ForumCategoriesService {
  private readonly tree: CategoryTree;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly events: Events,
  ) {
    this.tree = new CategoryTree(database, 'forum_categories');
  }

  /** @returns the id. @throws 409 category_exists when a category with the same parent has this name */
  async create(actor: Actor | null, request: CategoryFields): Promise<string> {
    return rejectDuplicateName(request.name, () => this.database.transaction((em) => this.insert(em, actor, request)));
  }

  /** Omitted fields stay the same; an empty parent means none. @throws 409 category_exists */
  async update(actor: Actor, id: string, request: UpdateForumCategoryRequest): Promise<void> {
    await this.database.transaction(async (em) => {
      await this.tree.lock();
      const category = await em.findOne(ForumCategory, id);
      if (!category) throw notFound('This category');
      const before = categoryAuditFields(category);
      await changeCategory(this.tree, category, request);
      await rejectDuplicateName(category.name, () => em.flush());
      await this.record(actor, 'updated', id, before, categoryAuditFields(category));
      await this.cache.invalidate();
    });
  }

  /** @throws 409 category_in_use while it contains threads or subcategories */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      await this.tree.lock();
      const category = await em.findOne(ForumCategory, id);
      if (!category) throw notFound('This category');
      await this.rejectUsed(category);
      await this.database.query('delete from forum_categories where id = $1', [id]);
      await this.record(actor, 'deleted', id, categoryAuditFields(category), null);
      await this.cache.invalidate();
    });
  }

  /** @throws 400 categories_exist when there is any category already */
  async createDefaults(actor: Actor | null): Promise<number> {
    return this.database.transaction(async (em) => {
      await this.tree.lock();
      if (await this.database.one('select 1 as found from forum_categories limit 1'))
        throw new DomainError(400, 'categories_exist', 'Default categories already exist');
      let created = 0;
      for (const [order_index, { subcategories = [], ...category }] of defaultCategories.entries()) {
        const parent = await this.insert(em, actor, { ...category, order_index });
        for (const [index, subcategory] of subcategories.entries())
          await this.insert(em, actor, { ...subcategory, order_index: index, parent_category_id: parent });
        created += 1 + subcategories.length;
      }
      return created;
    });
  }

  private async insert(em: EntityManager, actor: Actor | null, request: CategoryFields): Promise<string> {
    await this.tree.checkParent(request.parent_category_id || null, null);
    const category = em.create(ForumCategory, {
      id: uuidv7(),
      ...newCategoryFields(request.name, request),
      createdAt: this.events.getPastTime() ?? new Date(),
    });
    await em.flush();
    await this.record(actor, 'created', category.id, null, categoryAuditFields(category));
    await this.cache.invalidate();
    return category.id;
  }

  private async rejectUsed({ id, name }: ForumCategory): Promise<void> {
    // Deleted and hidden threads count, too: their rows keep the category.
    const use = await this.database.one<{ threads: number; subcategories: number }>(
      `select (select count(*)::int from (select 1 from forum_threads where category_id = $1 limit 1001) t) as threads,
              (select count(*)::int from forum_categories where parent_category_id = $1) as subcategories`,
      [id],
    );
    if (!use || use.threads + use.subcategories === 0) return;
    const reason = use.subcategories
      ? `“${name}” has subcategories. Please move or delete them first.`
      : `“${name}” contains threads. Please move them to another category first.`;
    throw conflict('category_in_use', reason, { ...use });
  }

  private async record(
    actor: Actor | null,
    verb: 'created' | 'updated' | 'deleted',
    id: string,
    before: object | null,
    after: object | null,
  ): Promise<void> {
    await this.audit.record({
      actor,
      action: `forum_category.${verb}`,
      subject: { type: 'forum_category', id },
      ...(before && { before }),
      ...(after && { after }),
    });
  }
}
