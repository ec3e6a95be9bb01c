import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../test/support/wait-for.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { PubSub } from '../pubsub/pubsub.js';
import { QueryCache } from './query-cache.js';

let hub: TestApp;
let other: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

/** A cached read that counts how often it runs. */
function countedRead(instance = hub) {
  const key = `key ${Math.random()}`;
  let times = 0;
  const find = () => Promise.resolve({ time: ++times });
  return (isKept?: () => boolean) => instance.get(QueryCache).read(key, find, isKept);
}
const isNeverKept = () => false;

test('equal reads run once, also while the first is running', async () => {
  const read = countedRead();
  const found = await Promise.all([read(), read(), read()]);
  expect(found.map(({ time }) => time)).toEqual([1, 1, 1]);
  expect((await read()).time).toBe(1);
});

test('an invalidation clears the cache here at once and on other instances within a second', async () => {
  const [here, there] = [countedRead(), countedRead(other)];
  await Promise.all([here(), there()]);
  hub.get(QueryCache).invalidate();
  expect((await here()).time).toBe(2);
  await waitFor(there, ({ time }) => time > 1, 1000);
});

test('an invalidation in a transaction takes effect once, after the commit, and never after a rollback', async () => {
  const read = countedRead();
  const cache = hub.get(QueryCache);
  await read();
  const publish = jest.spyOn(hub.get(PubSub), 'publish');
  await hub.database.transaction(async () => {
    cache.invalidate();
    cache.invalidate();
    expect((await read()).time).toBe(1);
  });
  expect((await read()).time).toBe(2);
  await waitFor(
    () => publish.mock.calls.length,
    (count) => count === 1,
  );
  publish.mockRestore();
  const failed = hub.database.transaction(() => {
    cache.invalidate();
    return Promise.reject(new Error('rolled back'));
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect((await read()).time).toBe(2);
});

test('a write that does not invalidate leaves the cache as it is', async () => {
  const read = countedRead();
  await read();
  await hub.database.query('update users set name = name where false');
  await hub.database.transaction(() => hub.database.query('delete from users where false'));
  expect((await read()).time).toBe(1);
});

test('a failure reaches all waiting callers and is not cached', async () => {
  const find = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
  const read = () => hub.get(QueryCache).read('failing', find);
  const outcomes = await Promise.allSettled([read(), read()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read()).toBe('here');
  expect(find).toHaveBeenCalledTimes(2);
});

test('with caching off, the calls of one event-loop turn share a read that begins after them', async () => {
  const without = await createTestApp({ SHARED_READS_SECONDS: '0' }, { databaseUrl: hub.databaseUrl });
  const read = countedRead(without);
  expect([(await read()).time, (await read()).time]).toEqual([1, 2]);
  const atOnce = [read(), read()];
  await new Promise(setImmediate);
  const later = read();
  expect((await Promise.all([...atOnce, later])).map(({ time }) => time)).toEqual([3, 3, 4]);
  await without.close();
});

test('results that are not worth caching are not cached, nor is anything while disconnected', async () => {
  const read = countedRead();
  expect([(await read(isNeverKept)).time, (await read(isNeverKept)).time]).toEqual([1, 2]);
  const listening = jest.spyOn(hub.get(PubSub), 'isListening', 'get').mockReturnValue(false);
  const uncached = countedRead();
  expect([(await uncached()).time, (await uncached()).time]).toEqual([1, 2]);
  listening.mockRestore();
});
