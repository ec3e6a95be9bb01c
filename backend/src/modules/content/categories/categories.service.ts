import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { isNotTrashed } from '../audience/audience.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import {
  CategoryAccessService,
  CategoryNamesRegistry,
  type CategoryRules,
  type DescribedRules,
  hasRules,
  isCategoryOpenToAll,
  isCategoryReadable,
} from '../../auth/index.js';
import { createLastRanks } from '../../../platform/database/ranks.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { singleLine } from '../../../platform/http/validation/text.js';
import type { CreateCategoryRequest, UpdateCategoryRequest } from './categories.dto.js';
import { buildCategory, categoryFields, editCategory, CategoryTree, rejectDuplicateName } from './category-tree.js';
import type { Texts } from '../../../platform/language/texts.js';

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
    private readonly access: CategoryAccessService,
    names: CategoryNamesRegistry,
  ) {
    this.tree = new CategoryTree(database, 'content_categories');
    names.register('content', () => this.tree.list());
  }

  /**
   * @param at when it was created
   * @returns the id. @throws 409 when a category beside it has that name, 400 for groups that do not exist
   */
  async create(actor: Actor | null, request: CreateCategoryRequest, at = new Date()): Promise<string> {
    const name = singleLine(request.name ?? request.title ?? '');
    if (!name) throw invalid([{ field: 'name', message: (texts) => texts.content.nameRequired }]);
    const id = uuidv7();
    const fields = { ...buildCategory(name, request), is_series: request.is_series ?? false };
    await this.database.transaction(async () => {
      await this.tree.lock();
      await this.tree.checkParent(actor, fields.parent_category_id, null);
      const row = { id, ...fields, created_at: at };
      await rejectDuplicateName(name, () => this.database.db.insertInto('content_categories').values(row).execute());
      const subject = { type: 'category', id };
      await this.audit.record({ actor, action: 'category.created', subject, after: fields });
      if (fields.parent_category_id || hasRules(request)) await this.syncLimits(actor, id, request);
    });
    return id;
  }

  /**
   * Omitted fields and rules stay the same; an empty parent means none.
   * @throws 409 when a category beside it has that name, 400 for groups that do not exist
   */
  async update(actor: Actor, id: string, request: UpdateCategoryRequest): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      await this.tree.lock();
      const before = await db
        .selectFrom('content_categories')
        .select([...categoryFields, 'is_series'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!before) throw notFound('category');
      const edited = await editCategory(actor, this.tree, id, before, request);
      const after = { ...edited, is_series: request.is_series ?? before.is_series };
      await rejectDuplicateName(after.name, () =>
        db.updateTable('content_categories').set(after).where('id', '=', id).execute(),
      );
      const subject = { type: 'category', id };
      await this.audit.record({ actor, action: 'category.updated', subject, before, after });
      if (after.parent_category_id !== before.parent_category_id || hasRules(request))
        await this.syncLimits(actor, id, request);
      this.cache.invalidate();
    });
  }

  async getAccess(id: string): Promise<DescribedRules> {
    return this.access.describe(id, await this.tree.list());
  }

  /** Changes which groups may read, write and moderate in a category. @throws 404, 400 for groups that do not exist */
  async changeAccess(actor: Actor, id: string, rules: Partial<CategoryRules>): Promise<void> {
    await this.database.transaction(async () => {
      await this.tree.lock();
      const tree = await this.tree.list();
      if (!tree.some((category) => category.id === id)) throw notFound('category');
      await this.access.change(actor, { area: 'content', id, type: 'category' }, rules, tree);
    });
  }

  /** Part of the transaction that creates or edits a category, so that a limited one is open to others at no time. */
  private async syncLimits(actor: Actor | null, id: string, rules: Partial<CategoryRules>): Promise<void> {
    const tree = await this.tree.list();
    const category = { area: 'content', id, type: 'category' } as const;
    if (hasRules(rules)) await this.access.change(actor, category, rules, tree);
    else await this.access.syncScopes('content', tree);
  }

  /**
   * Deletes a category and moves its items and subcategories.
   * @param moveTo the category its documents and videos move to, if any
   * @throws 409 category_in_use with the numbers of items, when there are some and no `moveTo`; category_limited when
   *   it decides who reads or writes in its subcategories; 400 when the actor may not read in `moveTo`
   */
  async remove(actor: Actor, id: string, moveTo: string | null): Promise<void> {
    if (moveTo === id) throw invalid([{ field: 'move_to', message: (texts) => texts.content.moveToOtherCategory }]);
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
        if (!category) throw notFound('category');
        if (moveTo) await this.moveContent(actor, id, moveTo);
        await this.requireEmpty(id, category.name);
        await this.clearTrashed(id);
        await this.access.remove(id, category.name);
        await this.moveSubcategoriesUp(id, category.parent_category_id);
        await db.deleteFrom('content_categories').where('id', '=', id).execute();
        await this.access.syncScopes('content', await this.tree.list());
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

  /** Moves the items with their counters and search entries; their trees come after those of the other category. */
  private async moveContent(actor: Actor, from: string, to: string): Promise<void> {
    const { db } = this.database;
    const target = await db
      .selectFrom('content_categories')
      .select('id')
      .where('id', '=', to)
      .where(isCategoryReadable(actor, 'content_categories.id'))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!target) throw invalid([{ field: 'move_to', message: (texts) => texts.content.categoryGone }]);
    await this.movePositions(from, to);
    await db.updateTable('content_items').set({ category_id: to }).where('category_id', '=', from).execute();
    await sql`
      update search_entries set category_id = ${to} where part = 0 and category_id = ${from}`.execute(db);
    await sql`
      with moved as (delete from content_counts where category_id = ${from} returning kind, status, audience, n)
      insert into content_counts as c (category_id, kind, status, audience, n)
      select ${to}, kind, status, audience, n from moved order by kind, status, audience
      on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`.execute(db);
    await this.access.announceMove(from, to);
  }

  /** Before the items: a trigger takes the parents of items that have positions in another category. */
  private async movePositions(from: string, to: string): Promise<void> {
    const { db } = this.database;
    const listRoot = (category: string) =>
      db.selectFrom('content_positions').select(['item_id', 'rank']).where('level_id', '=', category);
    const last = await listRoot(to).orderBy('rank', 'desc').limit(sql.lit(1)).executeTakeFirst();
    const root = await listRoot(from).orderBy('rank').orderBy('item_id').execute();
    const ids = root.map(({ item_id }) => item_id);
    await db.updateTable('content_positions').set({ category_id: to }).where('category_id', '=', from).execute();
    await sql`
      update content_positions p set rank = n.rank
      from unnest(${ids}::uuid[], ${createLastRanks(last?.rank ?? null, ids.length)}::text[]) as n (id, rank)
      where p.item_id = n.id`.execute(db);
  }

  private async requireEmpty(id: string, name: string): Promise<void> {
    const { rows } = await sql<CategoryUse>`
      select coalesce(sum(c.n) filter (where c.kind = 'document'), 0)::int + (
               select count(*)::int from content_items i
               where i.category_id = ${id} and i.is_template and ${isNotTrashed('i')}
             ) as documents,
             coalesce(sum(c.n) filter (where c.kind = 'video'), 0)::int as videos,
             (select count(*)::int from content_categories where parent_category_id = ${id}) as subcategories
      from content_counts c where c.category_id = ${id}`.execute(this.database.db);
    const [use] = rows;
    if (!use || use.documents + use.videos === 0) return;
    throw conflict('category_in_use', (texts) => texts.content.categoryInUse({ name, use: listUse(use, texts) }), {
      ...use,
    });
  }

  /**
   * Items in the trash do not keep a category from being deleted; they are restored without it. As drafts where its
   * limits kept readers out, so that nothing is open to all by being restored.
   */
  private async clearTrashed(id: string): Promise<void> {
    await sql`
      update content_items i
      set category_id = null,
          deleted_status = case when ${isCategoryOpenToAll('i.category_id')} then i.deleted_status else 'DRAFT' end
      where i.category_id = ${id} and i.deleted_at is not null`.execute(this.database.db);
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
      throw conflict('category_exists', (texts) => texts.content.categoryExists);
    }
  }
}

function listUse({ documents, videos }: CategoryUse, { content }: Texts): string {
  if (!videos) return content.documents(documents);
  if (!documents) return content.videos(videos);
  return content.documentsAndVideos({ documents: content.documents(documents), videos: content.videos(videos) });
}
