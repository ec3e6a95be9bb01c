// Checks and suites are run by Nx, which remembers what passed: on the same files it need not run again. What they read
// is all files of the repository (nx.json), so that nothing can be forgotten, and for the suites also Node, the browser
// and what of the environment they look at. A failure is never kept, nor anything outside of this clone.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { installed, root, toolEnv } from './node-runtime.mjs';
import { isRemembered, tasksVerdict, withoutColors } from './nx-output.mjs';
import { run } from './processes.mjs';

/** @typedef {import('./checks.mjs').Verdict} Verdict */

/**
 * @typedef {{ signal?: AbortSignal, again?: boolean }} NxOptions `again` runs also what has passed on the same files
 */

/**
 * @param {string[]} args
 * @param {NxOptions} options
 */
async function nx(args, { signal, again }) {
  const flags = ['--outputStyle=static', ...(again ? ['--skipNxCache'] : [])];
  return withoutColors(await run(installed('nx'), [...args, ...flags], { cwd: root, env: toolEnv(), signal }));
}

/**
 * A suite that counts its tests itself, in a report that Nx keeps and brings back.
 * @param {string} name of the target in tools/project.json
 * @param {string} report its file in .nx/reports
 * @param {(file: string, run: { code: number, output: string }) => Verdict} judge
 * @param {NxOptions} options
 * @returns {Promise<Verdict>}
 */
export async function runNxSuite(name, report, judge, { signal, again }) {
  const file = path.join(root, '.nx/reports', report);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true }); // removes the report of an earlier run
  const { code, output } = await nx(['run', `tools:${name}`], { signal, again });
  const verdict = judge(file, { code, output });
  return { ...verdict, ...(isRemembered(output) && { note: 'nothing has changed since they passed' }) };
}

/**
 * @param {string[]} tasks such as `@hub/backend:lint`; each counts as one test
 * @param {NxOptions} options
 * @returns {Promise<Verdict>}
 */
export async function runNxTasks(tasks, { signal, again }) {
  const targets = new Set(tasks.map((task) => task.slice(task.lastIndexOf(':') + 1)));
  return tasksVerdict(
    tasks,
    await nx(['run-many', '-t', [...targets].join(), `--parallel=${availableParallelism()}`], { signal, again }),
  );
}
