// Programs that tests need, from the packages of Debian and Ubuntu.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';

/** Whether this account may install packages by apt-get. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** apt-get refuses to run twice at the same time. @type {Promise<unknown>} */
let queue = Promise.resolve();

/**
 * Installs the first of these packages that can be installed.
 * @param {string[]} names
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ code: number, output: string }>} of the last command
 */
export function installPackage(names, signal) {
  const installation = queue.then(() => install(names, signal));
  queue = installation.catch(() => {});
  return installation;
}

/** @param {string[]} names @param {AbortSignal} [signal] */
async function install(names, signal) {
  let last = await aptGet(['update'], signal);
  if (last.code) return last;
  for (const name of names) {
    last = await aptGet(['install', '-y', '--no-install-recommends', name], signal);
    if (last.code === 0) break;
  }
  return last;
}

const LOCK_TIMEOUT_S = 300;

/**
 * Waits for another apt-get: its own option covers the lock of dpkg, but not that of the package lists.
 * @param {string[]} args
 * @param {AbortSignal} [signal]
 */
async function aptGet(args, signal) {
  const env = toolEnv({ DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' });
  const command = ['-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, ...args];
  const end = performance.now() + LOCK_TIMEOUT_S * 1000;
  for (;;) {
    const result = await run('apt-get', command, { env, signal });
    if (result.code === 0 || !/Could not get lock/.test(result.output) || performance.now() > end) return result;
    await sleep(2000, undefined, { signal });
  }
}
