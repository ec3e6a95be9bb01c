// `npm test -- --changed`: what a change touches, in a minute. Formatting, lint and types of the changed files, the
// unit and component tests that import them, and the integration tests beside them. It does not replace the whole run:
// the app of the integration tests imports everything, so by imports each change would touch them all.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale, isBuilt } from './build.mjs';
import { runDriftCheck } from './drift.mjs';
import { runJest } from './test-results.mjs';
import { findBinary, root, getToolEnv } from './node-runtime.mjs';
import { runNxTasks } from './nx-tasks.mjs';
import { run } from './processes.mjs';

/** @typedef {import('./checks.mjs').Check} Check */
/** @typedef {import('./checks.mjs').Outcome} Outcome */

/** @param {string} file */
const isSource = (file) => /\.[cm]?[jt]sx?$/.test(file);
/** @param {string} file */
const isIntegrationTest = (file) => file.endsWith('.int-spec.ts');

/**
 * @param {AbortSignal} [signal]
 * @returns {Promise<string[]>} paths from the root of files that differ from the last commit, and of new ones
 */
export async function listChangedFiles(signal) {
  const lists = await Promise.all(
    [
      ['diff', '--name-only', '--relative', 'HEAD'],
      ['ls-files', '--others', '--exclude-standard'],
    ].map((args) => run('git', args, { cwd: root, signal })),
  );
  const files = lists.flatMap(({ output }) => output.split('\n').filter(Boolean));
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file))).sort();
}

/**
 * @param {string[]} files
 * @param {AbortSignal} [signal]
 * @returns {Check[]}
 */
export function listChecksOfChanges(files, signal) {
  const sources = files.filter(isSource);
  const within = (/** @type {string} */ folder) => sources.filter((file) => file.startsWith(`${folder}/`));
  const [backend, frontend] = [within('backend'), within('frontend/src')];
  const [shared, tools] = [within('shared'), within('tools')];
  /** @type {(command: string, ...args: string[]) => Promise<Outcome>} */
  const runCommand = async (command, ...args) => {
    const { code, output } = await run(findBinary(command), args, { cwd: root, env: getToolEnv(), signal });
    return code ? { passed: 0, failed: 1, output } : { passed: 1, failed: 0 };
  };
  const typecheck = (/** @type {string} */ task) => () => runNxTasks([task], { signal });
  const jest =
    (/** @type {'backend' | 'frontend'} */ workspace, /** @type {string[]} */ ...args) =>
    (/** @type {string[]} */ given) =>
      runJest(workspace, [...args, ...given.map((file) => path.join(root, file))], { signal });

  const integrationTests = listIntegrationTests(backend);
  // They run the sources; of the build they use the migrations only.
  const needsBuild = !isBuilt() || files.some((file) => file.startsWith('backend/migrations/'));
  /** @type {[name: string, files: string[], run: (files: string[]) => Promise<Outcome>, after?: string][]} */
  const checks = [
    [
      'build',
      needsBuild ? integrationTests : [],
      () => buildIfStale({ signal }).then(() => ({ passed: 1, failed: 0 })),
    ],
    [
      'unit',
      [...backend, ...shared],
      jest('backend', '--selectProjects', 'unit', '--maxWorkers=1', '--findRelatedTests'),
    ],
    // These take the longest, so they use the cores that the others leave.
    ['integration', integrationTests, jest('backend', '--selectProjects', 'integration', '--runTestsByPath'), 'build'],
    ['components', [...frontend, ...shared], jest('frontend', '--maxWorkers=1', '--findRelatedTests')],
    ['messages', files.filter((file) => file.startsWith('frontend/i18n/')), () => runDriftCheck('messages', signal)],
    ['format', files, (given) => runCommand('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...given)],
    ['lint', sources, (given) => runCommand('oxlint', ...given)],
    ['types of the shared package', shared, typecheck('@hub/shared:typecheck')],
    ['types of the backend', [...backend, ...shared], typecheck('@hub/backend:typecheck')],
    ['types of the frontend', [...frontend, ...shared], typecheck('@hub/frontend:typecheck')],
    ['types of the browser tests', within('frontend/e2e'), typecheck('@hub/frontend:typecheck-e2e')],
    ['types of the tools', tools, typecheck('tools:typecheck')],
  ];
  return checks
    .filter(([, given]) => given.length > 0)
    .map(([name, given, check, after]) => ({
      group: 'changed',
      name,
      run: () => check(given),
      ...(after && needsBuild && { after: [after] }),
    }));
}

/** @param {string[]} files @returns {string[]} integration tests in the folders of these files, and those among them */
function listIntegrationTests(files) {
  const folders = new Set(files.filter((file) => file.startsWith('backend/src/')).map((file) => path.dirname(file)));
  const beside = [...folders].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter(isIntegrationTest)
      .map((file) => path.join(folder, file)),
  );
  return [...new Set([...beside, ...files.filter(isIntegrationTest)])];
}
