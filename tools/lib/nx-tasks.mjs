// Checks and suites are run by Nx, which remembers what passed: on the same files it need not run again. What they read
// is all files of the repository (nx.json), so that nothing can be forgotten, and for the suites also Node, the browser
// and what of the environment they look at. A failure is never kept, nor anything outside of this clone.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBinary, getToolEnv, root } from './node-runtime.mjs';
import { run } from './processes.mjs';

/** @typedef {import('./checks.mjs').Outcome} Outcome */

/**
 * @typedef {{ signal?: AbortSignal, again?: boolean }} NxOptions `again` runs also what has passed on the same files
 */

/**
 * @param {string[]} args
 * @param {NxOptions} options
 */
async function nx(args, { signal, again }) {
  const flags = ['--outputStyle=static', ...(again ? ['--skipNxCache'] : [])];
  return withoutColors(await run(findBinary('nx'), [...args, ...flags], { cwd: root, env: getToolEnv(), signal }));
}

/**
 * A suite that counts its tests itself, in a report that Nx keeps and brings back.
 * @param {string} name of the target in tools/project.json
 * @param {string} report its file in .nx/reports
 * @param {(file: string, run: { code: number, output: string }) => Outcome} readOutcome
 * @param {NxOptions} options
 * @returns {Promise<Outcome>}
 */
export async function runNxSuite(name, report, readOutcome, { signal, again }) {
  const file = path.join(root, '.nx/reports', report);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true }); // removes the report of an earlier run
  const { code, output } = await nx(['run', `tools:${name}`], { signal, again });
  const outcome = readOutcome(file, { code, output });
  return { ...outcome, ...(isCached(output) && { note: 'nothing has changed since they passed' }) };
}

/**
 * @param {string[]} tasks such as `@hub/backend:lint`; each counts as one test
 * @param {NxOptions} options
 * @returns {Promise<Outcome>}
 */
export async function runNxTasks(tasks, { signal, again }) {
  const targets = new Set(tasks.map((task) => task.slice(task.lastIndexOf(':') + 1)));
  return parseTaskOutcome(
    tasks,
    await nx(['run-many', '-t', [...targets].join(), `--parallel=${availableParallelism()}`], { signal, again }),
  );
}

/** @typedef {{ code: number, output: string }} NxRun */

/**
 * Removes the colors that Nx prints with CI or FORCE_COLOR.
 * @param {NxRun} run
 * @returns {NxRun}
 */
export const withoutColors = ({ code, output }) => ({ code, output: stripVTControlCharacters(output) });

/**
 * In Nx's words: "[local cache]", or "[existing outputs match the cache, left as is]".
 * @param {string} output without colors
 */
export const isCached = (output) => /^> nx run \S+.*\[[^\]]*cache/m.test(output);

/**
 * @param {string[]} tasks such as `@hub/backend:lint`; each counts as one test
 * @param {NxRun} run without colors
 * @returns {import('./checks.mjs').Outcome}
 */
export function parseTaskOutcome(tasks, { code, output }) {
  const [, ...parts] = output.split(/^> nx run (?=\S+)/m);
  const outputs = new Map(parts.map((part) => [/^\S+/.exec(part)?.[0] ?? '', part]));
  const failedTasks = /^Failed tasks:\s+((?:- \S+\s+)+)/m.exec(output)?.[1] ?? '';
  const failures = new Set([...failedTasks.matchAll(/- (\S+)/g)].map(([, task = '']) => task));
  // A task that is not mentioned was not run; a failure without a task name counts for all tasks.
  const failed = tasks.filter(
    (task) => !outputs.has(task) || failures.has(task) || (code !== 0 && failures.size === 0),
  );
  if (failed.length === 0) return { passed: tasks.length, failed: 0 };
  const shown = failed.map((task) => outputs.get(task) ?? `${task} was not run.\n${output}`);
  return { passed: tasks.length - failed.length, failed: failed.length, output: shown.join('\n') };
}
