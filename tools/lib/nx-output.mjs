// Parses the results of tasks from the output of Nx.
import { stripVTControlCharacters } from 'node:util';

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
export const isRemembered = (output) => /^> nx run \S+.*\[[^\]]*cache/m.test(output);

/**
 * @param {string[]} tasks such as `@hub/backend:lint`; each counts as one test
 * @param {NxRun} run without colors
 * @returns {import('./checks.mjs').Verdict}
 */
export function tasksVerdict(tasks, { code, output }) {
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
