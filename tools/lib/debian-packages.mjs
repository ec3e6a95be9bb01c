// Programs that tests need, from the packages of Debian and Ubuntu.
import { existsSync } from 'node:fs';
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
  const env = toolEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  let last = await run('apt-get', ['update'], { env, signal });
  if (last.code) return last;
  for (const name of names) {
    last = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, signal });
    if (last.code === 0) break;
  }
  return last;
}
