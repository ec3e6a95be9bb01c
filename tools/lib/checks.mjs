// Runs the checks of `npm test` in order, independent ones in parallel, and prints each result at once.
import { Stopped, secondsSince, say } from './terminal.mjs';

/**
 * @typedef {object} Verdict
 * @property {number} passed
 * @property {number} failed
 * @property {string} [output] what to show of a failure
 * @property {string} [note]
 * @property {string[]} [failures] names of the tests that failed
 * @property {{ name: string, seconds: number }[]} [files] how long each test file took
 */

/** @typedef {{ name: string, seconds: number, verdict: Verdict }} Result of a check that was run */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} group what `npm test -- GROUP` selects
 * @property {string[]} [after] names of the checks that must have passed before
 * @property {number} [cores] how many it keeps busy, 1 by default
 * @property {number} [budget] seconds that it may take on two cores; one that takes half as much again fails
 * @property {() => Promise<Verdict>} run
 */

/**
 * @param {Check[]} all
 * @param {string[]} groups all of them when empty
 * @returns {Check[]} the checks of these groups, with all that they need
 */
export function select(all, groups) {
  const wanted = new Set(all.filter((check) => groups.length === 0 || groups.includes(check.group)));
  for (const check of wanted)
    for (const name of check.after ?? []) wanted.add(/** @type {Check} */ (all.find((c) => c.name === name)));
  return all.filter((check) => wanted.has(check));
}

/**
 * @param {Check} check
 * @param {Verdict} verdict
 * @param {number} seconds
 * @returns {Verdict} a failure when a check that passed has taken half as long again as its budget
 */
export function keepBudget({ name, budget }, verdict, seconds) {
  if (!budget || verdict.failed || seconds <= budget * 1.5) return verdict;
  const output =
    `${name} took ${Math.round(seconds)} s; its budget is ${budget} s. Make what is new faster, or remove what it ` +
    'repeats; a larger budget in tools/test.mjs needs a reason.';
  return { ...verdict, failed: 1, output, failures: [`${name}: over its budget of time`] };
}

/** @param {Check} check @returns {Promise<Result>} */
async function judge(check) {
  const began = performance.now();
  const heartbeat = setInterval(() => say(`  … ${check.name} (${secondsSince(began)})`), 20_000);
  /** @type {Verdict} */
  let verdict;
  try {
    verdict = keepBudget(check, await check.run(), (performance.now() - began) / 1000);
  } catch (error) {
    if (error instanceof Stopped) throw error;
    verdict = { passed: 0, failed: 1, output: String(error instanceof Error ? error.stack : error) };
  } finally {
    clearInterval(heartbeat);
  }
  const count = verdict.passed + verdict.failed > 1 ? `, ${verdict.passed} passed, ${verdict.failed} failed` : '';
  const note = verdict.note && !verdict.failed ? `; ${verdict.note}` : '';
  say(`${verdict.failed ? '✗' : '✓'} ${check.name} (${secondsSince(began)}${count}${note})`);
  if (verdict.failed && verdict.output) process.stdout.write(`\n${verdict.output.trimEnd()}\n\n`);
  return { name: check.name, seconds: (performance.now() - began) / 1000, verdict };
}

/**
 * @param {Check[]} checks in an order in which each comes after those it needs
 * @param {number} cores
 * @returns {Promise<Result[]>}
 */
export async function runChecks(checks, cores) {
  /** @type {Map<string, Result>} */
  const results = new Map();
  /** @type {Map<Check, Promise<unknown>>} */
  const running = new Map();
  const waiting = [...checks];
  const weight = (/** @type {Check} */ check) => Math.min(check.cores ?? 1, cores);
  const mayBegin = (/** @type {Check} */ check) => {
    const busy = [...running.keys()].reduce((sum, other) => sum + weight(other), 0);
    return busy + weight(check) <= cores && (check.after ?? []).every((name) => results.has(name));
  };

  while (waiting.length || running.size) {
    const next = waiting.findIndex(mayBegin);
    if (next === -1) {
      await Promise.race(running.values());
      continue;
    }
    const [check] = /** @type {[Check]} */ (waiting.splice(next, 1));
    const broken = check.after?.find((name) => results.get(name)?.verdict.failed);
    if (broken) say(`✗ ${check.name} (not run, because "${broken}" failed)`);
    const notRun = { name: check.name, seconds: 0, verdict: { passed: 0, failed: 1 } };
    const result = broken ? Promise.resolve(notRun) : judge(check);
    running.set(
      check,
      result.then((ended) => results.set(check.name, ended)).finally(() => running.delete(check)),
    );
  }
  return [...results.values()];
}
