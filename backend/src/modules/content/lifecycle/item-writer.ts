import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Events } from '../../../platform/events/events.js';
import { EngagementCleanup } from '../engagement/engagement-cleanup.js';
import type { ContentItem, ItemFields } from '../items/content-item.entity.js';
import { lockItem, type ItemRef, requireVisible } from '../items/item-lock.js';
import { Slugs } from '../items/slugs.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';
import { DerivedData, type DerivedState, derivedStateOf } from './derived-data.js';
import { itemCreated } from './item.events.js';
import { ItemFiles } from './item-files.js';

/** An item under a row lock, and its state before the command. */
export interface LockedItem {
  item: ContentItem;
  before: DerivedState;
}

/**
 * Writes content items of any kind together with what depends on them: redirects of slugs, file references, counters,
 * tags and search entries. Everything joins the caller's transaction. Locks are taken in the order item, slugs,
 * counters, tags, words.
 */
@Injectable()
export class ItemWriter {
  constructor(
    private readonly slugs: Slugs,
    private readonly files: ItemFiles,
    private readonly derivedData: DerivedData,
    private readonly engagement: EngagementCleanup,
    private readonly events: Events,
  ) {}

  /**
   * Locks the row until the transaction ends.
   * @param actor null for the system
   * @throws 404 when the item is missing or not visible to the actor
   */
  async lock(em: EntityManager, actor: Actor | null, ref: ItemRef): Promise<LockedItem> {
    const item = await lockItem(em, actor, ref);
    return { item, before: derivedStateOf(item) };
  }

  /**
   * Completes a new item whose rows are in the database.
   * @param markdown may refer to files
   * @param text parsed for the search index
   */
  async insert(actor: Actor, item: ContentItem, markdown: string, text: () => ParsedSearchText): Promise<void> {
    await this.slugs.redirect(item.kind, item.id, null, item.slug);
    await this.files.setTextFiles(actor, item, markdown);
    await this.derivedData.sync(null, item, text);
    await this.events.publish(itemCreated[item.kind], { id: item.id, authorId: item.authorId });
  }

  /** Saves the fields as the next version; {@link syncDerivedData} follows at the end of the command. */
  async update(actor: Actor, item: ContentItem, fields: Partial<ItemFields>, markdown: string): Promise<void> {
    const formerSlug = item.slug;
    item.edit(fields);
    await this.slugs.redirect(item.kind, item.id, formerSlug, item.slug);
    await this.files.setTextFiles(actor, item, markdown);
  }

  /**
   * Brings counters, tags and the search index up to date with all that the command changed.
   * @param actor null for the system
   * @throws 404 when the command would hide the item from the actor: they can no more cause that state than see it
   */
  async syncDerivedData(
    actor: Actor | null,
    { item, before }: LockedItem,
    text: () => ParsedSearchText,
  ): Promise<void> {
    requireVisible(actor, item);
    await this.derivedData.sync(before, item, text);
  }

  /** Deletes the row, what depends on it by cascade, and what is derived from it. */
  async remove(em: EntityManager, item: ContentItem): Promise<void> {
    await this.files.release(item);
    await this.engagement.beforeRemoval(item);
    em.remove(item);
    await em.flush();
    await this.derivedData.remove(derivedStateOf(item));
  }
}
