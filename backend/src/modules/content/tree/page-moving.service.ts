import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { createRankBetween } from '../../../platform/database/ranks.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { invalid, notFound } from '../../../platform/errors/domain-error.js';
import { DerivedDataService } from '../items/derived-data.service.js';
import { type ItemRef, ItemsService } from '../items/items.service.js';
import { CategoryChangesService } from './category-changes.service.js';
import { PositionsRepository } from './positions.repository.js';
import { recordMove } from './record-move.js';
import { canMoveTo, invalidParent, type Place, requirePossible, siblingMoved } from './tree.policy.js';

/** Moves pages to places that users choose. */
@Injectable()
export class PageMovingService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly positions: PositionsRepository,
    private readonly derivedData: DerivedDataService,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly changes: CategoryChangesService,
  ) {}

  /**
   * Moves a page with all that is below it, whether or not the actor sees it. Locks are taken in the order of
   * {@link PositionsRepository}.
   * @throws 400 for a missing category, or a parent that is missing, elsewhere, below the page or too deep; 403, also
   * child_not_permitted and review_required; 404; 409 sibling_moved
   */
  async move(actor: Actor, ref: ItemRef, place: Place): Promise<void> {
    const { categoryId, parentId } = place;
    await this.runInTransaction(async () => {
      if (parentId && !(await this.positions.lockParent(actor, parentId)))
        throw invalidParent((texts) => texts.content.tree.parentGone);
      const item = await this.positions.lockItem(actor, ref);
      if (!item) throw notFound(ref.kind);
      const from = item.category_id;
      await this.items.requireEditable(actor, item);
      if (!canMoveTo(actor, from, categoryId)) throw await missingPermission(this.permissions, actor, 'content.create');
      if (from !== categoryId) await this.positions.lockBelow(item.id);
      const categories = await this.positions.lockCategories([from, categoryId]);
      if (!categories.has(categoryId))
        throw invalid([{ field: 'category_id', message: (texts) => texts.content.categoryGone }]);
      if (from !== categoryId) await this.changes.requireMovable(actor, item, categoryId);

      const below = await this.positions.listBelow(item.id);
      const path = parentId ? await this.positions.listPath(parentId) : [];
      requirePossible({ itemId: item.id, place, path, height: 1 + (below.at(-1)?.level ?? 0) });
      const before = await this.positions.find(item.id);
      const belowIds = below.map(({ item_id }) => item_id);
      await this.positions.set(item.id, categoryId, parentId, await this.createRank(actor, item.id, place));
      if (from !== categoryId) {
        await this.changes.requireMovableBelow(actor, belowIds, from, categoryId);
        await this.positions.setCategory(belowIds, categoryId);
        await this.derivedData.changeCategory([item.id, ...belowIds], from, categoryId);
        await this.changes.announce(from, categoryId);
      }
      if (from !== categoryId || item.author_id !== actor.id)
        await recordMove(this.audit, {
          actor,
          item,
          before: { category_id: from, parent_id: before?.parent_id ?? null },
          after: { category_id: categoryId, parent_id: parentId },
          movedAlong: belowIds.length,
        });
      this.cache.invalidate();
    });
  }

  /** @throws 409 sibling_moved */
  private async createRank(actor: Actor, itemId: string, { categoryId, parentId, afterId }: Place): Promise<string> {
    const levelId = parentId ?? categoryId;
    if (afterId === undefined) return createRankBetween(await this.positions.findLastRank(levelId, itemId), null);
    if (afterId === null) return createRankBetween(null, await this.positions.findNextRank(levelId, itemId));
    const sibling = afterId === itemId ? undefined : await this.positions.findSibling(actor, afterId, levelId);
    if (!sibling) throw siblingMoved();
    return createRankBetween(sibling.rank, await this.positions.findNextRank(levelId, itemId, sibling.rank));
  }

  /** Raises the statement timeout: a page can have many below it. */
  private async runInTransaction(work: () => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.database.transaction(work));
  }
}
