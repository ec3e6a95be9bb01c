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
import { COUNT_CAP } from '../shared/forum-limits.js';
import { defaultCategories } from './default-categories.js';
import type { CreateForumCategoryRequest, UpdateForumCategoryRequest } from './forum-categories.dto.js';
import { ForumCategory } from './forum-category.entity.js';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

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
      this.cache.invalidate();
    });
  }

  /** Deleted threads stay without it. @throws 409 category_in_use while it contains threads or subcategories */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      await this.tree.lock();
      const category = await em.findOne(ForumCategory, id);
      if (!category) throw notFound('This category');
      await this.rejectUsed(category);
      // Addresses of merged threads do not need it: they lead to the other thread.
      await this.database.query(
        'update forum_threads set category_id = null where category_id = $1 and deleted_at is not null',
        [id],
      );
      await this.database.query('delete from forum_categories where id = $1', [id]);
      await this.record(actor, 'deleted', id, categoryAuditFields(category), null);
      this.cache.invalidate();
    });
  }

  /** @returns how many. @throws 400 categories_exist when there is any category already */
  async createDefaults(actor: Actor | null): Promise<number> {
    return this.database.transaction(async (em) => {
      await this.tree.lock();
      if (await this.database.one('select 1 as found from forum_categories limit 1'))
        throw new DomainError(400, 'categories_exist', 'Default categories already exist');
      for (const [order_index, category] of defaultCategories.entries())
        await this.insert(em, actor, { ...category, order_index });
      return defaultCategories.length;
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
    this.cache.invalidate();
    return category.id;
  }

  private async rejectUsed({ id, name }: ForumCategory): Promise<void> {
    const use = await this.database.one<{ threads: number; hidden_threads: number; subcategories: number }>(
      `select ${countThreads('t.hidden_at is null')} as threads,
              ${countThreads('t.hidden_at is not null')} as hidden_threads,
              (select count(*)::int from forum_categories where parent_category_id = $1) as subcategories`,
      [id],
    );
    const { threads = 0, hidden_threads = 0, subcategories = 0 } = use ?? {};
    if (threads + hidden_threads + subcategories === 0) return;
    const contents = [
      ...(subcategories ? ['subcategories'] : []),
      ...(threads ? ['threads'] : []),
      ...(hidden_threads ? ['hidden threads, which lists do not show'] : []),
    ];
    throw conflict(
      'category_in_use',
      `“${name}” contains ${listFormat.format(contents)}. Please move or delete them first.`,
      { threads, hidden_threads, subcategories },
    );
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

/** SQL: the number of threads of the category $1 that are not deleted. */
const countThreads = (condition: string): string => `(
  select count(*)::int from (
    select 1 from forum_threads t
    where t.category_id = $1 and t.deleted_at is null and ${condition} limit ${COUNT_CAP + 1}
  ) n)`;
