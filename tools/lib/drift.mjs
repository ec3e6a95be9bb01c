// Checks that generated and committed files match their generators, which run in a copy of the checkout.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBinary, findProductNode, root, getToolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';

/**
 * @typedef {{ name: string, run: (signal?: AbortSignal) => Promise<string | undefined> }} DriftCheck returns what is
 * wrong
 */

/** @param {string} start @returns {string[]} the files in a folder, or the file itself, relative to it */
function listFiles(start) {
  if (!existsSync(start)) return [];
  if (!statSync(start).isDirectory()) return [''];
  return readdirSync(start, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(start, name)).isFile());
}

/** @param {string} file */
const readIfPresent = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * @param {string} copy the folder in which the generators ran
 * @param {string} target a file or folder in it and in the repository
 * @returns {string | undefined} the files that differ
 */
function findDifference(copy, target) {
  const [made, committed] = [path.join(copy, target), path.join(root, target)];
  const names = [...new Set([...listFiles(made), ...listFiles(committed)])].sort();
  const differ = names.filter(
    (name) => readIfPresent(path.join(made, name)) !== readIfPresent(path.join(committed, name)),
  );
  if (names.length === 0) return `${target} was not generated.`;
  if (differ.length === 0) return undefined;
  const list = differ.map((name) => `  ${path.join(target, name)}`).join('\n');
  const fix = 'Run "npm run build && npm run api" and commit the result.';
  return `Generated files differ from those in the repository:\n${list}\n${fix}`;
}

/** @param {string} command @param {string[]} args @param {string} cwd @param {AbortSignal} [signal] */
async function generate(command, args, cwd, signal) {
  const { code, output } = await run(command, args, { cwd, env: getToolEnv(), signal });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed with exit code ${code}:\n${output}`);
}

/** @param {string} file */
const isSource = (file) => !/\/(node_modules|dist|e2e|test-results|playwright-report)$/.test(file);

/**
 * @param {(copy: string) => Promise<string | undefined>} work gets a copy of the frontend's folder and its surroundings
 * @returns {Promise<string | undefined>}
 */
async function runInCopy(work) {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'hub-drift-'));
  try {
    for (const name of ['package.json', 'tsconfig.base.json']) {
      if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(copy, name));
    }
    cpSync(path.join(root, 'frontend'), path.join(copy, 'frontend'), { recursive: true, filter: isSource });
    for (const name of ['node_modules', 'frontend/node_modules']) {
      if (existsSync(path.join(root, name))) symlinkSync(path.join(root, name), path.join(copy, name));
    }
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Checks openapi.yaml with redocly's recommended rules; warnings count as errors.
 * @param {AbortSignal} [signal]
 */
async function lintContract(signal) {
  const args = [findBinary('redocly'), 'lint', 'openapi.yaml', '--extends', 'recommended', '--format', 'json'];
  const env = { ...getToolEnv(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { output } = await run(findProductNode(), args, { cwd: root, env, signal });
  const { totals } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  return totals.errors + totals.warnings === 0 ? undefined : output;
}

const routeTree = 'frontend/src/routeTree.gen.ts';
const messages = ['frontend/src/messages', 'backend/src/messages'];
/** @param {string} tree the repository, or a copy of it */
const readMessages = (tree) =>
  JSON.stringify(
    messages
      .map((folder) => path.join(tree, folder))
      .flatMap((folder) => listFiles(folder).map((name) => [name, readIfPresent(path.join(folder, name))])),
  );

/** Before the build, which regenerates them. */
const routeTreeBefore = readIfPresent(path.join(root, routeTree));
const messagesBefore = readMessages(root);

/**
 * openapi.yaml and the migrations are generated from the built backend.
 * @type {Record<'contract' | 'messages' | 'migrations' | 'routes', DriftCheck>}
 */
export const driftChecks = {
  contract: {
    name: 'openapi.yaml and the API client',
    run: (signal) =>
      runInCopy(async (copy) => {
        const contract = path.join(copy, 'openapi.yaml');
        const backend = path.join(root, 'backend');
        await generate(findProductNode(), ['dist/cli/export-openapi.js', contract], backend, signal);
        await generate(findBinary('orval'), ['--config', 'orval.config.ts'], path.join(copy, 'frontend'), signal);
        return (
          findDifference(copy, 'openapi.yaml') ??
          findDifference(copy, 'frontend/src/api/generated') ??
          (await lintContract(signal))
        );
      }),
  },
  messages: {
    name: 'typed messages',
    run: (signal) =>
      runInCopy(async (copy) => {
        // The generator writes beside itself.
        for (const name of ['tools', 'backend/i18n', 'backend/src/messages'])
          cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
        await generate(findProductNode(), [path.join(copy, 'tools/messages.mjs')], copy, signal);
        if (readMessages(copy) === messagesBefore) return undefined;
        return 'The typed messages did not fit the texts. Run "npm run messages" and commit the result.';
      }),
  },
  migrations: {
    name: 'migrations',
    run: async (signal) => {
      const args = ['backend/dist/cli/check-migrations.js'];
      const { code, output } = await run(findProductNode(), args, { cwd: root, env: getToolEnv(), signal });
      return code === 0 ? undefined : output;
    },
  },
  routes: {
    name: 'route tree',
    run: (signal) =>
      runInCopy(async (copy) => {
        const generator = path.join(import.meta.dirname, 'make-route-tree.mjs');
        await generate(findProductNode(), [generator], path.join(copy, 'frontend'), signal);
        if (readIfPresent(path.join(copy, routeTree)) === routeTreeBefore) return undefined;
        return `${routeTree} did not fit the routes. Run "npm run build" and commit the result.`;
      }),
  },
};

/**
 * @param {keyof typeof driftChecks} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('./checks.mjs').Outcome>}
 */
export async function runDriftCheck(name, signal) {
  const output = await driftChecks[name].run(signal);
  return { passed: output ? 0 : 1, failed: output ? 1 : 0, output };
}
