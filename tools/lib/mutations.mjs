// Runs the tests of hand-made faults, each applied to a copy of the checkout.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runJest } from './test-results.mjs';
import { root } from './node-runtime.mjs';
import { StoppedError } from './terminal.mjs';

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} file path from the root
 * @property {string} from the text that is replaced; the file contains it once
 * @property {string} to
 * @property {string} wrong what the fault breaks
 * @property {string[]} tests paths from the root of the test files that find it
 */

/**
 * @typedef {object} Outcome
 * @property {'caught' | 'escaped' | 'no result'} result only a failed test catches a fault: one that keeps the tests
 * from running proves nothing about them
 * @property {string} [detail] the first test that failed, or what went wrong
 */

/** Jest ends each test after 30 s, so this is about runs that do not end. */
const LIMIT_MS = 180_000;
const NOT_RUN = 'could not be run';

/** @param {Fault[]} faults @returns {string[]} sentences about what does not fit the code (any more) */
export function findStale(faults) {
  const names = faults.map(({ name }) => name);
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  return [
    ...repeated.map((name) => `${name}: there are two faults of this name.`),
    ...faults.flatMap(({ name, file, from, tests }) => {
      const missing = [file, ...tests].filter((each) => !existsSync(path.join(root, each)));
      if (missing.length) return missing.map((each) => `${name}: there is no ${each}.`);
      const times = readFileSync(path.join(root, file), 'utf8').split(from).length - 1;
      return times === 1 ? [] : [`${name}: the text is ${times} times in ${file}.`];
    }),
  ];
}

/** @param {string} file @returns {string} the project of the workspace's jest.config.js */
function findProject(file) {
  if (file.startsWith('frontend/')) return file.endsWith('.tsx') ? 'components' : 'unit';
  return file.endsWith('.int-spec.ts') ? 'integration' : file.endsWith('.process-spec.ts') ? 'process' : 'unit';
}

/**
 * Runs test files of both workspaces; those of the shared package are among the backend's.
 * @param {import('./tree-copy.mjs').TreeCopy} copy
 * @param {string[]} tests paths from the root
 * @param {AbortSignal} signal
 * @returns {Promise<import('./checks.mjs').Outcome[]>}
 */
export async function runTests({ folder, scratch }, tests, signal) {
  const outcomes = [];
  for (const workspace of /** @type {const} */ (['backend', 'frontend'])) {
    const own = tests.filter((file) => file.startsWith('frontend/') === (workspace === 'frontend'));
    if (!own.length) continue;
    const projects = [...new Set(own.map(findProject))];
    const files = own.map((file) => path.join(folder, file));
    const args = [`--cacheDirectory=${scratch}`, '--selectProjects', ...projects, '--runTestsByPath', ...files];
    outcomes.push(await runJest(workspace, args, { cwd: folder, signal }));
  }
  return outcomes;
}

/**
 * Applies a fault to the copy, runs its tests and takes it back.
 * @param {import('./tree-copy.mjs').TreeCopy} copy
 * @param {Fault} fault
 * @param {AbortSignal} stop
 * @returns {Promise<Outcome>}
 */
export async function tryFault(copy, { file, from, to, tests }, stop) {
  const place = path.join(copy.folder, file);
  const original = readFileSync(place, 'utf8');
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    writeFileSync(
      place,
      original.replace(from, () => to),
    );
    return toFaultOutcome(await runTests(copy, tests, AbortSignal.any([stop, limit])));
  } catch (error) {
    if (stop.aborted) throw new StoppedError();
    return { result: 'no result', detail: limit.aborted ? `No end after ${LIMIT_MS / 1000} s.` : String(error) };
  } finally {
    writeFileSync(place, original);
  }
}

/** @param {import('./checks.mjs').Outcome[]} outcomes @returns {Outcome} */
function toFaultOutcome(outcomes) {
  const failures = outcomes.flatMap((outcome) => outcome.failures ?? []).map((text) => text.split(' › ', 2)[1] ?? text);
  const detail = failures.find((title) => title !== NOT_RUN);
  if (detail !== undefined) return { result: 'caught', detail };
  const broken = outcomes.find(({ failed }) => failed);
  return broken ? { result: 'no result', detail: broken.output } : { result: 'escaped' };
}
