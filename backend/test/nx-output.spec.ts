import { expect, test } from '@jest/globals';

/*
 * How `npm test` parses the output of Nx (tools/lib/nx-tasks.mjs). The samples are from Nx 23 in CI and with
 * FORCE_COLOR.
 */

interface Run {
  code: number;
  output: string;
}
interface NxOutput {
  withoutColors: (run: Run) => Run;
  isCached: (output: string) => boolean;
  parseTaskOutcome: (tasks: string[], run: Run) => { passed: number; failed: number; output?: string };
}
const { withoutColors, isCached, parseTaskOutcome } = (await import(
  new URL('../../tools/lib/nx-tasks.mjs', import.meta.url).href
)) as NxOutput;

const [ESC, OFF] = ['\u001b[', '\u001b[22m'];
const header = (task: string, remark = '') =>
  `${ESC}2m> ${OFF}${ESC}2mnx run${OFF} ${task}${remark && `  ${ESC}2m${remark}${OFF}`}\n\n` +
  `${ESC}2m> ${OFF}command of ${task}\r\n\r\n`;
const typecheck =
  `${header('tools:typecheck')}${ESC}96mtools/zz.mjs${ESC}0m - ${ESC}91merror${ESC}0m: ` +
  `'x' is declared but its value is never read.\n\n`;
const boundaries = `${header('tools:boundaries')}${ESC}32m✔${ESC}39m no dependency violations found\n\n`;
const failed = (...tasks: string[]) =>
  `${ESC}31m NX ${ESC}39m  Running targets failed\n\n${ESC}2mFailed tasks:${OFF}\n\n` +
  `${tasks.map((task) => `${ESC}2m-${OFF} ${task}\n`).join('')}\n  Run duration:      3.0s\n`;

const tasks = ['tools:typecheck', 'tools:boundaries'];
const outcome = (code: number, output: string) => parseTaskOutcome(tasks, withoutColors({ code, output }));

test('all tasks have passed', () => {
  expect(outcome(0, typecheck + boundaries)).toEqual({ passed: 2, failed: 0 });
});

test('one failed task is counted, and only its output is shown', () => {
  const result = outcome(1, typecheck + boundaries + failed('tools:typecheck'));
  expect(result).toMatchObject({
    passed: 1,
    failed: 1,
    output: expect.stringContaining("'x' is declared but its value is never read"),
  });
  expect(result.output).not.toContain('no dependency violations');
});

test('all tasks have failed', () => {
  expect(outcome(1, typecheck + boundaries + failed(...tasks))).toMatchObject({ passed: 0, failed: 2 });
});

test('a failure without a task name counts for all tasks', () => {
  expect(outcome(1, typecheck + boundaries)).toMatchObject({ passed: 0, failed: 2 });
});

test('a task that did not run has failed', () => {
  expect(outcome(0, boundaries)).toMatchObject({
    passed: 1,
    failed: 1,
    output: expect.stringContaining('tools:typecheck was not run.'),
  });
  expect(outcome(1, 'Nx could not start')).toMatchObject({ passed: 0, failed: 2 });
});

test.each<[remark: string, is: boolean]>([
  ['[local cache]', true],
  ['[existing outputs match the cache, left as is]', true],
  ['', false],
])('cached results are marked by "%s"', (remark, is) => {
  const { output } = withoutColors({
    code: 0,
    output: `${header('tools:suite-backend', remark)}Tests of a [cache] pass\n`,
  });
  expect(isCached(output)).toBe(is);
});
