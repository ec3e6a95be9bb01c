/** Somebody read an item on a day; it counts once. */
export interface View {
  itemId: string;
  viewerKey: string;
  /** UTC, 2026-11-21 */
  day: string;
}

const keyOf = ({ itemId, viewerKey, day }: View): string => `${day} ${itemId} ${viewerKey}`;

/** Views that are not in the database yet, and which ones lately went there. */
export class ViewBuffer {
  private waiting = new Map<string, View>();
  private leaving = new Map<string, View>();
  private readonly pendingByItem = new Map<string, number>();
  /** in the order they came; the oldest go first */
  private readonly known = new Set<string>();

  /** @param most how many views may wait, and how many are remembered; beyond that counting gives way to memory */
  constructor(private readonly most = 100_000) {}

  /** @returns whether it is new, as far as this instance knows */
  add(view: View): boolean {
    const key = keyOf(view);
    if (this.known.has(key) || this.waiting.size + this.leaving.size >= this.most) return false;
    this.remember(key);
    this.waiting.set(key, view);
    this.pendingByItem.set(view.itemId, this.pending(view.itemId) + 1);
    return true;
  }

  /** How many views of an item are not stored yet. */
  pending(itemId: string): number {
    return this.pendingByItem.get(itemId) ?? 0;
  }

  /** Those to store now; they stay pending until `stored` or `failed` is called. */
  take(): View[] {
    this.leaving = this.waiting;
    this.waiting = new Map();
    return [...this.leaving.values()];
  }

  stored(): void {
    for (const { itemId } of this.leaving.values()) {
      const left = this.pending(itemId) - 1;
      if (left > 0) this.pendingByItem.set(itemId, left);
      else this.pendingByItem.delete(itemId);
    }
    this.leaving = new Map();
  }

  failed(): void {
    this.waiting = new Map([...this.leaving, ...this.waiting]);
    this.leaving = new Map();
  }

  private remember(key: string): void {
    this.known.add(key);
    const [oldest] = this.known;
    if (this.known.size > this.most && oldest) this.known.delete(oldest);
  }
}
