// Runs the checks of `npm test` in order, independent ones in parallel, and prints each result at once.
import { StoppedError, formatElapsed, printLine } from './terminal.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string} [output] what to show of a failure
 * @property {string} [note]
 * @property {string[]} [failures] names of the tests that failed
 * @property {{ name: string, seconds: number }[]} [files] how long each test file took
 */

/** @typedef {{ name: string, seconds: number, outcome: Outcome }} Result of a check that was run */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} group what `npm test -- GROUP` selects
 * @property {string[]} [after] names of the checks that must have passed before
 * @property {number} [cores] how many it keeps busy, 1 by default
 * @property {number} [budget] seconds that it may take on two cores; one that takes half as much again fails
 * @property {() => Promise<Outcome>} run
 */

/**
 * @param {Check[]} all
 * @param {string[]} groups all of them when empty
 * @returns {Check[]} the checks of these groups, with all that they need
 */
export function selectChecks(all, groups) {
  const wanted = new Set(all.filter((check) => groups.length === 0 || groups.includes(check.group)));
  for (const check of wanted)
    for (const name of check.after ?? []) wanted.add(/** @type {Check} */ (all.find((c) => c.name === name)));
  return all.filter((check) => wanted.has(check));
}

/**
 * @param {Check} check
 * @param {Outcome} outcome
 * @param {number} seconds
 * @returns {Outcome} a failure when a check that passed has taken half as long again as its budget
 */
export function keepBudget({ name, budget }, outcome, seconds) {
  if (!budget || outcome.failed || seconds <= budget * 1.5) return outcome;
  const output =
    `${name} took ${Math.round(seconds)} s; its budget is ${budget} s. Make what is new faster, or remove what it ` +
    'repeats; a larger budget in tools/test.mjs needs a reason.';
  return { ...outcome, failed: 1, output, failures: [`${name}: over its budget of time`] };
}

/** @param {Check} check @returns {Promise<Result>} */
async function runCheck(check) {
  const began = performance.now();
  const heartbeat = setInterval(() => printLine(`  … ${check.name} (${formatElapsed(began)})`), 20_000);
  /** @type {Outcome} */
  let outcome;
  try {
    outcome = keepBudget(check, await check.run(), (performance.now() - began) / 1000);
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    outcome = { passed: 0, failed: 1, output: String(error instanceof Error ? error.stack : error) };
  } finally {
    clearInterval(heartbeat);
  }
  const count = outcome.passed + outcome.failed > 1 ? `, ${outcome.passed} passed, ${outcome.failed} failed` : '';
  const note = outcome.note && !outcome.failed ? `; ${outcome.note}` : '';
  printLine(`${outcome.failed ? '✗' : '✓'} ${check.name} (${formatElapsed(began)}${count}${note})`);
  if (outcome.failed && outcome.output) process.stdout.write(`\n${outcome.output.trimEnd()}\n\n`);
  return { name: check.name, seconds: (performance.now() - began) / 1000, outcome };
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
    const broken = check.after?.find((name) => results.get(name)?.outcome.failed);
    if (broken) printLine(`✗ ${check.name} (not run, because "${broken}" failed)`);
    const notRun = { name: check.name, seconds: 0, outcome: { passed: 0, failed: 1 } };
    const result = broken ? Promise.resolve(notRun) : runCheck(check);
    running.set(
      check,
      result.then((ended) => results.set(check.name, ended)).finally(() => running.delete(check)),
    );
  }
  return [...results.values()];
}
