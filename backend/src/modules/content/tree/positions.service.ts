import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { createRankBetween, createRanksBetween } from '../../../platform/database/ranks.js';
import { DerivedDataService } from '../items/derived-data.service.js';
import type { Item } from '../items/item.js';
import { MAX_PAGE_DEPTH } from '../items/item-trail.js';
import { ItemsService, type NewPlace } from '../items/items.service.js';
import { CategoryChangesService } from './category-changes.service.js';
import { type LockedItemRow, PositionsRepository } from './positions.repository.js';
import { recordMove } from './record-move.js';
import { invalidParent, requirePossible } from './tree.policy.js';

/**
 * Keeps the places of items while commands of {@link ItemsService} create, change, delete and restore them, in the
 * transaction of the command. {@link PageMovingService} moves pages to places that users choose.
 */
@Injectable()
export class PositionsService {
  constructor(
    items: ItemsService,
    private readonly positions: PositionsRepository,
    private readonly derivedData: DerivedDataService,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly changes: CategoryChangesService,
  ) {
    items.registerPositions(this);
  }

  /** See ItemsService. */
  async completeCategory<Request extends NewPlace>(actor: Actor, request: Request): Promise<Request> {
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
    const place = { categoryId: category_id, parentId, afterId: undefined };
    requirePossible({ itemId: id, place, path: await this.positions.listPath(parentId), height: 1 });
    await this.placeLast(id, category_id, parentId);
  }

  private async lockParent(actor: Actor, id: string): Promise<LockedItemRow> {
    const parent = await this.positions.lockParent(actor, id);
    if (!parent) throw invalidParent((texts) => texts.content.tree.newParentGone);
    return parent;
  }

  /**
   * Before a locked item is saved with another category: it moves to the end of the root level with what is below it.
   * Without a category it has no position, and its children take its place.
   * @param actor null for the system
   * @throws 403 child_not_permitted
   */
  async changeCategory(actor: Actor | null, item: Item, from: string | null): Promise<void> {
    const { id, category_id: to } = item;
    const parentId = (await this.positions.find(id))?.parent_id ?? null;
    let below: string[] = [];
    if (to === null) await this.liftChildren(id);
    else {
      if (from) await this.positions.lockBelow(id);
      await this.positions.lockCategories([from, to]);
      if (from) below = (await this.positions.listBelow(id)).map(({ item_id }) => item_id);
      await this.changes.requireMovableBelow(actor, below, from, to);
      await this.placeLast(id, to, null);
      if (below.length) {
        await this.positions.setCategory(below, to);
        await this.derivedData.changeCategory(below, from, to);
      }
    }
    await this.changes.announce(from, to);
    await recordMove(this.audit, {
      actor,
      item,
      before: { category_id: from, parent_id: parentId },
      after: { category_id: to, parent_id: null },
      movedAlong: below.length,
    });
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
      (await this.positions.listPath(id)).length <= MAX_PAGE_DEPTH;
    if (!hasParent) await this.placeLast(id, category_id, null);
  }

  /** Before an item is purged: what was below it in the trash has no place to come back to. */
  async release({ id }: Item): Promise<void> {
    for (const { item_id, level } of await this.positions.listBelow(id)) {
      const position = level === 1 ? await this.positions.find(item_id) : undefined;
      if (position) await this.placeLast(item_id, position.category_id, null);
    }
  }

  private async placeLast(id: string, categoryId: string, parentId: string | null): Promise<void> {
    const last = await this.positions.findLastRank(parentId ?? categoryId, id);
    await this.positions.set(id, categoryId, parentId, createRankBetween(last, null));
  }
}
