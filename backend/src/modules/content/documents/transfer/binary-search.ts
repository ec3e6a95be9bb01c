/** How many items at the beginning of a list meet a condition that none of the others meets. */
export function countLeading<Item>(items: readonly Item[], isLeading: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isLeading(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
