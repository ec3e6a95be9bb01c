import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { singleLine } from '../../../platform/http/validation/text.js';
import type { CreateCategoryRequest, UpdateCategoryRequest } from './categories.dto.js';
import { buildCategory, categoryFields, editCategory, CategoryTree, rejectDuplicateName } from './category-tree.js';

interface CategoryUse {
  documents: number;
  videos: number;
  subcategories: number;
}

/** Administers the categories of content. */
@Injectable()
export class CategoriesService {
  private readonly tree: CategoryTree;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
  ) {
    this.tree = new CategoryTree(database, 'content_categories');
  }

  /** @param at when it was created. @returns the id. @throws 409 when a category beside it has that name */
  async create(actor: Actor | null, request: CreateCategoryRequest, at = new Date()): Promise<string> {
    const name = singleLine(request.name ?? request.title ?? '');
    if (!name) throw invalid([{ field: 'name', message: 'The name is required.' }]);
    const id = uuidv7();
    const fields = buildCategory(name, request);
    await this.database.transaction(async () => {
      await this.tree.checkParent(fields.parent_category_id, null);
      const row = { id, ...fields, created_at: at };
      await rejectDuplicateName(name, () => this.database.db.insertInto('content_categories').values(row).execute());
      const subject = { type: 'category', id };
      await this.audit.record({ actor, action: 'category.created', subject, after: fields });
    });
    return id;
  }

  /** Omitted fields stay the same; an empty parent means none. @throws 409 when a category beside it has that name */
  async update(actor: Actor, id: string, request: UpdateCategoryRequest): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      await this.tree.lock();
      const before = await db
        .selectFrom('content_categories')
        .select(categoryFields)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!before) throw notFound('This category');
      const after = await editCategory(this.tree, id, before, request);
      await rejectDuplicateName(after.name, () =>
        db.updateTable('content_categories').set(after).where('id', '=', id).execute(),
      );
      const subject = { type: 'category', id };
      await this.audit.record({ actor, action: 'category.updated', subject, before, after });
      this.cache.invalidate();
    });
  }

  /**
   * Deletes a category and moves its items and subcategories.
   * @param moveTo the category its documents and videos move to, if any
   * @throws 409 category_in_use with the numbers of items, when there are some and no `moveTo`
   */
  async remove(actor: Actor, id: string, moveTo: string | null): Promise<void> {
    if (moveTo === id)
      throw invalid([
        { field: 'move_to', message: 'The content must move to another category than the one that is deleted.' },
      ]);
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () =>
      this.database.transaction(async () => {
        const { db } = this.database;
        await this.tree.lock();
        if (moveTo) await this.lockContent(id);
        // Blocks new items in the category: inserting one takes a share lock on it.
        const category = await db
          .selectFrom('content_categories')
          .select(['name', 'parent_category_id'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!category) throw notFound('This category');
        if (moveTo) await this.moveContent(id, moveTo);
        await this.requireEmpty(id, category.name);
        await this.clearTrashed(id);
        await this.moveSubcategoriesUp(id, category.parent_category_id);
        await db.deleteFrom('content_categories').where('id', '=', id).execute();
        await this.audit.record({
          actor,
          action: 'category.deleted',
          subject: { type: 'category', id },
          before: category,
          after: { moved_to: moveTo },
        });
        this.cache.invalidate();
      }),
    );
  }

  /** @param kept ids of categories that stay. @returns how many */
  async removeEmptyDemo(actor: Actor, completedAt: Date, kept: ReadonlySet<string>): Promise<number> {
    return this.tree.removeEmptyDemo(completedAt, kept, (id) => this.remove(actor, id, null));
  }

  /** Saves lock items before their category, so this does too, in the order of the ids. */
  private async lockContent(id: string): Promise<void> {
    await sql`
      select count(*) from (
        select i.id from content_items i where i.category_id = ${id} order by i.id for no key update
      ) locked`.execute(this.database.db);
  }

  /** Moves the items with their counters and search entries. */
  private async moveContent(from: string, to: string): Promise<void> {
    const { db } = this.database;
    const target = await db
      .selectFrom('content_categories')
      .select('id')
      .where('id', '=', to)
      .forKeyShare()
      .executeTakeFirst();
    if (!target) throw invalid([{ field: 'move_to', message: 'This category no longer exists.' }]);
    await db.updateTable('content_items').set({ category_id: to }).where('category_id', '=', from).execute();
    await sql`
      update search_entries set category_id = ${to} where part = 0 and category_id = ${from}`.execute(db);
    await sql`
      with moved as (delete from content_counts where category_id = ${from} returning kind, status, audience, n)
      insert into content_counts as c (category_id, kind, status, audience, n)
      select ${to}, kind, status, audience, n from moved order by kind, status, audience
      on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`.execute(db);
  }

  private async requireEmpty(id: string, name: string): Promise<void> {
    const { rows } = await sql<CategoryUse>`
      select coalesce(sum(c.n) filter (where c.kind = 'document'), 0)::int as documents,
             coalesce(sum(c.n) filter (where c.kind = 'video'), 0)::int as videos,
             (select count(*)::int from content_categories where parent_category_id = ${id}) as subcategories
      from content_counts c where c.category_id = ${id}`.execute(this.database.db);
    const [use] = rows;
    if (!use || use.documents + use.videos === 0) return;
    throw conflict(
      'category_in_use',
      `“${name}” still has ${listUse(use)}. Please choose a category to move them to.`,
      {
        ...use,
      },
    );
  }

  /** Items in the trash do not keep a category from being deleted; they are restored without it. */
  private async clearTrashed(id: string): Promise<void> {
    await sql`
      update content_items set category_id = null where category_id = ${id} and deleted_at is not null`.execute(
      this.database.db,
    );
  }

  private async moveSubcategoriesUp(id: string, parent: string | null): Promise<void> {
    try {
      await this.database.db
        .updateTable('content_categories')
        .set({ parent_category_id: parent })
        .where('parent_category_id', '=', id)
        .execute();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw conflict(
        'category_exists',
        'A subcategory cannot move up, because a category there has the same name. Please rename it first.',
      );
    }
  }
}

const count = (n: number, word: string): string[] => (n ? [`${n} ${word}${n === 1 ? '' : 's'}`] : []);
const listUse = ({ documents, videos }: CategoryUse): string =>
  [...count(documents, 'document'), ...count(videos, 'video')].join(' and ');
