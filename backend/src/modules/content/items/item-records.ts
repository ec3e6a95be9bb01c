import { Injectable } from '@nestjs/common';
import { Counters } from '../../../platform/database/counters.js';
import { SearchFacade } from '../search/search-facade.js';
import type { SearchEntry } from '../search/search-entry.js';
import { ContentTags, type TagUse, tagUseOf } from '../tags/content-tags.js';
import { TOTAL_VIEWS } from '../views/views.js';
import { ContentCounts, type CountKey, countKeyOf } from './content-counts.js';
import type { ContentItem } from './content-item.entity.js';
import type { ContentKind } from './enums.js';

/** As much of an item as is recorded elsewhere. */
export interface Recorded {
  id: string;
  kind: ContentKind;
  version: number;
  views: number;
  count: CountKey;
  tags: TagUse;
}

export const recordedOf = (item: ContentItem): Recorded => ({
  id: item.id,
  kind: item.kind,
  version: item.version,
  views: item.viewCount,
  count: countKeyOf(item),
  tags: tagUseOf(item),
});

/** What is known of items besides their own rows: counters, tags and the search index. All of it joins the caller's transaction, which holds the item. */
@Injectable()
export class ItemRecords {
  constructor(
    private readonly counts: ContentCounts,
    private readonly tags: ContentTags,
    private readonly search: SearchFacade,
    private readonly counters: Counters,
  ) {}

  /** @param entry makes what the search shall know of it; asked only where that has changed */
  async follow(before: Recorded | null, after: Recorded, entry: () => SearchEntry): Promise<void> {
    await this.counts.move(before?.count ?? null, after.count);
    await this.tags.move(before?.tags ?? null, after.tags);
    if (before?.version !== after.version || before.count.audience !== after.count.audience)
      await this.search.put(entry());
  }

  async forget(item: Recorded): Promise<void> {
    await this.counts.move(item.count, null);
    await this.tags.move(item.tags, null);
    await this.search.remove(item.kind, item.id);
    await this.counters.add(TOTAL_VIEWS, -item.views);
  }
}
