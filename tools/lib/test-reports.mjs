// What jest and Playwright report, as one verdict. A skipped test counts as a failed one: it proves nothing.
import { existsSync, readFileSync } from 'node:fs';

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
  return verdict({ passed: report.numPassedTests, failed }, { ...run, output: [run.output, ...names].join('\n') });
}

/** @param {string} file @param {{ code: number, output: string }} run @returns {Verdict} */
export function playwrightVerdict(file, run) {
  const { stats, errors } = read(file, run);
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  const note = stats.skipped ? `\n${stats.skipped} skipped, which counts as failed.` : '';
  return verdict({ passed: stats.expected, failed }, { ...run, output: run.output + note });
}
