// What jest and Playwright report, as one verdict. A skipped test counts as a failed one: it proves nothing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './node-runtime.mjs';

/** @typedef {import('./checks.mjs').Verdict} Verdict */

/**
 * @param {{ passed: number, failed: number }} counts @param {{ code: number, output: string }} run @returns {Verdict}
 */
function verdict({ passed, failed }, { code, output }) {
  if (passed + failed === 0) return { passed, failed: 1, output: `${output}\nNot a single test was run.` };
  // Something outside of the tests failed, such as ending the database.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
}

/** @param {string} file @param {{ code: number, output: string }} run @returns {any} */
function read(file, run) {
  if (!existsSync(file)) throw new Error(`It made no report (exit code ${run.code}).\n${run.output}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string} file @param {{ code: number, output: string }} run @returns {Verdict} */
export function jestVerdict(file, run) {
  const report = read(file, run);
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + skipped + report.numRuntimeErrorTestSuites;
  const names = report.testResults.flatMap((/** @type {any} */ suite) =>
    suite.assertionResults
      .filter((/** @type {any} */ test) => ['pending', 'todo', 'skipped', 'disabled'].includes(test.status))
      .map((/** @type {any} */ test) => `Skipped, which counts as failed: ${test.fullName}`),
  );
  const counts = { passed: report.numPassedTests, failed };
  return {
    ...verdict(counts, { ...run, output: [run.output, ...names].join('\n') }),
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

/** @param {any} suite @returns {any[]} its tests and those of its parts */
const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];

/** @param {string} file @param {{ code: number, output: string }} run @returns {Verdict} */
export function playwrightVerdict(file, run) {
  const { stats, errors, suites } = read(file, run);
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  const note = stats.skipped ? `\n${stats.skipped} skipped, which counts as failed.` : '';
  /** @type {Map<string, number>} */
  const milliseconds = new Map();
  const failures = [];
  for (const spec of suites.flatMap(specsIn)) {
    const took = spec.tests
      .flatMap((/** @type {any} */ test) => test.results)
      .map((/** @type {any} */ r) => r.duration);
    milliseconds.set(
      spec.file,
      took.reduce((/** @type {number} */ sum, /** @type {number} */ ms) => sum + ms, milliseconds.get(spec.file) ?? 0),
    );
    if (!spec.ok) failures.push(`${spec.file} › ${spec.title}`);
  }
  return {
    ...verdict({ passed: stats.expected, failed }, { ...run, output: run.output + note }),
    files: [...milliseconds].map(([name, ms]) => ({ name: `frontend/e2e/${name}`, seconds: ms / 1000 })),
    failures,
  };
}
