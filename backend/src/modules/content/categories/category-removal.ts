import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { conflict, invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { CategoryTree } from './category-tree.js';

interface CategoryUse {
  documents: number;
  videos: number;
  subcategories: number;
}

/** Deletes a category and moves its items and subcategories. */
@Injectable()
export class CategoryRemoval {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
  ) {}

  /**
   * @param moveTo the category its documents and videos move to, if any
   * @throws 409 category_in_use with the numbers of items, when there are some and no `moveTo`
   */
  async remove(actor: Actor, id: string, moveTo: string | null): Promise<void> {
    if (moveTo === id)
      throw invalid([
        { field: 'move_to', message: 'The content must move to another category than the one that is deleted.' },
      ]);
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.removeInTransaction(actor, id, moveTo));
  }

  private async removeInTransaction(actor: Actor, id: string, moveTo: string | null): Promise<void> {
    await this.database.transaction(async () => {
      await new CategoryTree(this.database, 'content_categories').lock();
      if (moveTo) await this.lockContent(id);
      // Blocks new items in the category: inserting one takes a share lock on it.
      const category = await this.database.one<{ name: string; parent_category_id: string | null }>(
        'select name, parent_category_id from content_categories where id = $1 for update',
        [id],
      );
      if (!category) throw notFound('This category');
      if (moveTo) await this.moveContent(id, moveTo);
      await this.requireEmpty(id, category.name);
      await this.moveSubcategoriesUp(id, category.parent_category_id);
      await this.database.query('delete from content_categories where id = $1', [id]);
      await this.audit.record({
        actor,
        action: 'category.deleted',
        subject: { type: 'category', id },
        before: category,
        after: { moved_to: moveTo },
      });
      this.cache.invalidate();
    });
  }

  /** Saves lock items before their category, so this does too, in the order of the ids. */
  private async lockContent(id: string): Promise<void> {
    await this.database.query(
      `select count(*) from (
         select i.id from content_items i where i.category_id = $1 order by i.id for no key update
       ) locked`,
      [id],
    );
  }

  /** Moves the items with their counters and search entries. */
  private async moveContent(from: string, to: string): Promise<void> {
    const target = await this.database.one('select id from content_categories where id = $1 for key share', [to]);
    if (!target) throw invalid([{ field: 'move_to', message: 'This category no longer exists.' }]);
    await this.database.query('update content_items set category_id = $2 where category_id = $1', [from, to]);
    await this.database.query('update search_entries set category_id = $2 where part = 0 and category_id = $1', [
      from,
      to,
    ]);
    await this.database.query(
      `with moved as (delete from content_counts where category_id = $1 returning kind, status, audience, n)
       insert into content_counts as c (category_id, kind, status, audience, n)
       select $2, kind, status, audience, n from moved order by kind, status, audience
       on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`,
      [from, to],
    );
  }

  private async requireEmpty(id: string, name: string): Promise<void> {
    const use = await this.database.one<CategoryUse>(
      `select coalesce(sum(c.n) filter (where c.kind = 'document'), 0)::int as documents,
              coalesce(sum(c.n) filter (where c.kind = 'video'), 0)::int as videos,
              (select count(*)::int from content_categories where parent_category_id = $1) as subcategories
       from content_counts c where c.category_id = $1`,
      [id],
    );
    if (!use || use.documents + use.videos === 0) return;
    const { documents, videos, subcategories } = use;
    throw conflict('category_in_use', `“${name}” still has ${listed(use)}. Please choose a category to move them to.`, {
      documents,
      videos,
      subcategories,
    });
  }

  private async moveSubcategoriesUp(id: string, parent: string | null): Promise<void> {
    try {
      await this.database.query('update content_categories set parent_category_id = $2 where parent_category_id = $1', [
        id,
        parent,
      ]);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw conflict(
        'category_exists',
        'A subcategory cannot move up, because a category there has the same name. Please rename it first.',
      );
    }
  }
}

const number = (n: number, word: string): string[] => (n ? [`${n} ${word}${n === 1 ? '' : 's'}`] : []);
const listed = ({ documents, videos }: CategoryUse): string =>
  [...number(documents, 'document'), ...number(videos, 'video')].join(' and ');
