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
  const files = results.flatMap(({ verdict }) => verdict.files ?? []);
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const failures = results.flatMap(({ name, verdict: { failed, failures: names = [] } }) =>
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
export const total = (results) => ({
  passed: results.reduce((sum, { verdict }) => sum + verdict.passed, 0),
  failed: results.reduce((sum, { verdict }) => sum + verdict.failed, 0),
});
