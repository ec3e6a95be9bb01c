import DataLoader from 'dataloader';

/**
 * Batches reads by key: all calls of one event-loop turn share one statement. Results are not cached.
 * @param find may get duplicate keys; unknown keys are missing in its result
 * @param maxBatchSize keys per statement
 */
export function createBatchLoader<Value>(
  find: (keys: readonly string[]) => Promise<Map<string, Value>>,
  maxBatchSize = 100,
): (key: string) => Promise<Value | undefined> {
  const findAll = async (keys: readonly string[]) => {
    const found = await find(keys);
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader(findAll, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => setImmediate(dispatch),
  });
  return (key) => loader.load(key);
}
