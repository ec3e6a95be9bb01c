// `npm test`: all checks and suites, ending with one line `N passed, N failed`. A word after it selects some of them,
// for example `npm test -- lint types`; `--again` runs also what has passed already on the same files.
import { buildWhatIsStale } from './lib/build.mjs';
import { runChecks, select } from './lib/checks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { driftChecks } from './lib/drift.mjs';
import { installPackages } from './lib/install.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { ensureNginx } from './lib/nginx.mjs';
import { runNxSuite, runNxTasks } from './lib/nx-tasks.mjs';
import { jestVerdict, playwrightVerdict } from './lib/test-reports.mjs';
import { summarize, total } from './lib/test-summary.mjs';
import { PlainError, Stopped, explain, say, surviveClosedOutput } from './lib/terminal.mjs';

surviveClosedOutput();
const { stop } = watchForStop();
const again = process.argv.includes('--again');
const nx = { signal: stop, again };

/**
 * @param {string} group @param {string} name @param {string[]} tasks
 * @returns {import('./lib/checks.mjs').Check}
 */
const nxTasks = (group, name, tasks) => ({ group, name, cores: 2, run: () => runNxTasks(tasks, nx) });

/** @type {import('./lib/checks.mjs').Check[]} */
const checks = [
  nxTasks('lint', 'lint', [
    '@hub/backend:lint',
    '@hub/frontend:lint',
    'tools:lint',
    'tools:format',
    'tools:boundaries',
  ]),
  nxTasks('types', 'types', [
    '@hub/backend:typecheck',
    '@hub/frontend:typecheck',
    '@hub/frontend:typecheck-e2e',
    'tools:typecheck',
  ]),
  {
    group: 'build',
    name: 'build',
    run: () => buildWhatIsStale({ signal: stop }).then(() => ({ passed: 1, failed: 0 })),
  },
  { ...nxTasks('drift', 'drift', ['tools:drift-contract', 'tools:drift-migrations']), after: ['build'] },
  {
    group: 'drift',
    name: driftChecks.routes.name,
    run: async () => {
      const output = await driftChecks.routes.run(stop);
      return { passed: output ? 0 : 1, failed: output ? 1 : 0, output };
    },
  },
  {
    group: 'proxy',
    name: 'a reverse proxy for the tests',
    run: () => ensureNginx(stop).then(() => ({ passed: 0, failed: 0 })),
  },
  {
    group: 'unit',
    name: 'unit and integration tests',
    after: ['build', 'a reverse proxy for the tests'],
    cores: 2,
    run: () => runNxSuite('suite-backend', 'backend.json', jestVerdict, nx),
  },
  {
    group: 'unit',
    name: 'unit tests of the frontend',
    run: () => runNxSuite('suite-frontend', 'frontend.json', jestVerdict, nx),
  },
  {
    group: 'browser',
    name: 'a browser for the tests',
    // What prepares a suite is no test: it counts only when it fails.
    run: () => ensureChromium(stop).then(() => ({ passed: 0, failed: 0 })),
  },
  {
    group: 'e2e',
    name: 'browser tests',
    after: ['build', 'a browser for the tests'],
    cores: 2,
    run: () => runNxSuite('suite-browser', 'browser.json', playwrightVerdict, nx),
  },
];

/** @returns {Promise<number>} the exit code */
async function main() {
  const groups = process.argv.slice(2).filter((argument) => argument !== '--again');
  const known = [...new Set(checks.map((check) => check.group))];
  const unknown = groups.find((group) => !known.includes(group));
  if (unknown) throw new PlainError(`There are no tests called "${unknown}"; choose from: ${known.join(', ')}.`);
  await installPackages({ signal: stop });
  const began = performance.now();
  const results = await runChecks(select(checks, groups), 2);
  for (const line of summarize(results)) console.log(line);
  const { passed, failed } = total(results);
  say(`All of it took ${Math.round((performance.now() - began) / 1000)} s.`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = error instanceof Stopped ? 130 : 1;
}
