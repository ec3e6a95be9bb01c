// Checks and suites are run by Nx, which remembers what passed: on the same files it need not run again. What they read is
// all files of the repository (nx.json), so that nothing can be forgotten, and for the suites also Node, the browser and what
// of the environment they look at. A failure is never kept, nor anything outside of this clone.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installed, root, toolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';

/** @typedef {import('./checks.mjs').Verdict} Verdict */

/** @typedef {{ signal?: AbortSignal, again?: boolean }} NxOptions `again` runs also what has passed on the same files */

/**
 * Nx colours its words wherever CI or FORCE_COLOR asks for it; here they are read, so the colours are taken off.
 * @param {string[]} args
 * @param {NxOptions} options
 */
async function nx(args, { signal, again }) {
  const flags = ['--outputStyle=static', ...(again ? ['--skipNxCache'] : [])];
  const { code, output } = await run(installed('nx'), [...args, ...flags], { cwd: root, env: toolEnv(), signal });
  return { code, output: stripVTControlCharacters(output) };
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
  rmSync(file, { force: true }); // a report of another run must not speak for this one
  const { code, output } = await nx(['run', `tools:${name}`], { signal, again });
  const verdict = judge(file, { code, output });
  // In Nx's words: "[local cache]", or "[existing outputs match the cache, left as is]".
  const isRemembered = /^> nx run \S+.*\[[^\]]*cache/m.test(output);
  return { ...verdict, ...(isRemembered && { note: 'nothing has changed since they passed' }) };
}

/**
 * @param {string[]} tasks such as `@hub/backend:lint`; each counts as one test
 * @param {NxOptions} options
 * @returns {Promise<Verdict>}
 */
export async function runNxTasks(tasks, { signal, again }) {
  const targets = new Set(tasks.map((task) => task.slice(task.lastIndexOf(':') + 1)));
  const { code, output } = await nx(['run-many', '-t', [...targets].join()], { signal, again });
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
