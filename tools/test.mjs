// `npm test`: all checks and suites, ending with one line `N passed, N failed`. A word after it selects some of them,
// for example `npm test -- lint types`; `--changed` selects what the files touch that differ from the last commit.
// `--again` runs also what has passed already on the same files.
import { availableParallelism } from 'node:os';
import { buildIfStale } from './lib/build.mjs';
import { listChangedFiles, listChecksOfChanges } from './lib/changed-files.mjs';
import { runChecks, selectChecks } from './lib/checks.mjs';
import { ensureChromium, ensureNginx } from './lib/test-programs.mjs';
import { driftChecks, runDriftCheck } from './lib/drift.mjs';
import { installPackages } from './lib/install.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { runNxSuite, runNxTasks } from './lib/nx-tasks.mjs';
import { readJestOutcome, readPlaywrightOutcome, summarize, sumOutcomes } from './lib/test-results.mjs';
import { ignoreClosedOutput, UserError, printError, printLine, StoppedError } from './lib/terminal.mjs';

ignoreClosedOutput();
const { stop } = watchForStop();
const again = process.argv.includes('--again');
const nx = { signal: stop, again };
const CORES = availableParallelism();

/**
 * Seconds that each check may take on two cores, a third above what it takes on an idle machine; one that takes half as
 * much again fails. A budget only grows with a reason.
 * @type {Record<string, number>}
 */
const BUDGETS = {
  lint: 60,
  types: 40,
  build: 60,
  drift: 30,
  unit: 60,
  components: 160,
  integration: 700,
  process: 1600,
  browser: 900,
};

/**
 * @param {string} group @param {string} name @param {string[]} tasks
 * @returns {import('./lib/checks.mjs').Check}
 */
const nxTasks = (group, name, tasks) => ({ group, name, cores: CORES, run: () => runNxTasks(tasks, nx) });

/**
 * @param {string} group @param {string} name of the suite in tools/project.json @param {{ after?: string[] }} [options]
 * @returns {import('./lib/checks.mjs').Check}
 */
const jestSuite = (group, name, options) => ({
  group,
  name,
  cores: CORES,
  run: () => runNxSuite(`suite-${name}`, `${name}.json`, readJestOutcome, nx),
  ...options,
});

/** @type {import('./lib/checks.mjs').Check[]} */
const checks = [
  nxTasks('lint', 'lint', ['tools:lint', 'tools:format', 'tools:boundaries']),
  nxTasks('types', 'types', [
    '@hub/backend:typecheck',
    '@hub/frontend:typecheck',
    '@hub/frontend:typecheck-e2e',
    '@hub/shared:typecheck',
    'tools:typecheck',
  ]),
  {
    group: 'build',
    name: 'build',
    run: () => buildIfStale({ signal: stop }).then(() => ({ passed: 1, failed: 0 })),
  },
  {
    ...nxTasks('drift', 'drift', ['tools:drift-contract', 'tools:drift-migrations']),
    after: ['build'],
  },
  { group: 'drift', name: driftChecks.routes.name, run: () => runDriftCheck('routes', stop) },
  { group: 'drift', name: driftChecks.messages.name, run: () => runDriftCheck('messages', stop) },
  // Pure tests begin first: what they find is known in a minute.
  jestSuite('unit', 'unit', { after: ['build'] }),
  jestSuite('unit', 'components'),
  jestSuite('integration', 'integration', { after: ['build'] }),
  {
    group: 'process',
    name: 'a reverse proxy for the tests',
    run: () => ensureNginx(stop).then(() => ({ passed: 0, failed: 0 })),
  },
  jestSuite('process', 'process', { after: ['build', 'a reverse proxy for the tests'] }),
  {
    group: 'browser',
    name: 'a browser for the tests',
    // What prepares a suite is no test: it counts only when it fails.
    run: () => ensureChromium(stop).then(() => ({ passed: 0, failed: 0 })),
  },
  {
    group: 'browser',
    name: 'browser',
    after: ['build', 'a browser for the tests'],
    cores: CORES,
    run: () => runNxSuite('suite-browser', 'browser.json', readPlaywrightOutcome, nx),
  },
];

/** @param {string[]} groups @returns {Promise<import('./lib/checks.mjs').Check[]>} */
async function chooseChecks(groups) {
  if (groups.includes('--changed')) return listChecksOfChanges(await listChangedFiles(stop), stop);
  const known = [...new Set(checks.map((check) => check.group))];
  const unknown = groups.find((group) => !known.includes(group));
  if (unknown) throw new UserError(`There are no tests called "${unknown}"; choose from: ${known.join(', ')}.`);
  return selectChecks(checks, groups).map((check) => ({ ...check, budget: BUDGETS[check.name] }));
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const groups = process.argv.slice(2).filter((argument) => argument !== '--again');
  await installPackages({ signal: stop });
  const began = performance.now();
  const results = await runChecks(await chooseChecks(groups), CORES);
  for (const line of summarize(results)) console.log(line);
  const { passed, failed } = sumOutcomes(results);
  printLine(`All of it took ${Math.round((performance.now() - began) / 1000)} s.`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof StoppedError ? 130 : 1;
}
