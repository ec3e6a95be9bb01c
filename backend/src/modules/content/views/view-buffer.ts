/** One view per viewer, item and day. */
export interface View {
  itemId: string;
  viewerKey: string;
  /** UTC, 2026-11-21 */
  day: string;
  /** milliseconds since 1970 */
  at: number;
}

export const getKey = ({ itemId, viewerKey, day }: Omit<View, 'at'>): string => `${day} ${itemId} ${viewerKey}`;

/** Far more items than are viewed while a row is cached. */
const MAX_STORED_ITEMS = 20_000;

/** Views that are not stored yet, and the keys of recent ones. */
export class ViewBuffer {
  private queued = new Map<string, View>();
  private inFlight = new Map<string, View>();
  private readonly pendingByItem = new Map<string, number>();
  /** numbers of views that were stored last, by item */
  private readonly storedByItem = new Map<string, number>();
  /** in insertion order; the oldest are removed first */
  private readonly recentKeys = new Set<string>();

  /** @param capacity maximum of unstored views and of recent keys; views beyond it are not counted */
  constructor(private readonly capacity = 100_000) {}

  /** @returns whether the view is new to this instance */
  add(view: View): boolean {
    const key = getKey(view);
    if (this.recentKeys.has(key) || this.queued.size + this.inFlight.size >= this.capacity) return false;
    this.remember(key);
    this.queued.set(key, view);
    this.pendingByItem.set(view.itemId, this.pending(view.itemId) + 1);
    return true;
  }

  /** How many views of an item are not stored yet. */
  pending(itemId: string): number {
    return this.pendingByItem.get(itemId) ?? 0;
  }

  /** How many views of an item this instance has stored. Only differences between two calls have a meaning. */
  stored(itemId: string): number {
    return this.storedByItem.get(itemId) ?? 0;
  }

  /** The views to store now; they stay pending until `markStored` or `requeueBatch` is called. */
  takeBatch(): View[] {
    this.inFlight = this.queued;
    this.queued = new Map();
    return [...this.inFlight.values()];
  }

  markStored(): void {
    for (const { itemId } of this.inFlight.values()) {
      this.countStored(itemId);
      const left = this.pending(itemId) - 1;
      if (left > 0) this.pendingByItem.set(itemId, left);
      else this.pendingByItem.delete(itemId);
    }
    this.inFlight = new Map();
  }

  requeueBatch(): void {
    this.queued = new Map([...this.inFlight, ...this.queued]);
    this.inFlight = new Map();
  }

  private countStored(itemId: string): void {
    const count = this.stored(itemId) + 1;
    // Inserted anew, so that the oldest comes first.
    this.storedByItem.delete(itemId);
    this.storedByItem.set(itemId, count);
    const [oldest] = this.storedByItem.keys();
    if (this.storedByItem.size > MAX_STORED_ITEMS && oldest) this.storedByItem.delete(oldest);
  }

  private remember(key: string): void {
    this.recentKeys.add(key);
    const [oldest] = this.recentKeys;
    if (this.recentKeys.size > this.capacity && oldest) this.recentKeys.delete(oldest);
  }
}
