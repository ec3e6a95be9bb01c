import DataLoader from 'dataloader';

/**
 * A read by key that all requests which have come in by now make in one statement. Nothing is remembered: each sees what holds
 * when it asks.
 * @param find what is known of these keys; some may come twice
 * @param most keys in one statement
 */
export function createBatchLoader<Value>(
  find: (keys: readonly string[]) => Promise<Map<string, Value>>,
  most = 100,
): (key: string) => Promise<Value | undefined> {
  const findAll = async (keys: readonly string[]) => {
    const found = await find(keys);
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader(findAll, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (ask) => setImmediate(ask),
  });
  return (key) => loader.load(key);
}
