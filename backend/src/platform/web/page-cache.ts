import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { QueryCache } from '../cache/query-cache.js';

const MAX_BYTES = 16 * 1024 * 1024;

interface Sized {
  /** of the memory that it takes */
  bytes: number;
  /** whether other guests may get it until the cache is cleared */
  isShared: boolean;
}

/**
 * Caches rendered pages for as long as {@link QueryCache} keeps its entries, in a bounded amount of memory. An
 * invalidation clears it, and what is rendered meanwhile is not cached.
 */
@Injectable()
export class PageCache {
  private readonly pages: LRUCache<string, Sized>;
  /** pages that are being rendered */
  private readonly pending = new Map<string, Promise<Sized>>();

  constructor(private readonly cache: QueryCache) {
    this.pages = new LRUCache({
      maxSize: MAX_BYTES,
      // Larger ones would displace too many others.
      maxEntrySize: MAX_BYTES / 4,
      sizeCalculation: ({ bytes }) => bytes,
      ttl: cache.ttlMs,
      // An expired page would otherwise stay until others displace it, and become old, which is collected late.
      ttlAutopurge: true,
    });
    cache.onInvalidate(() => {
      this.pages.clear();
      this.pending.clear();
    });
  }

  /**
   * Concurrent callers share what is being rendered. If guests may not share it, each renders its own afterwards: the
   * one thread that renders would not do so sooner.
   * @param key everything that the page depends on
   */
  async read<Page extends Sized>(key: string, render: () => Promise<Page>): Promise<Page> {
    if (!this.cache.isEnabled) return render();
    const known = this.pages.get(key) ?? this.pending.get(key);
    if (known) {
      const found = (await known) as Page;
      if (found.isShared) return found;
    }
    const rendering = render();
    this.pending.set(key, rendering);
    try {
      const page = await rendering;
      if (page.isShared && this.pending.get(key) === rendering) this.pages.set(key, page);
      return page;
    } finally {
      if (this.pending.get(key) === rendering) this.pending.delete(key);
    }
  }
}
