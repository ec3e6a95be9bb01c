import { expect, test } from '@jest/globals';
import { shareNext } from './read-pool.js';

function createMeasurement() {
  const runs: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const measure = shareNext(() => new Promise<number>((resolve, reject) => void runs.push({ resolve, reject })));
  return { runs, measure };
}
const settle = () => new Promise((done) => setImmediate(done));

test('calls of one moment share a run, and calls during it the next one', async () => {
  const { runs, measure } = createMeasurement();
  const first = [measure(), measure()];
  await settle();
  expect(runs).toHaveLength(1);
  const second = [measure(), measure()];
  await settle();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await settle();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(2);
  expect(await Promise.all(second)).toEqual([2, 2]);
});

test('a failed run fails its callers only', async () => {
  const { runs, measure } = createMeasurement();
  const first = measure().catch((error: Error) => error.message);
  await settle();
  const second = measure();
  runs[0]?.reject(new Error('away'));
  expect(await first).toBe('away');
  await settle();
  runs[1]?.resolve(2);
  expect(await second).toBe(2);
});
