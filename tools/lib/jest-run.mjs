import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm, root, toolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';
import { jestVerdict } from './test-reports.mjs';

/**
 * Runs some tests of a workspace.
 * @param {'backend' | 'frontend'} workspace
 * @param {string[]} args of jest
 * @param {{ cwd?: string, signal?: AbortSignal }} [options] `cwd` is the root of the checkout, by default of this one
 * @returns {Promise<import('./checks.mjs').Verdict>}
 */
export async function runJest(workspace, args, { cwd = root, signal } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-jest-'));
  try {
    const report = path.join(folder, 'report.json');
    const flags = ['--ci', '--passWithNoTests', '--json', `--outputFile=${report}`];
    const [command, commandArgs] = npm(['run', '--silent', '-w', workspace, 'test', '--', ...flags, ...args]);
    const { code, output } = await run(command, commandArgs, { cwd, env: toolEnv(), signal });
    const verdict = jestVerdict(report, { code, output });
    // That no test imports the files is no failure here.
    return code === 0 && verdict.passed === 0 ? { passed: 0, failed: 0 } : verdict;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
