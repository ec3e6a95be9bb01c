// Checks that depend on nothing but files are run by Nx, which remembers what passed: on the same files it need not run
// again. What they read is all files of the repository (nx.json), so that nothing can be forgotten; a failure is never kept.
import { installed, root, toolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';

/** @typedef {import('./checks.mjs').Verdict} Verdict */

/**
 * @param {string[]} tasks such as `@hub/backend:lint`; each counts as one test
 * @param {AbortSignal} [signal]
 * @returns {Promise<Verdict>}
 */
export async function runNxTasks(tasks, signal) {
  const targets = new Set(tasks.map((task) => task.slice(task.lastIndexOf(':') + 1)));
  const args = ['run-many', '-t', [...targets].join(), '--outputStyle=static'];
  const { code, output } = await run(installed('nx'), args, { cwd: root, env: toolEnv(), signal });
  const [, ...parts] = output.split(/^> nx run (?=\S+)/m);
  const outputs = new Map(parts.map((part) => [/^\S+/.exec(part)?.[0] ?? '', part]));
  const told = /^Failed tasks:\s+((?:- \S+\s+)+)/m.exec(output)?.[1] ?? '';
  const failures = new Set([...told.matchAll(/- (\S+)/g)].map(([, task = '']) => task));
  // A task that Nx does not speak of was not run; a failure that it does not name is everybody's.
  const failed = tasks.filter((task) => !outputs.has(task) || failures.has(task) || (code !== 0 && failures.size === 0));
  if (failed.length === 0) return { passed: tasks.length, failed: 0 };
  const shown = failed.map((task) => outputs.get(task) ?? `${task} was not run.\n${output}`);
  return { passed: tasks.length - failed.length, failed: failed.length, output: shown.join('\n') };
}
