// Runs the checks of `npm test` in order, independent ones in parallel, and prints each result at once.
import { Stopped, secondsSince, say } from './terminal.mjs';

/**
 * @typedef {{ passed: number, failed: number, output?: string, note?: string }} Verdict `output` is what to show of a
 * failure
 */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} group what `npm test -- GROUP` selects
 * @property {string[]} [after] names of the checks that must have passed before
 * @property {number} [cores] how many it keeps busy, 1 by default
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

/** @param {Check} check @returns {Promise<Verdict>} */
async function judge(check) {
  const began = performance.now();
  const heartbeat = setInterval(() => say(`  … ${check.name} (${secondsSince(began)})`), 20_000);
  /** @type {Verdict} */
  let verdict;
  try {
    verdict = await check.run();
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
  return verdict;
}

/**
 * @param {Check[]} checks in an order in which each comes after those it needs
 * @param {number} cores
 * @returns {Promise<Verdict>} the sum
 */
export async function runChecks(checks, cores) {
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();
  /** @type {Map<Check, Promise<unknown>>} */
  const running = new Map();
  const waiting = [...checks];
  const weight = (/** @type {Check} */ check) => Math.min(check.cores ?? 1, cores);
  const mayBegin = (/** @type {Check} */ check) => {
    const busy = [...running.keys()].reduce((sum, other) => sum + weight(other), 0);
    return busy + weight(check) <= cores && (check.after ?? []).every((name) => verdicts.has(name));
  };

  while (waiting.length || running.size) {
    const next = waiting.findIndex(mayBegin);
    if (next === -1) {
      await Promise.race(running.values());
      continue;
    }
    const [check] = /** @type {[Check]} */ (waiting.splice(next, 1));
    const broken = check.after?.find((name) => verdicts.get(name)?.failed);
    if (broken) say(`✗ ${check.name} (not run, because "${broken}" failed)`);
    const verdict = broken ? Promise.resolve({ passed: 0, failed: 1 }) : judge(check);
    running.set(
      check,
      verdict.then((result) => verdicts.set(check.name, result)).finally(() => running.delete(check)),
    );
  }

  const sum = { passed: 0, failed: 0 };
  for (const { passed, failed } of verdicts.values()) {
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}
