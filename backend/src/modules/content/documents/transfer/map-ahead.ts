/**
 * Maps items in their order, while up to `count` further ones are mapped already.
 * @param dispose releases results that the consumer did not take
 */
export async function* mapAhead<T, R>(
  items: readonly T[],
  count: number,
  map: (item: T) => Promise<R>,
  dispose: (result: R) => Promise<void>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  let next = 0;
  const fill = () => {
    while (next < items.length && started.length <= count) {
      const result = map(items[next++] as T);
      // Reported when its turn comes; until then it must not count as unhandled.
      result.catch(() => undefined);
      started.push(result);
    }
  };
  try {
    for (fill(); started.length > 0; fill()) yield await (started.shift() as Promise<R>);
  } finally {
    for (const result of await Promise.allSettled(started))
      if (result.status === 'fulfilled') await dispose(result.value);
  }
}
