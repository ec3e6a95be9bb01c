import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import {
  CategoryAccessService,
  CategoryNamesRegistry,
  type CategoryRules,
  type DescribedRules,
  hasRules,
  isCategoryOpenToAll,
} from '../../auth/index.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
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
import { ForumCounters } from '../repositories/forum-counters.js';
import type { CreateForumCategoryRequest, UpdateForumCategoryRequest } from './forum-categories.dto.js';
import { formatList, type Texts } from '../../../platform/language/texts.js';

type NewCategory = Pick<CreateForumCategoryRequest, 'name' | 'description'> & Partial<CreateForumCategoryRequest>;

interface CategoryUse {
  threads: number;
  hidden_threads: number;
  subcategories: number;
}

/** What "Setup Default Categories" creates; their names are of the catalogue, in the language of who creates them. */
const defaultCategories = [
  { key: 'general', icon: 'users', color: '#8B5CF6' },
  { key: 'questions', icon: 'compass', color: '#3B82F6' },
  { key: 'ideas', icon: 'bulb', color: '#10B981' },
  { key: 'showAndTell', icon: 'rocket', color: '#EC4899' },
] as const;

/** Administers the categories of the forum. Each command is one transaction with its audit records. */
@Injectable()
export class ForumCategoriesService {
  private readonly tree: CategoryTree;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly access: CategoryAccessService,
    private readonly counters: ForumCounters,
    names: CategoryNamesRegistry,
  ) {
    this.tree = new CategoryTree(database, 'forum_categories');
    names.register('forum', () => this.tree.list());
  }

  /**
   * @param at when a seeded category was created
   * @returns the id. @throws 409 category_exists when a category with the same parent has this name, 400 for groups
   *   that do not exist
   */
  async create(actor: Actor | null, request: NewCategory, at: Date = new Date()): Promise<string> {
    const id = uuidv7();
    const fields = buildCategory(request.name, request);
    await this.database.transaction(async () => {
      await this.tree.lock();
      await this.tree.checkParent(actor, fields.parent_category_id, null);
      await rejectDuplicateName(fields.name, () =>
        this.database.db
          .insertInto('forum_categories')
          .values({ id, ...fields, created_at: at })
          .execute(),
      );
      const subject = { type: 'forum_category', id };
      await this.audit.record({ actor, action: 'forum_category.created', subject, after: fields });
      if (fields.parent_category_id || hasRules(request)) await this.syncLimits(actor, id, request);
      this.cache.invalidate();
    });
    return id;
  }

  /** Omitted fields and rules stay the same; an empty parent means none. @throws 409 category_exists, 400 */
  async update(actor: Actor, id: string, request: UpdateForumCategoryRequest): Promise<void> {
    await this.runInTransaction(async () => {
      await this.tree.lock();
      const before = await this.find(id);
      const after = await editCategory(actor, this.tree, id, before, request);
      const save = () =>
        rejectDuplicateName(after.name, () =>
          this.database.db.updateTable('forum_categories').set(after).where('id', '=', id).execute(),
        );
      const hasMoved = after.parent_category_id !== before.parent_category_id;
      // Those who post hold the limits before they wait for the row.
      if (!hasMoved && !hasRules(request)) await save();
      else
        await this.counters.changeLimits(async () => {
          await save();
          await this.syncLimits(actor, id, request);
        });
      const subject = { type: 'forum_category', id };
      await this.audit.record({ actor, action: 'forum_category.updated', subject, before, after });
      this.cache.invalidate();
    });
  }

  /** Part of the transaction that creates or edits a category, so that a limited one is open to others at no time. */
  private async syncLimits(actor: Actor | null, id: string, rules: Partial<CategoryRules>): Promise<void> {
    const tree = await this.tree.list();
    const category = { area: 'forum', id, type: 'forum_category' } as const;
    if (hasRules(rules)) await this.access.change(actor, category, rules, tree);
    else await this.access.syncScopes('forum', tree);
  }

  async getAccess(id: string): Promise<DescribedRules> {
    return this.access.describe(id, await this.tree.list());
  }

  /** Changes which groups may read, write and moderate in a category. @throws 404, 400 for groups that do not exist */
  async changeAccess(actor: Actor, id: string, rules: Partial<CategoryRules>): Promise<void> {
    await this.runInTransaction(async () => {
      await this.tree.lock();
      await this.find(id);
      const category = { area: 'forum', id, type: 'forum_category' } as const;
      await this.counters.changeLimits(async () => this.access.change(actor, category, rules, await this.tree.list()));
    });
  }

  /** Deleted threads stay without it. @throws 409 category_in_use while it contains threads or subcategories */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      await this.tree.lock();
      const before = await this.find(id);
      await this.requireEmpty(id, before.name);
      // Addresses of merged threads do not need it: they lead to the other thread. Those of a category with limits are
      // restored as hidden ones, so that nothing is open to all by being restored.
      await sql`
        update forum_threads t
        set category_id = null,
            hidden_at = case when ${isCategoryOpenToAll('t.category_id')} then t.hidden_at
                        else coalesce(t.hidden_at, now()) end
        where t.category_id = ${id} and t.deleted_at is not null`.execute(db);
      await this.access.remove(id, before.name);
      await db.deleteFrom('forum_categories').where('id', '=', id).execute();
      await this.access.syncScopes('forum', await this.tree.list());
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
  async createDefaults(actor: Actor | null, { forum }: Texts, at?: Date): Promise<number> {
    return this.database.transaction(async () => {
      await this.tree.lock();
      if (await this.database.db.selectFrom('forum_categories').select('id').limit(sql.lit(1)).executeTakeFirst())
        throw new DomainError(400, 'categories_exist', (texts) => texts.forum.categoriesExist);
      for (const [order_index, { key, ...style }] of defaultCategories.entries())
        await this.create(actor, { ...forum.defaultCategories[key], ...style, order_index }, at);
      return defaultCategories.length;
    });
  }

  /** Raises the statement timeout: the posts of a category count no longer, or again, when its limits change. */
  private async runInTransaction(work: () => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.database.transaction(work));
  }

  /** @throws 404 */
  private async find(id: string): Promise<CategoryFields> {
    const category = await this.database.db
      .selectFrom('forum_categories')
      .select(categoryFields)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!category) throw notFound('category');
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
    throw conflict(
      'category_in_use',
      (texts) => {
        const contents = [
          ...(subcategories ? [texts.forum.subcategories] : []),
          ...(threads ? [texts.forum.threads] : []),
          ...(hidden_threads ? [texts.forum.hiddenThreads] : []),
        ];
        return texts.forum.categoryInUse({ name, list: formatList(texts, contents) });
      },
      { threads, hidden_threads, subcategories },
    );
  }
}
