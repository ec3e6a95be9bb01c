import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

test('a transaction that fails by a deadlock is run again', async () => {
  const { database } = hub;
  const attempts: string[] = [];
  const haveFirst: Record<string, PromiseWithResolvers<void>> = {
    ab: Promise.withResolvers(),
    ba: Promise.withResolvers(),
  };
  /** Both have their first lock before either asks for its second one. */
  const lockBoth = (name: string, [first, second]: [number, number]) =>
    database.transaction(async () => {
      attempts.push(name);
      await database.query('select pg_advisory_xact_lock($1::int, 0)', [first]);
      haveFirst[name]!.resolve();
      await Promise.all(Object.values(haveFirst).map(({ promise }) => promise));
      await database.query('select pg_advisory_xact_lock($1::int, 0)', [second]);
    });
  await Promise.all([lockBoth('ab', [1, 2]), lockBoth('ba', [2, 1])]);
  expect(attempts).toHaveLength(3);
});
