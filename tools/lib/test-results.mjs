// What jest and Playwright report, as one outcome. A skipped test counts as a failed one: it proves nothing.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { getNpmCommand, getToolEnv, root } from './node-runtime.mjs';
import { run } from './processes.mjs';

/** @typedef {import('./checks.mjs').Outcome} Outcome */

/**
 * @param {{ passed: number, failed: number }} counts @param {{ code: number, output: string }} ended @returns {Outcome}
 */
function toOutcome({ passed, failed }, { code, output }) {
  if (passed + failed === 0) return { passed, failed: 1, output: `${output}\nNot a single test was run.` };
  // Something outside of the tests failed, such as ending the database.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
}

/** @param {string} file @param {{ code: number, output: string }} ended @returns {any} */
function read(file, ended) {
  if (!existsSync(file)) throw new Error(`It made no report (exit code ${ended.code}).\n${ended.output}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string} file @param {{ code: number, output: string }} ended @returns {Outcome} */
export function readJestOutcome(file, ended) {
  const report = read(file, ended);
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + skipped + report.numRuntimeErrorTestSuites;
  const names = report.testResults.flatMap((/** @type {any} */ suite) =>
    suite.assertionResults
      .filter((/** @type {any} */ test) => ['pending', 'todo', 'skipped', 'disabled'].includes(test.status))
      .map((/** @type {any} */ test) => `Skipped, which counts as failed: ${test.fullName}`),
  );
  const counts = { passed: report.numPassedTests, failed };
  return {
    ...toOutcome(counts, { ...ended, output: [ended.output, ...names].join('\n') }),
    files: report.testResults.map((/** @type {any} */ { name, startTime, endTime }) => ({
      name: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: report.testResults.flatMap((/** @type {any} */ { name, status, assertionResults }) => {
      const failures = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
      const titles = failures.map((/** @type {any} */ test) => test.fullName);
      if (status === 'failed' && !titles.length) titles.push('could not be run');
      return titles.map((/** @type {string} */ title) => `${path.relative(root, name)} › ${title}`);
    }),
  };
}

/** Characters of an error in the list of failures; all of it is in the output. */
const SHOWN_OF_ERROR = 300;

/** @param {any} suite @returns {any[]} its tests and those of its parts */
const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)];

/** @param {string} file @param {{ code: number, output: string }} ended @returns {Outcome} */
export function readPlaywrightOutcome(file, ended) {
  const { stats, errors, suites } = read(file, ended);
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  const note = stats.skipped ? `\n${stats.skipped} skipped, which counts as failed.` : '';
  /** @type {Map<string, number>} */
  const milliseconds = new Map();
  const failures = [];
  for (const spec of suites.flatMap(listSpecs)) {
    const took = spec.tests
      .flatMap((/** @type {any} */ test) => test.results)
      .map((/** @type {any} */ r) => r.duration);
    milliseconds.set(
      spec.file,
      took.reduce((/** @type {number} */ sum, /** @type {number} */ ms) => sum + ms, milliseconds.get(spec.file) ?? 0),
    );
    if (!spec.ok) failures.push(`${spec.file} › ${spec.title}`);
  }
  // Outside of tests, such as errors in the log of the product, which are looked for after the last one.
  for (const { message = '' } of errors)
    failures.push(`browser › ${stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, SHOWN_OF_ERROR)}`);
  return {
    ...toOutcome({ passed: stats.expected, failed }, { ...ended, output: ended.output + note }),
    files: [...milliseconds].map(([name, ms]) => ({ name: `frontend/e2e/${name}`, seconds: ms / 1000 })),
    failures,
  };
}

// The end of `npm test`: where its time went, and what failed.

const SLOWEST = 20;

/** @typedef {import('./checks.mjs').Result} Result */

/** @param {number} seconds */
const shown = (seconds) => `${seconds.toFixed(1).padStart(7)} s`;

/**
 * @param {Result[]} results
 * @returns {string[]} lines: the time of each check, the slowest files, and the names of failed tests last
 */
export function summarize(results) {
  const files = results.flatMap(({ outcome }) => outcome.files ?? []);
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const failures = results.flatMap(({ name, outcome: { failed, failures: names = [] } }) =>
    failed && !names.length ? [name] : names,
  );
  return [
    'Time of each check:',
    ...results.map(({ name, seconds }) => `${shown(seconds)}  ${name}`),
    ...(slowest.length
      ? ['The slowest files:', ...slowest.map(({ name, seconds }) => `${shown(seconds)}  ${name}`)]
      : []),
    ...(failures.length ? ['Failed:', ...failures.map((name) => `  ✗ ${name}`)] : []),
  ];
}

/** @param {Result[]} results @returns {{ passed: number, failed: number }} */
export const sumOutcomes = (results) => ({
  passed: results.reduce((sum, { outcome }) => sum + outcome.passed, 0),
  failed: results.reduce((sum, { outcome }) => sum + outcome.failed, 0),
});

/**
 * Runs some tests of a workspace.
 * @param {'backend' | 'frontend'} workspace
 * @param {string[]} args of jest
 * @param {{ cwd?: string, signal?: AbortSignal }} [options] `cwd` is the root of the checkout, by default of this one
 * @returns {Promise<import('./checks.mjs').Outcome>}
 */
export async function runJest(workspace, args, { cwd = root, signal } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-jest-'));
  try {
    const report = path.join(folder, 'report.json');
    const flags = ['--ci', '--passWithNoTests', '--json', `--outputFile=${report}`];
    const [command, commandArgs] = getNpmCommand(['run', '--silent', '-w', workspace, 'test', '--', ...flags, ...args]);
    const { code, output } = await run(command, commandArgs, { cwd, env: getToolEnv(), signal });
    const outcome = readJestOutcome(report, { code, output });
    // That no test imports the files is no failure here.
    return code === 0 && outcome.passed === 0 ? { passed: 0, failed: 0 } : outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
