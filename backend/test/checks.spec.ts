import { expect, test } from '@jest/globals';

/* What `npm test` makes of its checks (tools/lib/checks.mjs). */

interface Outcome {
  passed: number;
  failed: number;
  failures?: string[];
}
interface Check {
  name: string;
  group: string;
  after?: string[];
  budget?: number;
  run: () => Promise<Outcome>;
}
const { keepBudget, runChecks, selectChecks } = (await import(
  new URL('../../tools/lib/checks.mjs', import.meta.url).href
)) as {
  keepBudget: (check: Check, outcome: Outcome, seconds: number) => Outcome;
  runChecks: (checks: Check[], cores: number) => Promise<{ name: string; outcome: Outcome }[]>;
  selectChecks: (all: Check[], groups: string[]) => Check[];
};

const check = (name: string, failed: number, after?: string[]): Check => ({
  name,
  group: name,
  run: () => Promise.resolve({ passed: 1 - failed, failed }),
  ...(after && { after }),
});

test.each([
  ['within its budget', { passed: 3, failed: 0 }, 149, 0],
  ['over its budget by more than half', { passed: 3, failed: 0 }, 151, 1],
  ['that failed anyway', { passed: 2, failed: 1 }, 151, 1],
])('a check %s', (_name, outcome, seconds, failed) => {
  expect(keepBudget({ ...check('slow', 0), budget: 100 }, outcome, seconds).failed).toBe(failed);
});

test('what needs a failed check is not run and fails; what does not need it is run', async () => {
  const results = await runChecks(
    [check('proxy', 1), check('process', 0, ['proxy']), check('integration', 0), check('after', 0, ['process'])],
    2,
  );
  expect(Object.fromEntries(results.map(({ name, outcome }) => [name, outcome.failed]))).toEqual({
    proxy: 1,
    process: 1,
    integration: 0,
    after: 1,
  });
});

test('a selected group comes with what it needs', () => {
  const all = [check('build', 0), check('unit', 0, ['build']), check('lint', 0)];
  expect(selectChecks(all, ['unit']).map(({ name }) => name)).toEqual(['build', 'unit']);
  expect(selectChecks(all, [])).toHaveLength(3);
});
