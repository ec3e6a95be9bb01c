import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Counters } from '../../../platform/database/counters.js';
import { SearchFacade } from '../search/search-facade.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';
import { ContentTags, type TagUse, tagUseOf } from '../tags/content-tags.js';
import { TOTAL_VIEWS } from '../engagement/views/views.js';
import { ContentCounts, type CountKey, countKeyOf } from '../items/content-counts.js';
import type { Item } from '../items/item.js';
import type { ContentKind } from '../items/enums.js';
import { itemEntry, itemVisibility } from './item-search-entry.js';

/** The part of an item's state that counters, tags and the search index depend on. */
export interface DerivedState {
  id: string;
  kind: ContentKind;
  version: number;
  views: number;
  count: CountKey;
  tags: TagUse;
}

export const derivedStateOf = (item: Item): DerivedState => ({
  id: item.id,
  kind: item.kind,
  version: item.version,
  views: item.view_count,
  count: countKeyOf(item),
  tags: tagUseOf(item),
});

/**
 * Counters, tags and the search index of items of any kind. Everything joins the caller's transaction, which holds the
 * item's lock.
 */
@Injectable()
export class DerivedData {
  constructor(
    private readonly counts: ContentCounts,
    private readonly tags: ContentTags,
    private readonly search: SearchFacade,
    private readonly counters: Counters,
    private readonly cache: QueryCache,
  ) {}

  /**
   * @param before null for a new item
   * @param text parsed for the search index; called only when the item has another version
   */
  async sync(before: DerivedState | null, item: Item, text: () => ParsedSearchText): Promise<void> {
    const after = derivedStateOf(item);
    await this.counts.move(before?.count ?? null, after.count);
    await this.tags.update(before?.tags ?? null, after.tags);
    if (before?.version !== after.version) await this.search.put(itemEntry(item, text()));
    else if (before.count.audience !== after.count.audience) await this.search.updateVisibility(itemVisibility(item));
    this.cache.invalidate();
  }

  async remove(item: DerivedState): Promise<void> {
    await this.counts.move(item.count, null);
    await this.tags.update(item.tags, null);
    await this.search.remove(item.kind, item.id);
    await this.counters.add(TOTAL_VIEWS, -item.views);
    this.cache.invalidate();
  }
}
