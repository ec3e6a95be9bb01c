// Programs that tests need: nginx, and Chromium, installed or downloaded by Playwright. On Debian and Ubuntu they are
// installed from packages.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findBinary, getToolEnv, root } from './node-runtime.mjs';
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
  const env = getToolEnv({ DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' });
  const command = ['-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, ...args];
  const end = performance.now() + LOCK_TIMEOUT_S * 1000;
  for (;;) {
    const result = await run('apt-get', command, { env, signal });
    if (result.code === 0 || !/Could not get lock/.test(result.output) || performance.now() > end) return result;
    await sleep(2000, undefined, { signal });
  }
}

/** @returns {string | undefined} the path of nginx on this machine */
export function findNginx() {
  const usual = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];
  return process.env['NGINX_PATH'] || usual.find((file) => existsSync(file));
}

/**
 * Ensures that nginx is installed, and installs it where possible.
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export async function ensureNginx(signal) {
  let output = '';
  // Downloads from mirrors fail at times.
  for (let attempt = 1; attempt <= 3 && !findNginx() && canInstallPackages(); attempt++)
    ({ output } = await installPackage(['nginx-light', 'nginx'], signal));
  if (findNginx()) return;
  throw new Error(
    `${output}\nThe tests of the reverse proxy need nginx, and it could not be installed: install it ` +
      '(on Debian and Ubuntu "apt-get install nginx-light") or set NGINX_PATH to its path.',
  );
}

// The headless shell has no toolbars and menus, which cost Chromium more than the pages.
const shell = '/usr/bin/chromium-headless-shell';
const usual = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} the path of a Chromium on this machine that Playwright does not know of */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] || usual.find((file) => existsSync(file));
}

function hasPlaywrightsOwn() {
  const fromFrontend = createRequire(new URL('../../frontend/package.json', import.meta.url));
  return existsSync(fromFrontend('@playwright/test').chromium.executablePath());
}

/**
 * Ensures that a browser is installed, and installs one where possible.
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export async function ensureChromium(signal) {
  if (findChromium() || hasPlaywrightsOwn()) return;
  const attempt = () =>
    canInstallPackages()
      ? installPackage([path.basename(shell), 'chromium'], signal)
      : run(findBinary('playwright'), ['install', 'chromium'], { cwd: root, env: getToolEnv(), signal });
  let last = await attempt();
  for (let again = 0; again < 2 && last.code; again++) last = await attempt(); // downloads from mirrors fail at times
  if (findChromium() || hasPlaywrightsOwn()) return;
  throw new Error(
    `${last.output}\nThe browser tests need Chromium, and it could not be installed: install it ` +
      '(on Debian and Ubuntu "apt-get install chromium") or set CHROMIUM_PATH to its path.',
  );
}
