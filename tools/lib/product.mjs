// The product as a child process: `backend/dist/main.js`, which tells over an IPC channel when it is ready.
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProductNode, root } from './node-runtime.mjs';
import { endGroup, waitForExit, run, spawnInGroup } from './processes.mjs';
import { UserError } from './terminal.mjs';

/**
 * Validates the configuration before anything is started, and ends with the product's message.
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} [signal]
 * @param {string[]} [command] the name of a command and its arguments, which are validated too
 */
export async function checkConfiguration(env, signal, command = []) {
  const embedded = 'postgresql://127.0.0.1/hub'; // replaced by the URL of the embedded one
  const checked = { ...env, DATABASE_URL: env['DATABASE_URL'] || embedded };
  const script = path.join(root, 'backend/dist/cli/check-config.js');
  const { code, output } = await run(findProductNode(), [script, ...command], { cwd: root, env: checked, signal });
  if (code !== 0) throw new UserError(output.trim());
}

/**
 * @typedef {object} Ready
 * @property {string} url the address of the hub
 * @property {string | null} setupUrl the link that creates the first administrator; null when there is one
 */

/**
 * @typedef {object} Product
 * @property {number} pid
 * @property {Promise<Ready>} ready stays pending when the product ends first
 * @property {Promise<import('./processes.mjs').Exit>} exited
 * @property {(force?: AbortSignal) => Promise<void>} stop lets it finish what it is doing, for 15 s at most
 */

/**
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} [options.folder] of the built product, instead of this one
 * @param {string[]} [options.nodeFlags]
 * @param {(line: string) => void} options.onLog gets each line of its log
 * @param {(line: string) => void} options.onError gets what it has to tell the person, such as a wrong setting
 * @param {(text: string) => void} [options.onProgress] gets what it does before it is ready
 * @returns {Product}
 */
export function startProduct({ env, folder = root, nodeFlags = [], onLog, onError, onProgress = () => {} }) {
  const args = [...nodeFlags, '--enable-source-maps', path.join(folder, 'backend/dist/main.js')];
  const child = spawnInGroup(findProductNode(), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const pid = /** @type {number} */ (child.pid);
  /** @type {(ready: Ready) => void} */
  let isReady;
  /** @type {Promise<Ready>} */
  const ready = new Promise((resolve) => (isReady = resolve));
  child.on(
    'message',
    (/** @type {{ type?: string, url?: string, setupUrl?: string | null, text?: string }} */ message) => {
      if (message?.type === 'ready' && message.url) isReady({ url: message.url, setupUrl: message.setupUrl ?? null });
      if (message?.type === 'progress' && message.text) onProgress(message.text);
    },
  );
  if (child.stdout) createInterface(child.stdout).on('line', onLog);
  if (child.stderr) createInterface(child.stderr).on('line', onError);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const exited = waitForExit(child).then(async (exit) => {
    // All of its output has arrived, unless one of its own children holds the pipe open.
    await Promise.race([closed, sleep(500, undefined, { ref: false })]);
    return exit;
  });
  const stop = async (/** @type {AbortSignal | undefined} */ force) => {
    if (child.exitCode === null && child.signalCode === null) await endGroup(pid, { graceMs: 15_000, force });
    await exited;
  };
  return { pid, ready, exited, stop };
}
