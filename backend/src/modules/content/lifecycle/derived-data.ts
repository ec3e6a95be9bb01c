import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Counters } from '../../../platform/database/counters.js';
import { SearchFacade } from '../search/search-facade.js';
import type { SearchEntry, SearchVisibility } from '../search/search-entry.js';
import { ContentTags, type TagUse, tagUseOf } from '../tags/content-tags.js';
import { TOTAL_VIEWS } from '../engagement/views/views.js';
import { ContentCounts, type CountKey, countKeyOf } from '../items/content-counts.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { ContentKind } from '../items/enums.js';

/** The part of an item's state that counters, tags and the search index depend on. */
export interface DerivedState {
  id: string;
  kind: ContentKind;
  version: number;
  views: number;
  count: CountKey;
  tags: TagUse;
}

/** Builds the search entry of an item; each function is called only when its part has changed. */
export interface SearchSource {
  entry: () => SearchEntry;
  visibility: () => SearchVisibility;
}

export const derivedStateOf = (item: ContentItem): DerivedState => ({
  id: item.id,
  kind: item.kind,
  version: item.version,
  views: item.viewCount,
  count: countKeyOf(item),
  tags: tagUseOf(item),
});

/** Counters, tags and the search index of items of any kind. Everything joins the caller's transaction, which holds the item's lock. */
@Injectable()
export class DerivedData {
  constructor(
    private readonly counts: ContentCounts,
    private readonly tags: ContentTags,
    private readonly search: SearchFacade,
    private readonly counters: Counters,
    private readonly cache: QueryCache,
  ) {}

  async sync(before: DerivedState | null, after: DerivedState, { entry, visibility }: SearchSource): Promise<void> {
    await this.counts.move(before?.count ?? null, after.count);
    await this.tags.update(before?.tags ?? null, after.tags);
    if (before?.version !== after.version) await this.search.put(entry());
    else if (before.count.audience !== after.count.audience) await this.search.updateVisibility(visibility());
    await this.cache.invalidate();
  }

  async remove(item: DerivedState): Promise<void> {
    await this.counts.move(item.count, null);
    await this.tags.update(item.tags, null);
    await this.search.remove(item.kind, item.id);
    await this.counters.add(TOTAL_VIEWS, -item.views);
    await this.cache.invalidate();
  }
}
