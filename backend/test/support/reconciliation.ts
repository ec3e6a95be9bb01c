import { expect } from '@jest/globals';
import { type CheckResult, Reconciliation } from '../../src/platform/database/reconciliation.js';
import type { TestApp } from './test-app.js';

/** The checks whose stored values differ from the rows that they are derived from. */
export const findDifferences = async (hub: TestApp): Promise<CheckResult[]> =>
  (await hub.get(Reconciliation).run({ fix: false })).filter(({ differences }) => differences > 0);

/** Ends the tests of a file, which must leave no differences. */
export async function closeReconciled(hub: TestApp): Promise<void> {
  const differences = await findDifferences(hub);
  await hub.close();
  expect(differences).toEqual([]);
}
