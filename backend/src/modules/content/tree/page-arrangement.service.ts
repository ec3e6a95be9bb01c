import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { createLastRanks } from '../../../platform/database/ranks.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { MAX_PAGE_DEPTH } from '../items/item-trail.js';
import { PositionsRepository } from './positions.repository.js';

/** A new item and the one that it is to be below; null for the root level. */
export interface ArrangedPage {
  id: string;
  parentId: string | null;
}

/** Gives imported pages the order and the hierarchy of their source. */
@Injectable()
export class PageArrangementService {
  constructor(
    private readonly database: Database,
    private readonly positions: PositionsRepository,
    private readonly cache: QueryCache,
  ) {}

  /**
   * Puts new items in their order behind the others of their levels, below parents that have the same category.
   * @param pages siblings in their order; parents anywhere among them
   */
  async arrange(pages: readonly ArrangedPage[]): Promise<void> {
    await this.runInTransaction(async () => {
      const found = await this.positions.listCategories(pages.flatMap(({ id, parentId }) => [id, parentId ?? id]));
      await this.positions.lockCategories([...new Set(found.values())]);
      const byParent = Map.groupBy(pages, ({ id, parentId }) =>
        parentId !== null && parentId !== id && found.get(parentId) === found.get(id) ? parentId : null,
      );
      const arrangeLevel = async (parentId: string | null): Promise<void> => {
        const byCategory = Map.groupBy(byParent.get(parentId) ?? [], ({ id }) => found.get(id));
        byParent.delete(parentId);
        for (const [categoryId, siblings] of byCategory) {
          if (categoryId === undefined) continue;
          const path = parentId ? await this.positions.listPath(parentId) : [];
          // What is too deep is below the last page that may have children.
          const parent = path.at(Math.max(0, path.length - MAX_PAGE_DEPTH + 1))?.item_id ?? null;
          const last = await this.positions.findLastRank(parent ?? categoryId, siblings[0]!.id);
          const ranks = createLastRanks(last, siblings.length);
          await this.positions.setAll(
            parent,
            siblings.map(({ id }, n) => ({ id, rank: ranks[n]! })),
          );
          for (const { id } of siblings) await arrangeLevel(id);
        }
      };
      await arrangeLevel(null);
      for (const parentId of byParent.keys()) await arrangeLevel(parentId);
      this.cache.invalidate();
    });
  }

  /** Raises the statement timeout: an import can have many pages. */
  private async runInTransaction(work: () => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.database.transaction(work));
  }
}
