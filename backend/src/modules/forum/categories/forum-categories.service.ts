import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, DomainError, notFound } from '../../../platform/errors/domain-error.js';
import { countCapped } from '../../../platform/http/pagination/pagination.js';
import {
  buildCategory,
  categoryFields,
  type CategoryFields,
  CategoryTree,
  editCategory,
  rejectDuplicateName,
} from '../../content/index.js';
import type { CreateForumCategoryRequest, UpdateForumCategoryRequest } from './forum-categories.dto.js';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

type NewCategory = Pick<CreateForumCategoryRequest, 'name' | 'description'> & Partial<CreateForumCategoryRequest>;

interface CategoryUse {
  threads: number;
  hidden_threads: number;
  subcategories: number;
}

/** What "Setup Default Categories" creates. */
const defaultCategories = [
  {
    name: 'General',
    description: 'Introductions, news and everything else',
    icon: 'users',
    color: '#8B5CF6',
  },
  {
    name: 'Questions',
    description: 'Ask how things are done, and mark the reply that helped',
    icon: 'compass',
    color: '#3B82F6',
  },
  {
    name: 'Ideas',
    description: 'What is missing in the documents and videos, and what could be better',
    icon: 'bulb',
    color: '#10B981',
  },
  {
    name: 'Show and tell',
    description: 'What you have made, moved or found out, and how you did it',
    icon: 'rocket',
    color: '#EC4899',
  },
];

/** Administers the categories of the forum. Each command is one transaction with its audit records. */
@Injectable()
export class ForumCategoriesService {
  private readonly tree: CategoryTree;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
  ) {
    this.tree = new CategoryTree(database, 'forum_categories');
  }

  /**
   * @param at when a seeded category was created
   * @returns the id. @throws 409 category_exists when a category with the same parent has this name
   */
  async create(actor: Actor | null, request: NewCategory, at: Date = new Date()): Promise<string> {
    const id = uuidv7();
    const fields = buildCategory(request.name, request);
    await this.database.transaction(async () => {
      await this.tree.checkParent(fields.parent_category_id, null);
      await rejectDuplicateName(fields.name, () =>
        this.database.db
          .insertInto('forum_categories')
          .values({ id, ...fields, created_at: at })
          .execute(),
      );
      const subject = { type: 'forum_category', id };
      await this.audit.record({ actor, action: 'forum_category.created', subject, after: fields });
      this.cache.invalidate();
    });
    return id;
  }

  /** Omitted fields stay the same; an empty parent means none. @throws 409 category_exists */
  async update(actor: Actor, id: string, request: UpdateForumCategoryRequest): Promise<void> {
    await this.database.transaction(async () => {
      await this.tree.lock();
      const before = await this.find(id);
      const after = await editCategory(this.tree, id, before, request);
      await rejectDuplicateName(after.name, () =>
        this.database.db.updateTable('forum_categories').set(after).where('id', '=', id).execute(),
      );
      const subject = { type: 'forum_category', id };
      await this.audit.record({ actor, action: 'forum_category.updated', subject, before, after });
      this.cache.invalidate();
    });
  }

  /** Deleted threads stay without it. @throws 409 category_in_use while it contains threads or subcategories */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      await this.tree.lock();
      const before = await this.find(id);
      await this.requireEmpty(id, before.name);
      // Addresses of merged threads do not need it: they lead to the other thread.
      await db
        .updateTable('forum_threads')
        .set({ category_id: null })
        .where('category_id', '=', id)
        .where('deleted_at', 'is not', null)
        .execute();
      await db.deleteFrom('forum_categories').where('id', '=', id).execute();
      const subject = { type: 'forum_category', id };
      await this.audit.record({ actor, action: 'forum_category.deleted', subject, before });
      this.cache.invalidate();
    });
  }

  /** @param kept ids of categories that stay. @returns how many */
  async removeEmptyDemo(actor: Actor, completedAt: Date, kept: ReadonlySet<string>): Promise<number> {
    return this.tree.removeEmptyDemo(completedAt, kept, (id) => this.remove(actor, id));
  }

  /**
   * @param at when seeded categories were created
   * @returns how many. @throws 400 categories_exist when there is any category already
   */
  async createDefaults(actor: Actor | null, at?: Date): Promise<number> {
    return this.database.transaction(async () => {
      await this.tree.lock();
      if (await this.database.db.selectFrom('forum_categories').select('id').limit(sql.lit(1)).executeTakeFirst())
        throw new DomainError(400, 'categories_exist', 'Default categories already exist');
      for (const [order_index, category] of defaultCategories.entries())
        await this.create(actor, { ...category, order_index }, at);
      return defaultCategories.length;
    });
  }

  /** @throws 404 */
  private async find(id: string): Promise<CategoryFields> {
    const category = await this.database.db
      .selectFrom('forum_categories')
      .select(categoryFields)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!category) throw notFound('This category');
    return category;
  }

  private async requireEmpty(id: string, name: string): Promise<void> {
    const countThreads = (condition: RawBuilder<boolean>) =>
      countCapped(sql`from forum_threads t where t.category_id = ${id} and t.deleted_at is null and ${condition}`);
    const { rows } = await sql<CategoryUse>`
      select ${countThreads(sql`t.hidden_at is null`)} as threads,
             ${countThreads(sql`t.hidden_at is not null`)} as hidden_threads,
             (select count(*)::int from forum_categories where parent_category_id = ${id}) as subcategories`.execute(
      this.database.db,
    );
    const { threads, hidden_threads, subcategories } = rows[0]!;
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
}
