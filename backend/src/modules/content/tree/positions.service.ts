import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { invalid, notFound } from '../../../platform/errors/domain-error.js';
import { CategoryAccessService } from '../../auth/index.js';
import { DerivedDataService } from '../items/derived-data.service.js';
import type { Item } from '../items/item.js';
import { type ItemRef, ItemsService } from '../items/items.service.js';
import { type LockedItemRow, PositionsRepository } from './positions.repository.js';
import { createLastRanks, createRankBetween, createRanksBetween } from '../../../platform/database/ranks.js';
import { canMoveTo, invalidParent, MAX_DEPTH, type Place, requirePossible, siblingMoved } from './tree.policy.js';

/** A new item and the one that it is to be below; null for the root level. */
export interface ArrangedPage {
  id: string;
  parentId: string | null;
}

/**
 * Moves items in the trees of categories. An item is in the category of its parent, so what is below it moves along,
 * whether or not the actor sees it. Locks are taken in the order parent, item, items below it, categories; those of
 * the categories serialise all changes of positions.
 */
@Injectable()
export class PositionsService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly positions: PositionsRepository,
    private readonly derivedData: DerivedDataService,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly access: CategoryAccessService,
  ) {
    items.registerPositions(this);
  }

  /**
   * @throws 400 for a missing category, or a parent that is missing, elsewhere, below the item or too deep; 403; 404;
   * 409 sibling_moved
   */
  async move(actor: Actor, ref: ItemRef, place: Place): Promise<void> {
    await this.runInTransaction(async () => {
      if (place.parentId) await this.lockParent(actor, place.parentId);
      const item = await this.positions.lockItem(actor, ref);
      if (!item) throw notFound(ref.kind);
      await this.items.requireEditable(actor, item);
      if (!canMoveTo(actor, item.category_id, place.categoryId))
        throw await missingPermission(this.permissions, actor, 'content.create');
      if (item.category_id !== place.categoryId) await this.positions.lockBelow(item.id);
      const categories = await this.positions.lockCategories([item.category_id, place.categoryId]);
      if (!categories.has(place.categoryId))
        throw invalid([{ field: 'category_id', message: (texts) => texts.content.categoryGone }]);
      if (item.category_id !== place.categoryId) {
        await this.access.requireWritable(actor, 'content', place.categoryId);
        await this.items.requireMovable(actor, item, place.categoryId);
      }
      await this.moveLocked(actor, item, place);
    });
  }

  private async moveLocked(actor: Actor, item: LockedItemRow, place: Place): Promise<void> {
    const { categoryId, parentId } = place;
    const below = await this.positions.listBelow(item.id);
    const path = parentId ? await this.positions.listPath(parentId) : [];
    requirePossible({ itemId: item.id, place, path, height: 1 + (below.at(-1)?.level ?? 0) });
    const before = await this.positions.find(item.id);
    const rank = await this.createRank(actor, item.id, place);
    const ids = below.map(({ item_id }) => item_id);
    await this.positions.set(item.id, categoryId, parentId, rank);
    if (item.category_id !== categoryId) {
      await this.positions.setCategory(ids, categoryId);
      await this.derivedData.changeCategory([item.id, ...ids], item.category_id, categoryId);
    }
    if (item.category_id !== categoryId || item.author_id !== actor.id)
      await this.audit.record({
        actor,
        action: `${item.kind}.moved`,
        subject: { type: item.kind, id: item.id },
        // The title, which is no change, names the item after it was deleted.
        before: { title: item.title, category_id: item.category_id, parent_id: before?.parent_id ?? null },
        after: { title: item.title, category_id: categoryId, parent_id: parentId, moved_along: ids.length },
      });
    this.cache.invalidate();
  }

  /** @throws 409 sibling_moved */
  private async createRank(actor: Actor, itemId: string, { categoryId, parentId, afterId }: Place): Promise<string> {
    const levelId = parentId ?? categoryId;
    if (afterId === undefined) return createLastRanks(await this.positions.findLastRank(levelId, itemId), 1)[0]!;
    if (afterId === null) return createRankBetween(null, await this.positions.findNextRank(levelId, itemId));
    const sibling = afterId === itemId ? undefined : await this.positions.findSibling(actor, afterId, levelId);
    if (!sibling) throw siblingMoved();
    return createRankBetween(sibling.rank, await this.positions.findNextRank(levelId, itemId, sibling.rank));
  }

  /** See ItemsService. */
  async completeCategory<Request extends { parent_id?: string | null; category_id?: string | null }>(
    actor: Actor,
    request: Request,
  ): Promise<Request> {
    if (!request.parent_id) return request;
    const { category_id } = await this.lockParent(actor, request.parent_id);
    if (!category_id) throw invalidParent((texts) => texts.content.tree.parentWithoutCategory);
    if (request.category_id && request.category_id !== category_id)
      throw invalidParent((texts) => texts.content.tree.parentElsewhere);
    return { ...request, category_id };
  }

  /** See ItemsService. */
  async placeBelow(actor: Actor, { id, category_id }: Item, parentId: string): Promise<void> {
    if (!category_id) return;
    await this.lockParent(actor, parentId);
    await this.positions.lockCategories([category_id]);
    const place: Place = { categoryId: category_id, parentId, afterId: undefined };
    requirePossible({ itemId: id, place, path: await this.positions.listPath(parentId), height: 1 });
    await this.positions.set(id, category_id, parentId, await this.createRank(actor, id, place));
  }

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
          const parent = path.at(Math.max(0, path.length - MAX_DEPTH + 1))?.item_id ?? null;
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

  /**
   * Before a locked item is saved with another category: it moves to the end of the root level with what is below it.
   * Without a category it has no position, and its children take its place.
   */
  async changeCategory({ id, category_id: to }: Item, from: string | null): Promise<void> {
    if (to === null) return this.liftChildren(id);
    if (from) await this.positions.lockBelow(id);
    await this.positions.lockCategories([from, to]);
    const below = from ? (await this.positions.listBelow(id)).map(({ item_id }) => item_id) : [];
    const [rank] = createLastRanks(await this.positions.findLastRank(to, id), 1);
    await this.positions.set(id, to, null, rank!);
    if (!below.length) return;
    await this.positions.setCategory(below, to);
    await this.derivedData.changeCategory(below, from, to);
  }

  /** The children of an item that leaves the tree take its place, also those that the actor does not see. */
  async liftChildren(id: string): Promise<void> {
    if (!(await this.positions.listChildren(id)).length) return;
    const former = await this.positions.find(id);
    if (!former) return;
    await this.positions.lockCategories([former.category_id]);
    const position = await this.positions.find(id);
    const children = await this.positions.listChildren(id);
    if (!position) return;
    const next = await this.positions.findNextRank(position.level_id, id, position.rank);
    const ranks = createRanksBetween(position.rank, next, children.length);
    await this.positions.setAll(
      position.parent_id,
      children.map((child, n) => ({ id: child, rank: ranks[n]! })),
    );
    this.cache.invalidate();
  }

  /** An item that comes back from the trash keeps its place while its parent is there, or becomes the last. */
  async restore({ id, category_id }: Item): Promise<void> {
    if (!category_id) return;
    const former = await this.positions.find(id);
    if (former && former.parent_id === null && former.category_id === category_id) return;
    await this.positions.lockCategories([category_id]);
    const position = await this.positions.find(id);
    const parentId = position?.parent_id;
    const hasParent =
      parentId &&
      (await this.positions.isPlacedIn(parentId, category_id)) &&
      (await this.positions.listPath(id)).length <= MAX_DEPTH;
    if (!hasParent) await this.placeLast(id, category_id);
  }

  /** Before an item is purged: what was below it in the trash has no place to come back to. */
  async release({ id }: Item): Promise<void> {
    for (const { item_id, level } of await this.positions.listBelow(id)) {
      const position = level === 1 ? await this.positions.find(item_id) : undefined;
      if (position) await this.placeLast(item_id, position.category_id);
    }
  }

  private async placeLast(id: string, categoryId: string): Promise<void> {
    const [rank] = createLastRanks(await this.positions.findLastRank(categoryId, id), 1);
    await this.positions.set(id, categoryId, null, rank!);
  }

  private async lockParent(actor: Actor, id: string): Promise<LockedItemRow> {
    const parent = await this.positions.lockParent(actor, id);
    if (!parent) throw invalidParent((texts) => texts.content.tree.parentGone);
    return parent;
  }

  /** Raises the statement timeout: an item can have many below it. */
  private async runInTransaction(work: () => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => this.database.transaction(work));
  }
}
